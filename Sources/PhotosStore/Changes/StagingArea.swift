import CPhotosSystem
import Crypto
package import Foundation
import Glibc
import Synchronization

/// The files of one block, or of the blocks of one import, until they are committed.
///
/// The area is a folder with a lock that the process holds while it exists. Before the transaction begins,
/// the files are durable and have their final names. The manifest names the files of the present block, so
/// that recovery checks only the files that were in flight.
///
/// Several threads may add files. Only one thread at a time publishes and finishes. The mutex `isKept`
/// guards whether the folder must outlive this object. The mutex `staying` guards why files that callers
/// gave away could not be deleted.
package final class StagingArea: Sendable {
    /// The moment when the bytes of a new file are flushed to disk.
    package enum Settling: Sendable {
        /// Before the file counts as staged.
        case atOnce
        /// When the block of the file is published, together with the block's other files.
        case together
    }

    let layout: LibraryLayout
    let folder: URL
    let owner: Int32
    /// Flushes the files of a block together; nil where each file is flushed before it counts as staged.
    private let fileSystem: FileSystemSync?
    private let isKept = Mutex(false)
    /// The leases of adopted files of the present block.
    ///
    /// A lease lasts from the file's publication to the end of the block.
    let leases = Mutex<[String: FileLease]>([:])
    private let staying = Mutex<[URL: String]>([:])

    init(
        layout: LibraryLayout,
        id: UUID,
        settling: Settling = .atOnce
    ) throws {
        self.layout = layout
        fileSystem = settling == .together ? try FileSystemSync(of: layout.root) : nil
        (folder, owner) = try OwnedFolder.makeFolder(id, in: layout.staging)
    }

    deinit { FileOperations.closeLocked(owner) }

    /// Copies bytes into the area.
    ///
    /// Calls `pathExtension` with the file's descriptor before it is closed.
    package func add<Result>(
        _ content: ResourceSource.Content,
        id: UUID,
        pathExtension: (Int32) throws -> (String, Result)
    ) throws -> (StagedFile, Result) {
        let name = id.uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        let temporary = folder.appendingPathComponent(name)
        var isStaged = false
        // Its bytes would take space as long as the area exists.
        defer { if !isStaged { try? FileOperations.unlink(temporary) } }
        let settles = fileSystem == nil
        let brought: SourceFile.Brought
        switch content {
        case .data(let data):
            brought = try writeData(data, to: temporary, settles: settles)
        case .file(let url, let move):
            brought = try SourceFile.bring(
                url,
                to: temporary,
                given: move ? SourceFile.given(url, to: layout) : nil,
                settles: settles
            )
        case .found(let file, let descriptor, let move):
            brought = try SourceFile.bring(
                descriptor,
                source: file.url,
                to: temporary,
                given: move ? SourceFile.given(file.url, inode: file.inode, to: layout) : nil,
                insists: false,
                settles: settles
            )
        case .part(let url, let range):
            brought = try SourceFile.bring(range, of: url, to: temporary)
            // Parts are few, and come from files that are still being added. So each part is flushed by
            // itself.
            if settles { try FileOperations.syncFile(temporary) }
        case .staged:
            preconditionFailure("A file that is staged already must not be staged again.")
        }
        let descriptor = try FileOperations.open(temporary, flags: O_RDONLY)
        defer { close(descriptor) }
        let (pathExtension, result) = try pathExtension(descriptor)
        let suffix = pathExtension.isEmpty ? "" : "." + pathExtension
        let file = StagedFile(
            file: "\(name.prefix(2))/\(name)\(suffix)",
            byteCount: brought.byteCount,
            checksum: brought.checksum,
            source: brought.given,
            stayingReason: brought.stayingReason
        )
        isStaged = true
        return (file, result)
    }

    private func writeData(
        _ data: Data,
        to temporary: URL,
        settles: Bool
    ) throws -> SourceFile.Brought {
        let descriptor = try FileOperations.open(
            temporary,
            flags: O_WRONLY | O_CREAT | O_EXCL,
            mode: 0o444
        )
        defer { close(descriptor) }
        try FileOperations.write(Array(data)[...], to: descriptor, at: temporary)
        if settles { try FileOperations.sync(descriptor, at: temporary) }
        return SourceFile.Brought(
            byteCount: Int64(data.count),
            checksum: Array(SHA256.hash(data: data))
        )
    }

    /// Returns the path of a file until it is published.
    package func url(of file: StagedFile) -> URL {
        folder.appendingPathComponent(String(file.temporaryName))
    }

    /// Returns whether a file was added to this area.
    func owns(_ file: StagedFile) -> Bool { access(url(of: file).path, F_OK) == 0 }

    /// Moves files to their final names, durably.
    ///
    /// A commit may name the files after this.
    func publish(_ files: [StagedFile]) throws {
        guard !files.isEmpty else { return }
        for file in files where file.source?.isAdopted == true { try preventWriting(to: file) }
        let manifest = files.map(\.file).joined(separator: "\n")
        try FileOperations.replace(
            folder.appendingPathComponent("manifest"),
            with: Array(manifest.utf8)
        )
        try FileOperations.syncFolder(layout.staging)
        if let fileSystem {
            try fileSystem.syncContents(files.map(url(of:)))
        }
        let folders = Set(files.map { layout.original($0.file).deletingLastPathComponent() })
        for folder in folders { try FileOperations.makeFolder(folder) }
        // The folder is always flushed: another process may have created a subfolder without flushing its
        // entry.
        try FileOperations.syncFolder(layout.originals)
        for file in files {
            try FileOperations.moveOriginal(url(of: file), to: file.file, in: layout)
        }
        if let fileSystem {
            try fileSystem.syncFolders(Array(folders))
        } else {
            for folder in folders { try FileOperations.syncFolder(folder) }
        }
    }

    /// Deletes the files that callers gave away, after the commit.
    func finish(_ files: [StagedFile]) {
        for file in files {
            guard let source = file.source else { continue }
            var reason: String?
            if source.isAdopted {
                let lease = leases.withLock { $0.removeValue(forKey: file.file) }
                reason = finishAdopting(file, source: source, lease: lease)
            } else {
                reason = SourceFile.remove(source)
            }
            if let reason { staying.withLock { $0[source.url] = reason } }
        }
    }

    /// Returns why files that callers gave away could not be deleted, by their paths, and forgets it.
    package func takeStayingReasons() -> [URL: String] {
        staying.withLock { reasons in
            defer { reasons = [:] }
            return reasons
        }
    }

    /// Moves files that no row mentions back into the area, after a failure.
    ///
    /// `isMentioned` must query the database. If the query fails, the area is kept, and the next opening
    /// decides.
    func withdraw(_ files: [StagedFile], isMentioned: ([String]) throws -> Set<String>) {
        leases.withLock { $0 = [:] }
        guard !files.isEmpty else { return }
        guard let mentioned = try? isMentioned(files.map(\.file)) else {
            return isKept.withLock { $0 = true }
        }
        let unwanted = files.filter { !mentioned.contains($0.file) }
        for file in unwanted {
            // If even that fails, the file is deleted, because a deleted file is better than one without a
            // row.
            if !FileOperations.takeBackOriginal(file.file, to: url(of: file), in: layout) {
                try? FileOperations.removeOriginal(file.file, in: layout)
            }
        }
        // If a file reappears after a power failure, its manifest must exist.
        if (try? layout.syncFolders(of: unwanted.map(\.file))) == nil {
            isKept.withLock { $0 = true }
        }
    }

    /// Creates a folder for an import's temporary files.
    ///
    /// The folder is removed with the area.
    package func makeWorkFolder() throws -> URL {
        let url = folder.appendingPathComponent("work", isDirectory: true)
        try FileOperations.makeFolder(url)
        return url
    }

    /// Removes a staged file that is not needed.
    package func drop(_ file: StagedFile) {
        try? FileOperations.unlink(url(of: file))
    }

    /// Removes the area and the files left in it.
    package func remove() {
        leases.withLock { $0 = [:] }
        if !isKept.withLock(\.self) { StagingRecovery.removeFolder(folder) }
    }

    /// Returns the extension of a file name, in the form that originals use.
    package static func pathExtension(of filename: String?) -> String {
        let suffix = filename.map { ($0 as NSString).pathExtension } ?? ""
        return suffix.wholeMatch(of: /[A-Za-z0-9]{1,8}/) == nil ? "data" : suffix.lowercased()
    }
}
