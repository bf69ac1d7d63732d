import GRDB

/// Makes a library of an older format readable without migrating it.
///
/// Temporary views and tables replace the tables and columns that the older format lacks. SQLite finds them before the
/// tables of the file.
enum OlderFormat {
    static func addViews(_ db: Database) throws {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if (1..<3).contains(format) { try db.execute(sql: beforeSources) }
        if (3..<6).contains(format) { try db.execute(sql: beforeFileStates) }
        if (1..<6).contains(format) { try db.execute(sql: beforeFileFacts) }
        if (1..<7).contains(format) { try db.execute(sql: beforeExclusions) }
        if (1..<8).contains(format) { try db.execute(sql: beforeRemotes) }
        if (1..<9).contains(format) { try db.execute(sql: beforeSpaceRules) }
        if (1..<10).contains(format) { try db.execute(sql: beforeDifferentPairs) }
        if (1..<11).contains(format) { try db.execute(sql: beforePartHashes) }
        if (1..<12).contains(format) { try db.execute(sql: beforeKeptFiles) }
        if (6..<13).contains(format) { try db.execute(sql: beforeWords) }
        if (1..<14).contains(format) { try db.execute(sql: beforeUploadJobs) }
        if (1..<Schema.format).contains(format) {
            try addMissingFields(of: AssetRecord.self, db)
            try addMissingFields(of: CollectionRecord.self, db)
        }
        guard (1..<4).contains(format) else { return }
        // Formats before 4 record no decisions about access, so every client has full access (3 is `authorized`).
        let lacking = format < 3 ? ", 'sha256' AS checksum_function" : ""
        try db.execute(
            sql: """
                CREATE TEMP VIEW library AS
                    SELECT *, 3 AS default_read_write, 3 AS default_add_only\(lacking) FROM main.library;
                CREATE TEMP TABLE client (id INTEGER PRIMARY KEY, identifier, read_write, add_only, epoch);
                """
        )
    }

    /// Runs `body` while the temporary views do not exist.
    ///
    /// `VACUUM` makes the indexes of the file anew, and would find the views before the tables.
    static func withoutViews<Result>(in db: Database, body: () throws -> Result) throws -> Result {
        let views = try Row.fetchAll(
            db,
            sql: "SELECT name, sql FROM temp.sqlite_schema WHERE type = 'view' ORDER BY rowid"
        ).map { (name: $0.text(0), sql: $0.text(1)) }
        for view in views { try db.execute(sql: "DROP VIEW temp.\(view.name)") }
        let result = Swift.Result { try body() }
        for view in views {
            // The schema has the statement without the word that makes the view temporary.
            let rest = view.sql.drop { $0 != " " }
            try db.execute(sql: "CREATE TEMP\(rest)")
        }
        return try result.get()
    }

    private static func addMissingFields<R: Record>(of record: R.Type, _ db: Database) throws {
        let missing = try missingFields(of: record, in: db)
        guard !missing.isEmpty else { return }
        let columns = missing.map { ", \($0.value) AS \($0.key.column)" }.joined()
        let table = R.entity.table
        try db.execute(
            sql: "CREATE TEMP VIEW \(table) AS SELECT *\(columns) FROM main.\(table)"
        )
    }

    /// Returns the fields whose columns the table of the file lacks, each with the literal of a blank record's value.
    static func missingFields<R: Record>(
        of record: R.Type,
        in db: Database
    ) throws -> [R.Fields: String] {
        let rows = try Row.fetchAll(db, sql: "PRAGMA main.table_info(\(R.entity.table))")
        let present = Set(rows.map { $0.text(1) })
        let blank = R.blank(0)
        let missing = R.Fields.allCases.filter { !present.contains($0.column) }
        return Dictionary(uniqueKeysWithValues: missing.map { ($0, literal(blank[$0])) })
    }

    private static func literal(_ value: FieldValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text.replacing("'", with: "''"))'"
        case .blob: "x''"
        }
    }

    private static let beforeSources = """
        CREATE TEMP VIEW resource AS
            SELECT *, NULL AS source_file_id, NULL AS content_identifier, NULL AS inode, NULL AS status_change
            FROM main.resource;
        CREATE TEMP VIEW change AS SELECT *, NULL AS source_id FROM main.change;
        CREATE TEMP TABLE source (id INTEGER PRIMARY KEY, uuid, kind, path, volume, is_offline, added_date, swept_date);
        CREATE TEMP TABLE source_folder (id INTEGER PRIMARY KEY, source_id, parent_id, name, inode);
        CREATE TEMP TABLE source_file
            (id INTEGER PRIMARY KEY, folder_id, name, inode, byte_count, modification, outcome, checksum, asset_id);
        """

    private static let beforeFileStates = """
        CREATE TEMP VIEW resource AS SELECT *, NULL AS inode, NULL AS status_change FROM main.resource;
        """

    private static let beforeExclusions = "CREATE TEMP TABLE source_exclusion (source_id, pattern);"

    private static let beforeRemotes = """
        CREATE TEMP TABLE remote
            (id INTEGER PRIMARY KEY, uuid, name, address, settings, incarnation, proof_days, takes_sources, added_date,
             sent_date, sent_sequence, sent_mark);
        CREATE TEMP TABLE remote_object
            (remote_id, checksum, byte_count, stored_date, proved_date, unneeded_date, problem);
        """

    private static let beforeSpaceRules = """
        CREATE TEMP TABLE elsewhere_file (resource_id INTEGER PRIMARY KEY, left_date);
        CREATE TEMP TABLE space_rule (id INTEGER PRIMARY KEY, byte_count, copies, proof_days);
        CREATE TEMP TABLE pinned_asset (asset_id INTEGER PRIMARY KEY);
        CREATE TEMP TABLE pinned_album (album_id INTEGER PRIMARY KEY);
        """

    private static let beforeDifferentPairs =
        "CREATE TEMP TABLE different_pair (asset_id, other_id);"

    private static let beforePartHashes =
        "CREATE TEMP TABLE part_hashes (checksum PRIMARY KEY, byte_count, hashes);"

    private static let beforeKeptFiles = """
        CREATE TEMP TABLE kept_file
            (id INTEGER PRIMARY KEY, asset_id, file, filename, byte_count, checksum, replaced_date);
        CREATE TEMP TABLE known_position (sequence INTEGER PRIMARY KEY, mark);
        """

    private static let beforeUploadJobs = """
        CREATE TEMP TABLE upload_job
            (id INTEGER PRIMARY KEY, uuid, client, type, state, is_retried, attempts, host, request, answer, status,
             error_domain, error_code, creation_date, change_date, next_date, asset_uuid, asset_id, resource_id,
             resource_type, file, filename, content_type, byte_count, checksum, pixel_width, pixel_height,
             source_file_id);
        """

    private static let beforeFileFacts = """
        CREATE TEMP TABLE file_facts
            (asset_id, origin, reader, creation_date, creation_zone, is_zone_assumed, date_source, latitude, longitude,
             altitude, horizontal_accuracy, course, speed, caption, keywords, rating, camera_make, camera_model, lens_model,
             focal_length, aperture, exposure_time, iso, flash, software, persons, title, headline, creators,
             sublocation, city, region, country);
        """

    private static let beforeWords = """
        CREATE TEMP VIEW file_facts AS SELECT *\(missingWords) FROM main.file_facts;
        """

    /// The columns of `file_facts` that formats before 13 lack.
    static let missingWords = [
        "title", "headline", "creators", "sublocation", "city", "region", "country",
    ].map { ", NULL AS \($0)" }.joined()
}
