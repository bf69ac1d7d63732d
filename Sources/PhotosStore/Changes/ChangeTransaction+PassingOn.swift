import Foundation
import GRDB

extension ChangeTransaction {
    /// Passes pins and places in selections on to an asset.
    ///
    /// Assets that do not exist, or that the client does not see, pass nothing on.
    func passOn(to heir: UUID, from uuids: [UUID]) throws {
        guard let heir = try assets.row(heir, in: db) else { return }
        let others = PackedList.rows(try assets.rows(uuids, in: db).filter { $0 != heir })
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO pinned_asset (asset_id)
                SELECT ? WHERE EXISTS
                    (SELECT 1 FROM pinned_asset WHERE asset_id IN (SELECT value FROM photokit_rows(?)))
                """
        ).execute(arguments: [heir, others])
        try db.cachedStatement(sql: Self.clientsThatSee).forEachRow([others], in: db) {
            (columns) -> Void in
            selections[columns.row(), default: []].insert(heir)
        }
    }

    private static let clientsThatSee = """
        SELECT DISTINCT client_id FROM selection WHERE asset_id IN (SELECT value FROM photokit_rows(?))
        """
}
