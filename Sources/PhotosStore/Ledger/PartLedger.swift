import GRDB

/// The records about the checksums of parts, used inside a transaction of the caller.
struct PartLedger {
    let db: Database

    init(_ db: Database) { self.db = db }

    func storeHashes(_ hashes: PartHashes) throws {
        try db.cachedStatement(
            sql:
                "INSERT OR REPLACE INTO part_hashes (checksum, byte_count, hashes) VALUES (?, ?, ?)"
        ).run(in: db) {
            $0.blob(hashes.object.checksum)
            $0.integer(hashes.object.byteCount)
            $0.blob(hashes.bytes)
        }
    }

    /// Returns the checksums of the parts of an object; nil where they are not known.
    func hashes(of object: RemoteObject) throws -> PartHashes? {
        guard PartHashes.areNeeded(for: object.byteCount) else { return nil }
        return try db.cachedStatement(
            sql: "SELECT hashes FROM part_hashes WHERE checksum = ? AND byte_count = ?"
        ).first(in: db) {
            $0.blob(object.checksum)
            $0.integer(object.byteCount)
        } _: {
            PartHashes(of: object, bytes: $0.blob() ?? [])
        } ?? nil
    }

    /// Returns whether the checksums of the parts of an object are needed and not known.
    func areMissing(of object: RemoteObject) throws -> Bool {
        guard PartHashes.areNeeded(for: object.byteCount) else { return false }
        return try db.cachedStatement(sql: "SELECT 1 FROM part_hashes WHERE checksum = ?")
            .first(in: db) {
                $0.blob(object.checksum)
            } _: {
                $0.integer() != nil
            } != true
    }

    /// Forgets the parts of files that the library has no more.
    func forgetUnneeded() throws {
        try db.execute(
            sql: """
                DELETE FROM part_hashes WHERE NOT EXISTS
                    (SELECT 1 FROM resource WHERE resource.checksum = part_hashes.checksum)
                """
        )
    }

    func forget(_ checksum: [UInt8]) throws {
        try db.cachedStatement(sql: "DELETE FROM part_hashes WHERE checksum = ?")
            .run(in: db) { $0.blob(checksum) }
    }
}
