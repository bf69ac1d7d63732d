import Foundation
import GRDB

/// The records about files that left the library's folder, used inside a transaction of the caller.
///
/// The key of `remote_object` begins with the remote. So statements go through the few remotes first (`CROSS JOIN`), and
/// never through all objects.
struct ElsewhereLedger {
    let db: Database

    init(_ db: Database) { self.db = db }

    func rule() throws -> SpaceRule? {
        try db.cachedStatement(sql: "SELECT byte_count, copies, proof_days FROM space_rule")
            .first(in: db) {
                SpaceRule(byteCount: $0.row(), copies: $0.count(), proofDays: $0.count())
            }
    }

    func set(_ rule: SpaceRule?) throws {
        try db.execute(sql: "DELETE FROM space_rule")
        guard let rule else { return }
        try db.execute(
            sql: "INSERT INTO space_rule (id, byte_count, copies, proof_days) VALUES (1, ?, ?, ?)",
            arguments: [rule.byteCount, rule.copies, rule.proofDays]
        )
    }

    /// Pins assets and albums, or ends that.
    func pin(assets: [Int64], albums: [Int64], isPinned: Bool) throws {
        for (table, column, rows) in [
            ("pinned_asset", "asset_id", assets), ("pinned_album", "album_id", albums),
        ] {
            let sql =
                isPinned
                ? "INSERT OR IGNORE INTO \(table) (\(column)) SELECT value FROM photokit_rows(?)"
                : "DELETE FROM \(table) WHERE \(column) IN (SELECT value FROM photokit_rows(?))"
            try db.cachedStatement(sql: sql).run(in: db) { $0.list(PackedList.rows(rows)) }
        }
    }

    /// The condition that an asset of a resource is pinned, or in a pinned album.
    static let isPinned = """
        (EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id = resource.asset_id)
         OR EXISTS (SELECT 1 FROM pinned_album JOIN member ON member.album_id = pinned_album.album_id
                    WHERE member.asset_id = resource.asset_id))
        """
}
