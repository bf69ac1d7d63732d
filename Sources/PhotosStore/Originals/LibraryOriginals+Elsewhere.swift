package import Foundation

/// Files that are not in the library's folder, because remotes have them.
extension LibraryOriginals {
    /// Returns the resources among these whose file is not on this disk but in a remote.
    ///
    /// While all files are there, this costs one system call a resource.
    package func elsewhere(_ resources: [ResourceRecord]) throws -> [ResourceRecord] {
        let absent = resources.filter { resource in
            // A file of another size is somebody else's.
            resource.sourceFileID == nil
                && FileOperations.size(core.layout.original(resource.file)) != resource.byteCount
        }
        guard !absent.isEmpty else { return [] }
        let left = try core.readAll { db in try ElsewhereLedger(db).left(absent.map(\.rowID)) }
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
        let left = try core.readAll { db in try ElsewhereLedger(db).left(ofAssets: rows) }
        return left.isEmpty ? [] : try records.resources(left)
    }

    /// Returns the resources whose file has left the library's folder at some time, in the order of their rows.
    package func resourcesThatLeft() throws -> [ResourceRecord] {
        var resources: [ResourceRecord] = []
        while true {
            let left = try core.readAll { db in
                try ElsewhereLedger(db).left(after: resources.last?.rowID ?? 0, atMost: 1_024)
            }
            guard !left.isEmpty else { return resources }
            resources += try self.records.resources(left.map(\.resource))
        }
    }

    /// Returns whether a resource's file has left the library's folder.
    func hasLeft(_ resource: ResourceRecord) -> Bool {
        let left = try? core.readAll { db in try ElsewhereLedger(db).left([resource.rowID]) }
        return left?.isEmpty == false
    }

    /// Returns whether the file with this name has left the library's folder.
    func hasLeft(_ file: String) throws -> Bool {
        try core.readAll { db in try ElsewhereLedger(db).hasLeft(file) }
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
        try core.readAll { db in try ElsewhereLedger(db).remotes(having: resource.checksum) }
    }

    /// The folder for files that are being fetched.
    package var fetchFolder: URL {
        core.layout.derived.appendingPathComponent("fetching", isDirectory: true)
    }
}
