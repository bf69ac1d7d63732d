import CPhotosSQLite
import Foundation
import GRDB

/// Makes a connection show a part of the library instead of all of it.
///
/// Temporary views have the names of the tables, and SQLite resolves names to them first. So every statement
/// of the engine reads through the views without any change. The connection's authorizer rejects statements
/// that name a table of the file itself, so that such a statement fails when it is prepared. For a table of
/// which no column is used, SQLite does not report the view that reads it. So each view uses a column in its
/// condition.
///
/// Columns that the selection copies from its assets are read from the selection. SQLite then omits the join
/// with the assets where no other column is needed, since each row has at most one asset. Queries for whole
/// assets by row number use a view of their own, which reads all columns from the assets.
enum AccessViews {
    static func install(_ readScope: ReadScope, in db: Database) throws {
        let tables = try Tables(db)
        if tables.isOfOlderFormat, readScope != .everything {
            // The compatibility views for an older format are replaced.
            for view in ["resource", "asset", "collection"]
                + (tables.lacksFileFacts ? [] : ["file_facts"])
            {
                try db.execute(sql: "DROP VIEW IF EXISTS temp.\(view)")
            }
        }
        switch readScope {
        case .everything: return
        case .selection(let client, _):
            try db.execute(
                sql: selectionViews(of: client, in: tables)
                    + hidingViews(for: client, in: tables, collections: "kind <> 1")
            )
        case .nothing(let client, _):
            try db.execute(
                sql: emptyViews(tables)
                    + hidingViews(for: client, in: tables, collections: "kind = 0")
            )
        }
        // Table functions are set up at their first use, and the authorizer would take that for creating a
        // table.
        for function in ["photokit_rows", "photokit_uuids", "json_each"] {
            _ = try db.makeStatement(sql: "SELECT value FROM \(function)('')")
        }
        guard let connection = db.sqliteConnection,
            unsafe photos_sqlite_guard(UnsafeMutableRawPointer(connection)) == 0
        else {
            throw StoreError(
                .accessDenied,
                "SQLite could not be set up to hide what this application may not see."
            )
        }
    }

    /// The tables from which the views read, which depend on the library's format.
    private struct Tables {
        var selection = "main.selection"
        var authors = "main.client_author"
        var resourceColumns = "resource.*"
        var isOfOlderFormat = false
        var lacksFileFacts = false
        var factColumns = "file_facts.*"
        /// The fields of assets that the format lacks, with the literals of their values.
        var missingFields: [AssetField: String] = [:]
        var missingColumns: String {
            missingFields.map { ", \($0.value) AS \($0.key.column)" }.joined()
        }

        init(_ db: Database) throws {
            let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard format < Schema.format else { return }
            isOfOlderFormat = true
            missingFields = try OlderFormat.missingFields(of: AssetRecord.self, in: db)
            guard format < 6 else {
                if format < 13 { factColumns += OlderFormat.missingWords }
                return
            }
            lacksFileFacts = true
            resourceColumns = "resource.*, NULL AS inode, NULL AS status_change"
            guard format == 4 else { return }
            // A library of format 4 that cannot be migrated, such as a read-only one.
            let columns = SelectionCopy.fields.fields.map { "asset.\($0.column)" }
            selection = """
                (SELECT client_id, asset_id, \(columns.joined(separator: ", ")) FROM main.selection
                    JOIN main.asset ON asset.id = asset_id AND +asset.uuid > x'') AS selection
                """
            authors = "main.client_change"
        }

        /// Returns the view of file facts.
        ///
        /// An older format has none, and an empty compatibility table exists already.
        func fileFacts(_ select: String) -> String {
            lacksFileFacts ? "" : "CREATE TEMP VIEW file_facts AS \(select);"
        }
    }

    /// Returns the views of a limited client.
    ///
    /// The views join from the selection to the assets. So their cost depends on the visible assets only, and
    /// reveals nothing about the others.
    private static func selectionViews(of client: Int64, in tables: Tables) -> String {
        let columns = AssetField.allCases.map { field in
            tables.missingFields[field].map { "\($0) AS \(field.column)" }
                ?? (SelectionCopy.fields.contains(field) ? "selection." : "asset.") + field.column
        }
        return """
            CREATE TEMP VIEW asset AS
                SELECT selection.asset_id AS id, \(columns.joined(separator: ", "))
                FROM \(tables.selection) LEFT JOIN main.asset ON asset.id = selection.asset_id AND +asset.uuid > x''
                WHERE selection.client_id = \(client);
            CREATE TEMP VIEW \(ReadScope.wholeAssets) AS
                SELECT asset.*\(tables.missingColumns) FROM main.selection CROSS JOIN main.asset ON asset.id = selection.asset_id
                WHERE selection.client_id = \(client) AND +asset.uuid > x'';
            CREATE TEMP VIEW resource AS SELECT \(tables.resourceColumns) FROM main.selection
                JOIN main.resource ON resource.asset_id = selection.asset_id
                WHERE selection.client_id = \(client);
            \(tables.fileFacts("""
                SELECT \(tables.factColumns) FROM main.selection
                JOIN main.file_facts ON file_facts.asset_id = selection.asset_id
                WHERE selection.client_id = \(client)
                """))
            CREATE TEMP VIEW change AS
                SELECT sequence, mark, date, work, author_id, NULL AS source_id, body
                FROM main.client_change WHERE client_id = \(client);
            CREATE TEMP VIEW tombstone AS SELECT 1 AS entity, id, uuid, 1 AS kind, sequence
                FROM main.client_tombstone WHERE client_id = \(client);
            """
    }

    private static func emptyViews(_ tables: Tables) -> String {
        """
        CREATE TEMP VIEW asset AS SELECT *\(tables.missingColumns) FROM main.asset WHERE id < 0 AND uuid > x'';
        CREATE TEMP VIEW resource AS SELECT \(tables.resourceColumns) FROM main.resource WHERE asset_id < 0;
        \(tables.fileFacts("SELECT \(tables.factColumns) FROM main.file_facts WHERE asset_id < 0"))
        CREATE TEMP VIEW change AS SELECT * FROM main.change WHERE sequence < 0 AND body > x'';
        CREATE TEMP VIEW tombstone AS SELECT * FROM main.tombstone WHERE entity < 0;
        """
    }

    /// Returns the views that hide the data that no limited client sees.
    ///
    /// No limited client sees the user's albums and folders, sources, or the end of the library's own log.
    private static func hidingViews(
        for client: Int64,
        in tables: Tables,
        collections: String
    ) -> String {
        """
        CREATE TEMP VIEW collection AS
            SELECT id, uuid, kind, subtype, title, parent_id, position, NULL AS creation_date, NULL AS modification_date,
                NULL AS search
            FROM main.collection WHERE \(collections) AND parent_id IS NULL;
        CREATE TEMP VIEW member AS SELECT * FROM main.member WHERE album_id < 0;
        CREATE TEMP VIEW author AS SELECT * FROM main.author
            WHERE +name >= '' AND id IN (SELECT author_id FROM \(tables.authors) WHERE client_id = \(client));
        CREATE TEMP VIEW source AS SELECT * FROM main.source WHERE id < 0 AND path > '';
        CREATE TEMP VIEW library AS
            SELECT library.id, library.uuid, coalesce(client.epoch, library.incarnation) AS incarnation, secret,
                creation_date, trash_days, keep_days, keep_count,
                coalesce(client.pruned_sequence, access_sequence) AS pruned_sequence,
                coalesce(client.pruned_mark, access_mark) AS pruned_mark, checksum_function
            FROM main.library LEFT JOIN main.client ON client.id = \(client) AND +client.epoch > x''
            WHERE library.uuid > x'';
        """
    }
}
