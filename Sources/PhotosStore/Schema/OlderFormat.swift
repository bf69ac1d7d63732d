import GRDB

/// Lets a library of an older format be read where nobody may bring it to the present one.
///
/// What it lacks stands in as temporary views and tables, which SQLite finds before those of the file.
enum OlderFormat {
    static func standIn(_ db: Database) throws {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if (1..<3).contains(format) { try db.execute(sql: beforeSources) }
        guard (1..<4).contains(format) else { return }
        // Where nothing could be decided yet, everybody may do everything.
        let lacking = format < 3 ? ", 'sha256' AS checksum_function" : ""
        try db.execute(
            sql: """
                CREATE TEMP VIEW library AS
                    SELECT *, 3 AS default_read_write, 3 AS default_add_only\(lacking) FROM main.library;
                CREATE TEMP TABLE client (id INTEGER PRIMARY KEY, identifier, read_write, add_only, epoch);
                """
        )
    }

    private static let beforeSources = """
        CREATE TEMP VIEW resource AS
            SELECT *, NULL AS source_file_id, NULL AS content_identifier FROM main.resource;
        CREATE TEMP VIEW change AS SELECT *, NULL AS source_id FROM main.change;
        CREATE TEMP TABLE source (id INTEGER PRIMARY KEY, uuid, kind, path, volume, is_offline, added_date, swept_date);
        CREATE TEMP TABLE source_folder (id INTEGER PRIMARY KEY, source_id, parent_id, name, inode);
        CREATE TEMP TABLE source_file
            (id INTEGER PRIMARY KEY, folder_id, name, inode, byte_count, modification, outcome, checksum, asset_id);
        """
}
