import CPhotosSystem
import Crypto
import Foundation
import Glibc
import Synchronization

/// The files of one block, or of the blocks of one import, until they are committed.
///
/// A folder whose lock lives as long as the process that fills it. Files are durable and under their final names before
/// the transaction begins. The manifest names those of the present block, so that recovery looks at what was in flight
/// and at nothing else. Several threads may add files; `isKept` guards whether the folder must outlive this object, and
/// one thread at a time publishes and finishes.
package final class StagingArea: Sendable {
    /// When the bytes of a new file reach the disk.
    package enum Settling: Sendable {
        /// Before it counts as staged.
        case atOnce
        /// When its block is published, with those of the others.
        case together
    }

    let layout: LibraryLayout
    let folder: URL
    let owner: Int32
    /// What makes the files of a block durable together; nil where each is so before it counts as staged.
    private let fileSystem: FileSystemSync?
    private let omits: Set<ProtocolStep>
    private let isKept = Mutex(false)
    /// Of the files of the present block that were taken over, from their way to their final names to the end of the block.
    let leases = Mutex<[String: FileLease]>([:])

    init(
        layout: LibraryLayout,
        id: UUID,
        settling: Settling = .atOnce,
        omits: Set<ProtocolStep> = []
    ) throws {
        self.omits = omits
        self.layout = layout
        fileSystem = settling == .together ? try FileSystemSync(of: layout.root) : nil
        (folder, owner) = try OwnedFolder.make(id, in: layout.staging)
    }

    deinit { close(owner) }

    /// Copies bytes into the area; gives the descriptor to `pathExtension` before it is closed.
    func add<Result>(
        _ content: ResourceSource.Content,
        id: UUID,
        pathExtension: (Int32) throws -> (String, Result)
    ) throws -> (StagedFile, Result) {
        let name = id.uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        let temporary = folder.appendingPathComponent(name)
        let settles = fileSystem == nil && !omits.contains(.syncFiles)
        let brought: SourceFile.Brought
        switch content {
        case .data(let data):
            brought = try write(data, to: temporary, settles)
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
                file.url,
                to: temporary,
                given: move ? SourceFile.given(file.url, inode: file.inode, to: layout) : nil,
                insists: false,
                settles: settles
            )
        case .part(let url, let range):
            brought = try SourceFile.bring(range, of: url, to: temporary)
            // Parts are few, and of files that are on their way themselves.
            if settles { try FileOperations.syncFile(temporary) }
        case .staged:
            preconditionFailure("A file that is staged already must not be staged again.")
        }
        let descriptor = try FileOperations.open(temporary, O_RDONLY)
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
        return (file, result)
    }

    private func write(
        _ data: Data,
        to temporary: URL,
        _ settles: Bool
    ) throws -> SourceFile.Brought {
        let descriptor = try FileOperations.open(
            temporary,
            O_WRONLY | O_CREAT | O_EXCL,
            mode: 0o444
        )
        defer { close(descriptor) }
        try FileOperations.write(Array(data)[...], to: descriptor, temporary)
        if settles { try FileOperations.sync(descriptor, temporary) }
        return SourceFile.Brought(
            byteCount: Int64(data.count),
            checksum: Array(SHA256.hash(data: data))
        )
    }

    /// Where a file is until it is published.
    func url(of file: StagedFile) -> URL {
        folder.appendingPathComponent(String(file.temporaryName))
    }

    /// Whether a file was brought into this area.
    func owns(_ file: StagedFile) -> Bool { access(url(of: file).path, F_OK) == 0 }

    /// Moves files to their final names, durably.
    ///
    /// From here on a commit may mention them.
    func publish(_ files: [StagedFile]) throws {
        guard !files.isEmpty else { return }
        for file in files where file.source?.isAdopted == true { try hold(file) }
        let manifest = files.map(\.file).joined(separator: "\n")
        try FileOperations.replace(
            folder.appendingPathComponent("manifest"),
            with: Array(manifest.utf8)
        )
        try FileOperations.syncFolder(layout.staging)
        if let fileSystem, !omits.contains(.syncFiles) {
            try fileSystem.syncContents(files.map(url(of:)))
        }
        let folders = Set(files.map { layout.original($0.file).deletingLastPathComponent() })
        for folder in folders { try FileOperations.makeFolder(folder) }
        // Always: another process may have made the folder, and not come to this.
        try FileOperations.syncFolder(layout.originals)
        for file in files {
            try FileOperations.moveOriginal(url(of: file), to: file.file, layout)
        }
        guard !omits.contains(.syncFolders) else { return }
        if let fileSystem {
            try fileSystem.syncFolders(Array(folders))
        } else {
            for folder in folders { try FileOperations.syncFolder(folder) }
        }
    }

    /// After the commit: the files that callers gave away go.
    func finish(_ files: [StagedFile]) {
        for file in files {
            guard let source = file.source else { continue }
            if source.isAdopted {
                let lease = leases.withLock { $0.removeValue(forKey: file.file) }
                settle(file, source, lease)
            } else {
                SourceFile.remove(source)
            }
        }
    }

    /// After a failure: takes files that no row mentions back into the area.
    ///
    /// `isMentioned` must look into the database. When it cannot tell, the area stays for the next opening to decide.
    func withdraw(_ files: [StagedFile], isMentioned: ([String]) throws -> Set<String>) {
        leases.withLock { $0 = [:] }
        guard !files.isEmpty else { return }
        guard let mentioned = try? isMentioned(files.map(\.file)) else {
            return isKept.withLock { $0 = true }
        }
        let unwanted = files.filter { !mentioned.contains($0.file) }
        for file in unwanted {
            // Where even that fails, the file is better gone than without a row.
            if !FileOperations.takeBackOriginal(file.file, to: url(of: file), layout) {
                try? FileOperations.removeOriginal(file.file, layout)
            }
        }
        // A file that comes back after a power cut must find its manifest there.
        if (try? layout.syncFolders(of: unwanted.map(\.file))) == nil {
            isKept.withLock { $0 = true }
        }
    }

    /// A folder for what an import needs while it runs, gone with the area.
    func makeWorkFolder() throws -> URL {
        let url = folder.appendingPathComponent("work", isDirectory: true)
        try FileOperations.makeFolder(url)
        return url
    }

    /// Removes a file that is not wanted after all.
    func drop(_ file: StagedFile) {
        try? FileOperations.unlink(url(of: file))
    }

    /// Removes the area and what is left in it.
    func remove() {
        leases.withLock { $0 = [:] }
        if !isKept.withLock(\.self) { StagingRecovery.removeFolder(folder) }
    }

    /// The extension of a name as originals may have it.
    static func pathExtension(of filename: String?) -> String {
        let suffix = filename.map { ($0 as NSString).pathExtension } ?? ""
        return suffix.wholeMatch(of: /[A-Za-z0-9]{1,8}/) == nil ? "data" : suffix.lowercased()
    }
}
