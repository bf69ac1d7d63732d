import GRDB
import PhotosSearch

/// The values of other tables after a range of the log, for the assets that may enter or leave a result.
struct RelatedStates: Sendable {
    /// The values by asset.
    private(set) var values: [Int64: RelatedValues] = [:]
    /// The assets that entered or left an album in the range but did not change themselves.
    private(set) var bystanders: [Int64: AssetRecord] = [:]

    /// Reads the values for all assets that a range of the log mentions.
    ///
    /// Albums and records are those at the end of the range. Facts of files and titles of albums are those that `db` reads:
    /// when they change, the log mentions the asset or the album again.
    init(_ rewind: Rewind, _ fields: Set<RelatedField>, _ db: Database) throws {
        let hasAlbums = fields.contains { $0.isOfAlbums }
        let moved = hasAlbums ? Set(rewind.members.keys.map(\.assetID)) : []
        let others = moved.subtracting(rewind.assets.keys)
        let rows = rewind.assets.compactMap { $0.value.after == nil ? nil : $0.key } + others
        guard !rows.isEmpty else { return }
        let later = try Rewind(from: rewind.to, to: .max, withPositions: false, db)
        var albums: [Int64: Set<Int64>]?
        if hasAlbums {
            albums = try Self.albums(of: rows, before: later, db)
            bystanders = try AssetRecord.fetch(others, in: db)
            for row in others {
                if let delta = later.assets[row] { bystanders[row] = delta.before }
            }
        }
        values = try RelatedValues.read(of: rows, fields: fields, albums: albums, in: db)
    }

    /// Returns the albums of assets before later changes.
    private static func albums(
        of rows: [Int64],
        before later: Rewind,
        _ db: Database
    ) throws -> [Int64: Set<Int64>] {
        var albums = Dictionary(uniqueKeysWithValues: rows.map { ($0, Set<Int64>()) })
        let statement = try db.cachedStatement(
            sql: """
                SELECT asset_id, album_id FROM member
                WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        try statement.forEachRow([PackedList.rows(rows)], in: db) { (columns) -> Void in
            let row = columns.row()
            albums[row]?.insert(columns.row())
        }
        for (key, delta) in later.members {
            if delta.before == nil {
                albums[key.assetID]?.remove(key.albumID)
            } else {
                albums[key.assetID]?.insert(key.albumID)
            }
        }
        return albums
    }
}

extension Condition {
    /// Returns whether a change of albums in a range of the log may put other assets into a result than those that the
    /// range mentions.
    ///
    /// Only conditions that read titles of albums ask.
    func mayChange(by rewind: Rewind) -> Bool {
        let patterns = words.map(\.pattern)
        return rewind.collections.values.contains { delta in
            if delta.mask.contains(CollectionField.parent) { return true }
            let isOther =
                delta.before == nil || delta.after == nil
                || delta.mask.contains(CollectionField.title)
            guard isOther else { return false }
            return [delta.before, delta.after].contains { record in
                guard let record else { return false }
                // The folders around an album that is not at the top level may have the words.
                return record.parent != 1
                    || record.title.map { title in patterns.contains { $0.matches(title) } }
                        ?? false
            }
        }
    }
}
