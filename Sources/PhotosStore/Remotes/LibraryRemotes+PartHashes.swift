import Foundation

/// The checksums of the parts of files, by which ranges and streams are compared.
extension LibraryRemotes {
    /// Returns the checksums of the parts of a file; nil for files of one part, and for those that no remote has given back
    /// since parts are kept.
    package func partHashes(of resource: ResourceRecord) throws -> PartHashes? {
        let object = RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount)
        guard PartHashes.areNeeded(for: object.byteCount) else { return nil }
        return try core.readAll { db in try PartLedger(db).hashes(of: object) }
    }

    /// Returns the objects among these whose parts have checksums that are not known.
    package func objectsWithoutPartHashes(_ objects: [RemoteObject]) throws -> Set<RemoteObject> {
        let large = objects.filter { PartHashes.areNeeded(for: $0.byteCount) }
        guard !large.isEmpty else { return [] }
        return try core.readAll { db in
            let ledger = PartLedger(db)
            return Set(try large.filter { try ledger.areMissing(of: $0) })
        }
    }

    /// Forgets checksums that do not belong to a file.
    func forgetPartHashes(of resource: ResourceRecord) {
        // Should this fail, the next fetch finds it out again.
        try? core.write { db in try PartLedger(db).forget(resource.checksum) }
    }
}
