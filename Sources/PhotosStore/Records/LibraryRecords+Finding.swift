package import Foundation
import GRDB

/// Finding assets and albums by what an import knows of them.
extension LibraryRecords {
    /// Returns whether the library has a file of this size.
    ///
    /// If not, a file of this size is new, and need not be read to find out.
    package func hasResource(ofSize byteCount: Int64) throws -> Bool {
        try core.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM resource WHERE byte_count = ? LIMIT 1"
            )
            return try statement.first(in: db) {
                $0.integer(byteCount)
            } _: { _ in
                true
            } ?? false
        }
    }

    /// Returns the assets with a picture, movie or sound of this checksum, oldest first.
    ///
    /// With `evenDeleted`, assets in Recently Deleted are included, after the others.
    package func holders(ofChecksum checksum: [UInt8], evenDeleted: Bool = false) throws -> [UUID] {
        try core.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT DISTINCT asset.uuid FROM resource JOIN asset ON asset.id = resource.asset_id
                    WHERE resource.checksum = ? AND resource.type <> 7 AND (? OR asset.trashed_date IS NULL)
                    ORDER BY asset.trashed_date IS NOT NULL, asset.id
                    """
            )
            var uuids: [UUID] = []
            try statement.forEachRow(in: db) {
                $0.blob(checksum)
                $0.integer(evenDeleted ? 1 : 0)
            } _: {
                if let uuid = $0.uuid() { uuids.append(uuid) }
            }
            return uuids
        }
    }

    /// Returns the assets with a resource that has a content identifier, such as the other half of a pair.
    package func assets(withContentIdentifier identifier: String) throws -> [UUID] {
        try core.read { db in
            try Data.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT DISTINCT asset.uuid FROM resource JOIN asset ON asset.id = resource.asset_id
                        WHERE resource.content_identifier = ? AND asset.trashed_date IS NULL
                        ORDER BY asset.id
                        """
                ),
                arguments: [identifier]
            ).compactMap { UUID(bytes: $0) }
        }
    }

    /// Returns the pictures of a burst outside Recently Deleted.
    package func burst(_ identifier: String) throws -> [AssetRecord] {
        try core.read { db in
            let rows = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id FROM asset WHERE burst_identifier = ? AND trashed_date IS NULL
                        ORDER BY id
                        """
                ),
                arguments: [identifier]
            )
            var records: [AssetRecord] = []
            try AssetRecord.forEachRecord(at: rows, in: db) { records.append($0) }
            return records
        }
    }

    /// Returns the rows of the assets in Recently Deleted.
    package func trashedRows() throws -> Set<Int64> {
        try core.read { db in
            try Set(
                Int64.fetchAll(db, sql: "SELECT id FROM asset WHERE trashed_date IS NOT NULL")
            )
        }
    }

    /// Returns the oldest album with a title.
    package func album(titled title: String) throws -> UUID? {
        try core.read { db in
            try Data.fetchOne(
                db,
                sql: "SELECT uuid FROM collection WHERE kind = 1 AND title = ? ORDER BY id LIMIT 1",
                arguments: [title]
            ).flatMap { UUID(bytes: $0) }
        }
    }

    /// Returns all albums with a title, the oldest first.
    package func albums(titled title: String) throws -> [UUID] {
        try core.read { db in
            try Data.fetchAll(
                db,
                sql: "SELECT uuid FROM collection WHERE kind = 1 AND title = ? ORDER BY id",
                arguments: [title]
            ).compactMap { UUID(bytes: $0) }
        }
    }

    /// How an album or folder was deleted.
    package enum CollectionDeletion: Sendable {
        case byPerson
        /// An undo took back the import that made it.
        case byUndoOfImport
    }

    /// Returns how the album or folder with this identifier was deleted the last time; nil if there is one, or was none.
    ///
    /// The change of an undo names the source of the import. Once the history has forgotten the change, a person counts as the
    /// one who deleted.
    package func deletion(ofCollection uuid: UUID) throws -> CollectionDeletion? {
        try core.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT change.work IS 0 AND change.source_id IS NOT NULL
                    FROM tombstone LEFT JOIN change ON change.sequence = tombstone.sequence
                    WHERE tombstone.entity = ? AND tombstone.uuid = ?
                        AND NOT EXISTS (SELECT 1 FROM collection WHERE uuid = tombstone.uuid)
                    ORDER BY tombstone.sequence DESC LIMIT 1
                    """,
                arguments: [Int64(Entity.collection.rawValue), Data(uuid.bytes)]
            ).map { isUndone -> CollectionDeletion in isUndone ? .byUndoOfImport : .byPerson }
        }
    }

    /// Returns those of the given assets that are not in an album, in their order.
    package func nonmembers(of album: UUID, among assets: [UUID]) throws -> [UUID] {
        guard !assets.isEmpty, let row = try rows(of: [album], in: .collection)[album] else {
            return assets
        }
        let rows = try rows(of: assets, in: .asset)
        return try core.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM member WHERE album_id = ? AND asset_id = ?"
            )
            return try assets.filter { uuid in
                guard let asset = rows[uuid] else { return true }
                return try statement.first(in: db) {
                    $0.integer(row)
                    $0.integer(asset)
                } _: { _ in
                    true
                } == nil
            }
        }
    }
}
