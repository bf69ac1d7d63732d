package import Foundation
import Glibc

/// Files that are not in the library's folder, because remotes have them.
extension Library {
    /// Returns the resources among these whose file is not on this disk but in a remote.
    ///
    /// While all files are there, this costs one system call a resource.
    package func elsewhere(_ resources: [ResourceRecord]) throws -> [ResourceRecord] {
        let absent = resources.filter { resource in
            // A file of another size is somebody else's.
            resource.sourceFileID == nil
                && FileOperations.size(layout.original(resource.file)) != resource.byteCount
        }
        guard !absent.isEmpty else { return [] }
        let left = try readAll { db in try ElsewhereLedger(db).left(absent.map(\.rowID)) }
        return absent.filter { left.contains($0.rowID) }
    }

    /// Returns which of these assets have a file that is not on this disk but in a remote.
    package func assetsElsewhere(among rows: some Collection<Int64>) throws -> Set<Int64> {
        Set(try elsewhere(resourcesThatLeft(ofAssets: rows)).map(\.assetID))
    }

    /// Returns which of these assets have a file that is not on this disk, and that no remote is said to have any more.
    package func assetsLost(among rows: some Collection<Int64>) throws -> Set<Int64> {
        Set(try lost(resourcesThatLeft(ofAssets: rows)).map(\.assetID))
    }

    private func resourcesThatLeft(
        ofAssets rows: some Collection<Int64>
    ) throws -> [ResourceRecord] {
        let left = try readAll { db in try ElsewhereLedger(db).left(ofAssets: rows) }
        return left.isEmpty ? [] : try resources(left)
    }

    /// Returns the resources whose file has left the library's folder at some time, in the order of their rows.
    package func resourcesThatLeft() throws -> [ResourceRecord] {
        var resources: [ResourceRecord] = []
        while true {
            let left = try readAll { db in
                try ElsewhereLedger(db).left(after: resources.last?.rowID ?? 0, atMost: 1_024)
            }
            guard !left.isEmpty else { return resources }
            resources += try self.resources(left.map(\.resource))
        }
    }

    /// Makes the files of resources local.
    ///
    /// This waits for the transfer. Threads and processes that need the same bytes share one.
    ///
    /// - Parameters:
    ///   - resources: The resources.
    ///   - access: The permission to use the network, or nil.
    ///   - keeping: The rows of further resources whose files stay, should others have to make room.
    /// - Throws: ``StoreError``. The code is `fileElsewhere` where a file is elsewhere and `access` is nil. Other codes
    ///   are `networkFailed` where no remote can give it, `cancelled` and `diskFull`.
    package func makeLocal(
        _ resources: [ResourceRecord],
        access: NetworkAccess?,
        keeping: Set<Int64> = []
    ) throws {
        let wanted = try elsewhere(resources)
        guard let first = wanted.first else { return }
        guard let access else { throw elsewhereError(first) }
        try checkTakesFiles()
        try OriginalFetch(library: self, access: access, keeping: keeping).run(wanted)
    }

    /// Throws if no file may come into the library's folder.
    ///
    /// A library that is open for reading alone takes fetched files, since they change no row, unless it is in a folder
    /// where nothing is written.
    func checkTakesFiles() throws {
        if mode == .readOnly {
            if let refusal { throw refusal }
            if let problem = environment.volumeEnvironment.problem(at: layout.root) {
                throw problem.error
            }
        }
        try checkIsPresent()
    }

    /// Opens the file of a resource for reading, and fetches it before if it is elsewhere.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - access: The permission to use the network, or nil.
    /// - Returns: A descriptor, which the caller closes.
    /// - Throws: ``absence(of:cause:)`` where the file does not exist, and the errors of ``makeLocal(_:access:)``.
    package func openFile(of resource: ResourceRecord, _ access: NetworkAccess?) throws -> Int32 {
        let url = try urlToOpen(of: resource)
        do {
            return try FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK)
        } catch {
            guard try !elsewhere([resource]).isEmpty else {
                throw absence(of: resource, cause: StoreError(error))
            }
            try makeLocal([resource], access: access)
            return try FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK)
        }
    }

    /// Returns whether a resource's file has left the library's folder.
    func hasLeft(_ resource: ResourceRecord) -> Bool {
        let left = try? readAll { db in try ElsewhereLedger(db).left([resource.rowID]) }
        return left?.isEmpty == false
    }

    /// Returns whether the file with this name has left the library's folder.
    func hasLeft(_ file: String) throws -> Bool {
        try readAll { db in try ElsewhereLedger(db).hasLeft(file) }
    }

    func elsewhereError(_ resource: ResourceRecord, cause: (any Error)? = nil) -> StoreError {
        let name = resource.filename ?? "The file"
        let isLost = (try? lost([resource]))?.isEmpty == false
        return StoreError(
            .fileElsewhere,
            isLost
                ? "\(name) left this disk, and no remote had it at the last look. `photokit check` says how it comes back."
                : "\(name) is not on this disk, but in a remote of the library. `photokit remote fetch` brings it back, and so does a request that may use the network.",
            cause: cause
        )
    }

    /// Returns the remotes that may have the bytes of a resource, in the order in which they are asked.
    func remotes(
        having resource: ResourceRecord
    ) throws -> [(remote: RemoteRow, isStored: Bool)] {
        try readAll { db in try ElsewhereLedger(db).remotes(having: resource.checksum) }
    }

    /// The folder for files that are being fetched.
    package var fetchFolder: URL {
        layout.derived.appendingPathComponent("fetching", isDirectory: true)
    }

    /// Gives a fetched file its place, if no file is there.
    ///
    /// The file's bytes must have been compared with the checksum. The bytes are on the disk before the name is: after
    /// a power failure, the file is whole or still elsewhere.
    ///
    /// - Parameters:
    ///   - file: The file, in ``fetchFolder``.
    ///   - resource: The resource with these bytes.
    /// - Throws: ``StoreError``.
    func place(fetched file: URL, for resource: ResourceRecord) throws {
        try FileOperations.syncFile(file)
        let target = layout.original(resource.file)
        try FileOperations.makeFolder(target.deletingLastPathComponent())
        if FileOperations.size(target) != nil { _ = try quarantine(resource.file) }
        guard rename(file.path, target.path) == 0 else {
            throw StoreError.system("Renaming to", path: target.path, code: errno)
        }
        parts.forget(resource.checksum)
    }

    /// Notes what a fetch has shown about an object of a remote.
    ///
    /// A copy of the library notes nothing about the remotes of another one.
    func recordOutcome(_ outcome: RemoteOutcome, of resource: ResourceRecord, in remote: RemoteRow)
    {
        guard remote.incarnation == identity.incarnation else { return }
        let object = RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount)
        let now = environment.now()
        // The next check of the remote finds it out again.
        try? write { db in
            try RemoteLedger(db).recordOutcome(outcome, of: object, in: remote.id, on: now)
        }
    }
}
