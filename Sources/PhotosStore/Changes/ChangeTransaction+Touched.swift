import Foundation
import GRDB

extension ChangeTransaction {
    /// Returns the collections whose members or children changed, or are in another order.
    ///
    /// Only the net effect counts: a change that the block reverts touches nothing. Members in Recently
    /// Deleted are invisible, so changing their position touches nothing either.
    func touchedCollections() throws -> Set<Int64> {
        var touched = try albumsOfReorderedMembers()
        touched.formUnion(try albumsOfShownOrHiddenMembers())
        for entry in collections.entries.values {
            let (before, after) = (entry.before, entry.after)
            guard before?.parent != after?.parent || before?.position != after?.position else {
                continue
            }
            touched.formUnion([before?.parent, after?.parent].compactMap { $0 })
        }
        return touched
    }

    private func albumsOfReorderedMembers() throws -> Set<Int64> {
        guard !members.isEmpty else { return [] }
        let changed = members.filter { $0.value.before != $0.value.after }
        let trashed = try trashed(among: changed.map(\.key.assetID))
        var albums: Set<Int64> = []
        for (key, positions) in changed {
            let wasTrashed =
                assets.entries[key.assetID].map { $0.before?.trashedDate != nil }
                ?? trashed.contains(key.assetID)
            let left = positions.before != nil && !wasTrashed
            let entered = positions.after != nil && !trashed.contains(key.assetID)
            if left || entered { albums.insert(key.albumID) }
        }
        return albums
    }

    private func albumsOfShownOrHiddenMembers() throws -> Set<Int64> {
        let rows = assets.entries.compactMap { row, entry -> Int64? in
            guard !entry.isSame, let before = entry.before, let after = entry.after else {
                return nil
            }
            let wasShown = before.trashedDate == nil && !before.isHidden
            let isShown = after.trashedDate == nil && !after.isHidden
            let wasTrashed = before.trashedDate != nil
            return wasShown != isShown || wasTrashed != (after.trashedDate != nil) ? row : nil
        }
        guard !rows.isEmpty else { return [] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT album_id FROM member
                WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        var albums: Set<Int64> = []
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(rows))
        } _: {
            albums.insert($0.row())
        }
        return albums
    }
}
