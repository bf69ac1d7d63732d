import Foundation
import GRDB
import Glibc
import PhotosMedia

/// What an import asks the library.
extension Library {
    /// Whether some bytes may be known: a file of another size is new without a look into it.
    func hasResource(ofSize byteCount: Int64) throws -> Bool {
        try read { db in
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

    /// The assets of which a picture, movie or sound has these bytes, oldest first; those in Recently Deleted count
    /// only where it is asked for.
    func holders(ofChecksum checksum: [UInt8], evenDeleted: Bool = false) throws -> [UUID] {
        try read { db in
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

    /// Assets of which a resource has a content identifier: halves of a pair.
    func assets(withContentIdentifier identifier: String) throws -> [UUID] {
        try read { db in
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

    /// The pictures of a burst.
    func burst(_ identifier: String) throws -> [AssetRecord] {
        try read { db in
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
            try AssetRecord.forEach(rows, in: db) { records.append($0) }
            return records
        }
    }

    /// Rows of the assets in Recently Deleted.
    func trashedRows() throws -> Set<Int64> {
        try read { db in
            try Set(
                Int64.fetchAll(db, sql: "SELECT id FROM asset WHERE trashed_date IS NOT NULL")
            )
        }
    }

    /// The first album of a title.
    func album(titled title: String) throws -> UUID? {
        try read { db in
            try Data.fetchOne(
                db,
                sql: "SELECT uuid FROM collection WHERE kind = 1 AND title = ? ORDER BY id LIMIT 1",
                arguments: [title]
            ).flatMap { UUID(bytes: $0) }
        }
    }

    /// Whether an object of this name was there, and has been deleted.
    func isBuried(_ uuid: UUID) throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM tombstone WHERE uuid = ?)",
                arguments: [Data(uuid.bytes)]
            ) ?? false
        }
    }

    /// Those of some assets that are not in an album, in their order.
    func nonmembers(of album: UUID, among assets: [UUID]) throws -> [UUID] {
        guard !assets.isEmpty, let row = try rows(of: [album], in: .collection)[album] else {
            return assets
        }
        let rows = try rows(of: assets, in: .asset)
        return try read { db in
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

    /// What an asset's files tell, for the decision whether newcomers belong to it.
    ///
    /// Nil for one that is not there any more. A file that cannot be read now says nothing but its name.
    func partner(_ uuid: UUID, _ reader: FactReader) throws -> LateArrivalRules.Asset? {
        guard let row = try rows(of: [uuid], in: .asset)[uuid],
            let resources = try resources(ofAssets: [row])[row]
        else { return nil }
        return LateArrivalRules.Asset(
            uuid: uuid,
            resources: resources.enumerated().map { index, resource in
                .init(role: resource.type, file: groupingFile(of: resource, index: index, reader))
            }
        )
    }

    private func groupingFile(
        of resource: ResourceRecord,
        index: Int,
        _ reader: FactReader
    ) -> GroupingFile {
        let name = resource.filename ?? resource.file
        if let url = try? url(of: resource),
            let descriptor = try? FileOperations.open(url, O_RDONLY)
        {
            defer { Glibc.close(descriptor) }
            if let facts = try? reader.facts(of: descriptor, name) {
                return GroupingFile(index: index, folder: "", name: name, facts: facts)
            }
        }
        guard let type = MediaType(rawValue: resource.contentType) else {
            return GroupingFile(index: index, folder: "", name: name, kind: .sidecar(.aae))
        }
        return GroupingFile(
            index: index,
            folder: "",
            name: name,
            kind: .init(type),
            typeIdentifier: resource.contentType
        )
    }
}
