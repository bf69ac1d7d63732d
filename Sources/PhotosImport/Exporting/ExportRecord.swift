import Foundation
import Glibc
import PhotosStore

/// The record that an export keeps in its folder: which files it wrote, for which assets and from what.
///
/// The record is a file of lines that is only appended to, so that a process may be killed at any point. A file gets
/// its name only after a line about it is on the disk. Used on the thread of the export alone.
final class ExportRecord {
    static let path = TargetFolder.own + "/record"

    let index: RecordIndex
    let rules: TargetRules
    private(set) var identifier: UUID
    private(set) var manifest: (byteCount: Int64, modification: Int64, albums: [UInt8])?
    /// The files that were about to get their names when the last run was killed.
    private(set) var interrupted: [(asset: UUID, file: RecordedFile)] = []
    /// The files that were about to be removed when the last run was killed.
    private(set) var retired: [RecordLine] = []
    private let target: TargetFolder
    private let library: UUID
    private var descriptor: Int32
    private var waiting: [UInt8] = []
    private var lineCount = 0
    /// Whether lines were written since the last call of ``sync()``.
    private var isWritten = false

    /// Opens the record of a folder, or begins one.
    ///
    /// - Throws: ``StoreError`` with code `changeNotSupported` for the record of another library, and `busy` while
    ///   another process exports to the folder.
    init(_ target: TargetFolder, of library: UUID, newIdentifier: UUID) throws {
        self.target = target
        self.library = library
        identifier = newIdentifier
        guard let (folder, name) = try target.place(Self.path, creates: true) else {
            throw StoreError.system("Opening", path: target.shown(Self.path).path, code: ENOENT)
        }
        descriptor = openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw StoreError.system("Opening", path: target.shown(Self.path).path, code: errno)
        }
        // Some network file systems have no locks.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            close(descriptor)
            throw StoreError(
                .busy,
                "Another export writes to \(target.path). Wait until that one is done."
            )
        }
        do {
            rules = try TargetProbe.rules(of: target)
            index = try RecordIndex(rules)
            try readLines()
        } catch {
            FileOperations.closeLocked(descriptor)
            throw error
        }
    }

    deinit { FileOperations.closeLocked(descriptor) }

    // MARK: Reading

    private func readLines() throws {
        var lines = LineReader(descriptor, url: target.shown(Self.path))
        var goodBytes: Int64 = 0
        var hasHead = false
        var pending: [String: (UUID, RecordedFile)] = [:]
        while let bytes = try lines.nextBytes() {
            // Lines after a damaged line are not believed either.
            guard let line = RecordLine(bytes) else { break }
            if !hasHead {
                guard case .head(let owner, let export) = line else { break }
                guard owner == library else {
                    throw StoreError(
                        .changeNotSupported,
                        "\(target.path) has the export of another library. Choose another folder."
                    )
                }
                identifier = export
                hasHead = true
            }
            try applyLine(line, pending: &pending)
            goodBytes = lines.completeBytes
            lineCount += 1
        }
        interrupted = pending.sorted { $0.key < $1.key }.map { ($0.value.0, $0.value.1) }
        if !hasHead { goodBytes = 0 }
        guard ftruncate(descriptor, off_t(goodBytes)) == 0,
            lseek(descriptor, 0, SEEK_END) >= 0
        else { throw StoreError.system("Writing", path: target.shown(Self.path).path, code: errno) }
        if !hasHead {
            try add(.head(library: library, export: identifier))
            try sync()
        }
    }

    private func applyLine(
        _ line: RecordLine,
        pending: inout [String: (UUID, RecordedFile)]
    ) throws {
        switch line {
        case .head: break
        case .asset(let uuid, let state, let number, let base):
            try index.set(uuid, state: state, number: number, base: base)
        case .pending(let uuid, let file): pending[uuid.uuidString + file.part] = (uuid, file)
        case .file(let uuid, let file):
            pending[uuid.uuidString + file.part] = nil
            try index.set(file, of: uuid)
        case .removed(let uuid, let part):
            pending[uuid.uuidString + part] = nil
            try index.remove(part, of: uuid)
        case .forgotten(let uuid): try index.forget(uuid)
        case .retired: retired.append(line)
        case .cleared: retired = []
        case .manifest(let size, let time, let albums): manifest = (size, time, albums)
        }
    }

    // MARK: Writing

    /// Adds a line, which ``sync()`` makes durable, and takes it into the index.
    func add(_ line: RecordLine) throws {
        line.add(to: &waiting)
        lineCount += 1
        switch line {
        case .asset(let uuid, let state, let number, let base):
            try index.set(uuid, state: state, number: number, base: base)
        case .file(let uuid, let file): try index.set(file, of: uuid)
        case .removed(let uuid, let part): try index.remove(part, of: uuid)
        case .forgotten(let uuid): try index.forget(uuid)
        case .manifest(let size, let time, let albums): manifest = (size, time, albums)
        case .cleared: retired = []
        case .head, .pending, .retired: break
        }
        if waiting.count > 1 << 18 { try flush() }
    }

    func flush() throws {
        guard !waiting.isEmpty else { return }
        try FileOperations.write(waiting[...], to: descriptor, at: target.shown(Self.path))
        waiting = []
        isWritten = true
    }

    func sync() throws {
        try flush()
        guard isWritten else { return }
        guard fdatasync(descriptor) == 0 else {
            throw StoreError.system("Writing", path: target.shown(Self.path).path, code: errno)
        }
        isWritten = false
    }

    /// Writes the record anew if a third of its lines are out of date.
    func compactIfUseful() throws {
        guard lineCount > 1_000, try 2 * lineCount > 3 * index.count() else { return }
        let draft = TargetFolder.drafts + "/record"
        try target.remove(draft)
        guard let (folder, name) = try target.place(draft, creates: true) else { return }
        let new = openat(
            folder,
            name,
            O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            0o644
        )
        guard new >= 0 else { throw StoreError.system("Opening", path: target.path, code: errno) }
        let old = descriptor
        descriptor = new
        defer { FileOperations.closeLocked(old) }
        // Another process that waits for the old file finds it replaced, and its own lock on it has no effect.
        _ = flock(new, LOCK_EX | LOCK_NB)
        try flush()
        lineCount = 0
        try writeLine(.head(library: library, export: identifier))
        var row: Int64 = 0
        while true {
            let part = try index.assets(
                after: row,
                marked: [.unseen, .unchanged, .changed, .deleted],
                limit: 256
            )
            guard let last = part.last else { break }
            row = last.row
            for asset in part {
                try writeLine(
                    .asset(asset.uuid, state: asset.state, number: asset.number, base: asset.base)
                )
                for file in asset.files { try writeLine(.file(asset.uuid, file)) }
            }
        }
        if let manifest {
            try writeLine(
                .manifest(
                    byteCount: manifest.byteCount,
                    modification: manifest.modification,
                    albums: manifest.albums
                )
            )
        }
        try sync()
        try target.replace(Self.path, with: draft)
    }

    private func writeLine(_ line: RecordLine) throws {
        line.add(to: &waiting)
        lineCount += 1
        if waiting.count > 1 << 18 { try flush() }
    }
}
