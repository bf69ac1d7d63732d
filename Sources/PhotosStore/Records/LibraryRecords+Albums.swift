import Foundation
import GRDB

extension LibraryRecords {
    /// Returns the rows of the albums that contain each asset, in rising order; assets in no album are left out.
    package func albums(
        ofAssets rows: some Collection<Int64>
    ) throws -> [Int64: [Int64]] {
        try core.read { db in
            var albums: [Int64: [Int64]] = [:]
            let statement = try db.cachedStatement(
                sql: """
                    SELECT member.asset_id, member.album_id FROM photokit_rows(?) AS list
                    CROSS JOIN member ON member.asset_id = list.value ORDER BY 1, 2
                    """
            )
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
            } _: { columns in
                let asset = columns.row()
                albums[asset, default: []].append(columns.row())
            }
            return albums
        }
    }
}
