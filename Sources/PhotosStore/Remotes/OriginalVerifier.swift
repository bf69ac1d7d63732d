import Foundation
import GRDB
import Glibc
import Synchronization

/// Checks whether files of resources exist and are whole, reading only those whose recorded file state has
/// changed.
///
/// Safe on any thread. `found` guards the states of files that were read and are whole. ``noteStates()``
/// writes them to the database.
package final class OriginalVerifier: Sendable {
    /// The condition of a file that the library should have.
    package enum Condition: Hashable, Sendable {
        case whole
        /// No file exists at the path.
        case missing
        /// No file exists at the path, because the file left: a remote had it then.
        case elsewhere
        /// The item at the path has other bytes, or cannot be read.
        case damaged
    }

    private struct Found {
        /// The file states, by the name below the folder of originals.
        var states: [String: FileState] = [:]
        var unwritten: Set<String> = []
    }

    private let core: LibraryCore
    private let originals: LibraryOriginals
    private let reach: RemoteReach
    /// Whether the state that was recorded for a file says anything after its volume was mounted again.
    private let keepsStates: Bool
    private let found = Mutex(Found())

    package init(_ remotes: LibraryRemotes) {
        core = remotes.core
        originals = remotes.originals
        reach = RemoteReach(remotes)
        keepsStates =
            MountedFileSystem(at: core.layout.root.path)?.type.keepsStatusChange ?? false
    }

    /// Checks a file, and reads its bytes if its file state differs from the recorded one or `readingBytes`
    /// is true.
    ///
    /// - Throws: ``StoreError`` where a system call fails for another reason, such as too many open
    ///   descriptors.
    package func condition(of file: HeldFile, readingBytes: Bool = false) throws -> Condition {
        if let source = file.sourceFileID {
            return try conditionInSource(of: file, source: source, readingBytes: readingBytes)
        }
        guard LibraryLayout.isOriginalName(file.file) else { return .missing }
        let url = core.layout.original(file.file)
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else {
            let condition = try Self.condition(of: errno, url)
            return condition == .missing && file.hasLeft ? .elsewhere : condition
        }
        guard !core.layout.hasLink(inWayTo: file.file) else { return .damaged }
        guard Int64(facts.st_size) == file.byteCount, facts.st_mode & S_IFMT == S_IFREG else {
            return .damaged
        }
        let state = FileState(facts)
        let known =
            found.withLock { $0.states[file.file] } ?? (keepsStates ? file.state : nil)
        if !readingBytes, state == known {
            return .whole
        }
        let (condition, stateRead) = try readCondition(at: url, of: file, flags: O_NOFOLLOW)
        if condition == .whole, let stateRead, stateRead != file.state {
            found.withLock {
                $0.states[file.file] = stateRead
                $0.unwritten.insert(file.file)
            }
        }
        return condition
    }

    /// Whether the bytes are here, or a remote shows that it has them.
    ///
    /// With `readingBytes` an object that a remote never gave back is read there.
    package func isWhole(_ file: HeldFile, readingBytes: Bool = false) throws -> Bool {
        switch try condition(of: file, readingBytes: readingBytes) {
        case .whole: true
        case .elsewhere: try reach.has(file, readingUnproved: readingBytes)
        case .missing, .damaged: false
        }
    }

    /// Whether a remote shows at this moment that it has a file that left.
    func isInReach(_ file: HeldFile) throws -> Bool { try reach.has(file) }

    /// Checks many files on several threads, and returns their conditions in the order of `files`.
    package func conditions(
        of files: [HeldFile],
        readingBytes: Bool = false,
        isCancelled: () -> Bool = { false },
        progress: (HeldFile) -> Void = { _ in }
    ) throws -> [Condition] {
        var conditions: [Condition] = []
        conditions.reserveCapacity(files.count)
        for start in stride(from: 0, to: files.count, by: Self.window) {
            // After a cancellation, the remaining files are left out of the result.
            if isCancelled() { break }
            let part = files[start..<min(start + Self.window, files.count)]
            let results = Mutex<[Int: Result<Condition, StoreError>]>([:])
            DispatchQueue.concurrentPerform(iterations: part.count) { index in
                let result: Result<Condition, StoreError>
                do {
                    let file = part[part.startIndex + index]
                    result = .success(try condition(of: file, readingBytes: readingBytes))
                } catch {
                    result = .failure(StoreError(error))
                }
                results.withLock { $0[index] = result }
            }
            let found = results.withLock { $0 }
            for (index, file) in part.enumerated() {
                guard let result = found[index] else { continue }
                conditions.append(try result.get())
                progress(file)
            }
        }
        return conditions
    }

    private static let window = 256

    // MARK: Files that stay in their source

    /// Checks a file in a source.
    ///
    /// As in a sweep, the bytes are not read if size, date and inode are those of the source's row.
    private func conditionInSource(
        of file: HeldFile,
        source: Int64,
        readingBytes: Bool
    ) throws -> Condition {
        guard try !originals.isSilent(sourceFile: source) else { return .missing }
        let known = try core.readAll { db in
            let ledger = SourceLedger(db)
            return (try ledger.file(source)?.row, try ledger.path(ofFile: source))
        }
        guard let row = known.0, let path = known.1 else { return .missing }
        let url = URL(fileURLWithPath: path, isDirectory: false)
        guard let present = FoundFile(at: url) else { return .missing }
        guard present.byteCount == file.byteCount else { return .damaged }
        var own = stat()
        // For a symbolic link, the row has the link's own inode number.
        let isSeen = lstat(path, &own) == 0
        let inode = Int64(bitPattern: UInt64(own.st_ino))
        let isSame =
            isSeen && row.inode == inode && row.byteCount == present.byteCount
            && row.modification == present.modification
        if isSame, !readingBytes { return .whole }
        return try readCondition(at: url, of: file, flags: 0).0
    }

    // MARK: Reading

    private func readCondition(
        at url: URL,
        of file: HeldFile,
        flags: Int32
    ) throws -> (Condition, FileState?) {
        // Opened without blocking, because opening a pipe must not hang.
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags)
        guard descriptor >= 0 else { return (try Self.condition(of: errno, url), nil) }
        defer { close(descriptor) }
        var (before, after) = (stat(), stat())
        guard fstat(descriptor, &before) == 0, before.st_mode & S_IFMT == S_IFREG else {
            return (.damaged, nil)
        }
        do {
            let checksum = try SourceFile.read(descriptor, at: url) { _ in }
            guard checksum == file.checksum else { return (.damaged, nil) }
        } catch let error as StoreError where error.code == .inputOutput {
            return (.damaged, nil)
        }
        let isQuiet =
            fstat(descriptor, &after) == 0 && FileState(before) == FileState(after)
        return (.whole, isQuiet ? FileState(after) : nil)
    }

    private static func condition(of code: Int32, _ url: URL) throws -> Condition {
        switch code {
        case ENOENT, ENOTDIR: return .missing
        case EACCES, EPERM, EIO, ELOOP, ENXIO, EISDIR, EBADMSG, EUCLEAN: return .damaged
        default: throw StoreError.system("Looking at", path: url.path, code: code)
        }
    }

    // MARK: Recorded file states

    /// Writes the states of files that were read and are whole, so that they need not be read again.
    ///
    /// - Parameter least: the minimum number of states. With fewer, nothing is written yet.
    /// - Throws: ``StoreError``.
    package func noteStates(least: Int = 1) throws {
        guard core.mode == .readWrite else { return }
        let states = found.withLock { found -> [(String, FileState)] in
            guard found.unwritten.count >= least else { return [] }
            let states = found.unwritten.compactMap { name in
                found.states[name].map { (name, $0) }
            }
            found.unwritten = []
            return states
        }
        guard !states.isEmpty else { return }
        do {
            try core.write { db in
                let statement = try db.cachedStatement(
                    sql: "UPDATE resource SET inode = ?, status_change = ? WHERE file = ?"
                )
                for (file, state) in states {
                    try statement.run(in: db) { columns in
                        columns.integer(state.inode)
                        columns.integer(state.statusChange)
                        columns.text(file)
                    }
                }
            }
        } catch {
            // The next call writes them, such as the one on a full disk that has got some room.
            found.withLock { $0.unwritten.formUnion(states.map(\.0)) }
            throw error
        }
    }

    /// Writes the states like ``noteStates(least:)``, and none on a full disk: they only save reading files again.
    package func noteStatesIfRoom(least: Int = 1) throws {
        do {
            try noteStates(least: least)
        } catch let error as StoreError where error.code == .diskFull {}
    }
}
