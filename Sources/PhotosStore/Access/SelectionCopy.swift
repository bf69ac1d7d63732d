import Foundation
import GRDB

/// The columns that a row of `selection` copies from its asset.
///
/// With them a limited client has indexes of its own. So the cost of its queries depends on the assets that
/// it sees. An identifier that it does not see costs the same as one that does not exist.
enum SelectionCopy {
    /// All fields that an index of assets contains or depends on.
    static let fields = AssetFieldMask([
        .uuid, .creationDate, .addedDate, .trashedDate, .mediaType, .mediaSubtypes, .isFavorite,
        .isHidden, .burstIdentifier, .representsBurst, .burstSelection, .sourceType,
    ])

    private static let columns = fields.fields.map(\.column).joined(separator: ", ")

    static func insert(_ rows: [Int64], for client: Int64, in db: Database) throws {
        guard !rows.isEmpty else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO selection (client_id, asset_id, \(columns))
                SELECT ?, id, \(columns) FROM photokit_rows(?) AS list CROSS JOIN asset ON asset.id = list.value
                """
        ).execute(arguments: [client, PackedList.rows(rows)])
    }

    /// Copies the changes of a block, in the block's own transaction.
    static func follow(_ body: ChangeBody, in db: Database) throws {
        let rows = body.objects.filter { change in
            change.id.entity == .asset && change.kind == .updated
                && change.mask & fields.rawValue != 0
        }
        guard !rows.isEmpty else { return }
        try db.cachedStatement(
            sql: """
                UPDATE selection SET (\(columns)) = (SELECT \(columns) FROM asset WHERE id = asset_id)
                WHERE asset_id IN (SELECT value FROM photokit_rows(?))
                """
        ).execute(arguments: [PackedList.rows(rows.map(\.id.rowID))])
    }

    /// Returns the assets whose copy in some client's selection differs from the asset.
    static func outdated(_ db: Database) throws -> [UUID] {
        let columns = fields.fields.map(\.column)
        let differences = columns.map { "selection.\($0) IS NOT asset.\($0)" }
        return try Data.fetchAll(
            db,
            sql: """
                SELECT DISTINCT asset.uuid FROM selection JOIN asset ON asset.id = selection.asset_id
                WHERE \(differences.joined(separator: " OR ")) ORDER BY asset.id
                """
        ).compactMap { UUID(bytes: $0) }
    }
}
