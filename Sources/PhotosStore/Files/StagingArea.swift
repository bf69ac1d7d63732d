import CPhotosSystem
import Crypto
import Foundation
import Glibc

/// A new file on its way into the library: written, checked and synced, but not yet mentioned by any row.
struct StagedFile {
    /// The name below the folder of originals.
    var file: String
    var byteCount: Int64
    var checksum: [UInt8]
    /// Removed once the block has been committed, when the caller gave the file away.
    var source: SourceFile.Given?
}

/// The files of one block until it is committed: a folder whose lock lives as long as the process that fills it.
///
/// Files are durable and under their final names before the transaction begins. The manifest names them, so that
/// recovery looks at what was in flight and at nothing else.
final class StagingArea {
    private let layout: LibraryLayout
    private let folder: URL
    private let owner: Int32
    private var staged: [(temporary: URL, file: StagedFile)] = []
    private var isPublished = false

    init(layout: LibraryLayout, id: UUID) throws {
        self.layout = layout
        let name = id.uuidString.lowercased()
        folder = layout.staging.appendingPathComponent(name, isDirectory: true)
        // Under a name that recovery leaves in peace, until the lock is held.
        let draft = layout.staging.appendingPathComponent(
            StagingRecovery.draftPrefix + name,
            isDirectory: true
        )
        try FileOperations.makeFolder(draft)
        owner = try FileOperations.open(
            draft.appendingPathComponent("owner"),
            O_RDWR | O_CREAT | O_EXCL
        )
        guard flock(owner, LOCK_EX | LOCK_NB) == 0 else {
            throw StoreError.system("Locking", draft.path, errno)
        }
        let code = photos_rename_exclusive(draft.path, folder.path)
        guard code == 0 else { throw StoreError.system("Renaming to", folder.path, code) }
    }

    deinit { close(owner) }

    /// Copies bytes into the area and syncs them; gives the descriptor to `examine` before it is closed.
    func add<Result>(
        _ content: ResourceSource.Content,
        id: UUID,
        pathExtension: (Int32) throws -> (String, Result)
    ) throws -> (StagedFile, Result) {
        let name = id.uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        let temporary = folder.appendingPathComponent(name)
        var source: SourceFile.Given?
        let (byteCount, checksum): (Int64, [UInt8])
        switch content {
        case .data(let data):
            (byteCount, checksum) = try write(data, to: temporary)
        case .file(let url, let move):
            if move { source = try SourceFile.given(url, to: layout) }
            (byteCount, checksum) = try SourceFile.bring(url, to: temporary, giveAway: move)
        }
        let descriptor = try FileOperations.open(temporary, O_RDONLY)
        defer { close(descriptor) }
        let (pathExtension, result) = try pathExtension(descriptor)
        let suffix = pathExtension.isEmpty ? "" : "." + pathExtension
        let file = StagedFile(
            file: "\(name.prefix(2))/\(name)\(suffix)",
            byteCount: byteCount,
            checksum: checksum,
            source: source
        )
        staged.append((temporary, file))
        return (file, result)
    }

    private func write(_ data: Data, to temporary: URL) throws -> (Int64, [UInt8]) {
        let descriptor = try FileOperations.open(
            temporary,
            O_WRONLY | O_CREAT | O_EXCL,
            mode: 0o444
        )
        defer { close(descriptor) }
        try FileOperations.write(Array(data)[...], to: descriptor, temporary)
        try FileOperations.sync(descriptor, temporary)
        return (Int64(data.count), Array(SHA256.hash(data: data)))
    }

    /// Moves the files to their final names, durably.
    ///
    /// From here on a commit may mention them.
    func publish() throws {
        isPublished = true
        let manifest = staged.map(\.file.file).joined(separator: "\n")
        try FileOperations.replace(
            folder.appendingPathComponent("manifest"),
            with: Array(manifest.utf8)
        )
        try FileOperations.syncFolder(layout.staging)
        let folders = Set(staged.map { layout.original($0.file.file).deletingLastPathComponent() })
        for folder in folders { try FileOperations.makeFolder(folder) }
        // Always: another process may have made the folder, and not come to this.
        try FileOperations.syncFolder(layout.originals)
        for (temporary, file) in staged {
            let target = layout.original(file.file)
            let code = photos_rename_exclusive(temporary.path, target.path)
            guard code == 0 else { throw StoreError.system("Renaming to", target.path, code) }
        }
        for folder in folders { try FileOperations.syncFolder(folder) }
    }

    /// After the commit: the area goes, and so do the files that callers gave away.
    func finish() {
        for (_, file) in staged {
            if let source = file.source { SourceFile.remove(source) }
        }
        StagingRecovery.removeFolder(folder)
    }

    /// After a failure: removes every file that no row mentions.
    ///
    /// `isMentioned` must look into the database.
    func discard(isMentioned: ([String]) throws -> Set<String>) {
        let files = staged.map(\.file.file)
        guard isPublished else { return StagingRecovery.removeFolder(folder) }
        // When the database cannot tell, the area stays for the next opening to decide.
        guard let mentioned = try? isMentioned(files) else { return }
        for file in files where !mentioned.contains(file) {
            try? FileOperations.unlink(layout.original(file))
        }
        StagingRecovery.removeFolder(folder)
    }
}
