extension Schema {
    /// Files of other programs that came in beside a photo, and positions of the log that copies of the library have.
    ///
    /// A position in `known_position` is known even when the log has been pruned beyond it.
    static let version12 = """
        CREATE TABLE kept_file (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            asset_id INTEGER NOT NULL REFERENCES asset (id) DEFERRABLE INITIALLY DEFERRED,
            file TEXT NOT NULL UNIQUE,
            filename TEXT NOT NULL,
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            checksum BLOB NOT NULL CHECK (length(checksum) = 32),
            replaced_date REAL
        );
        CREATE INDEX kept_file_asset ON kept_file (asset_id);
        CREATE INDEX kept_file_checksum ON kept_file (checksum);
        CREATE INDEX kept_file_replaced ON kept_file (replaced_date) WHERE replaced_date IS NOT NULL;
        CREATE TABLE known_position (
            sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
            mark INTEGER NOT NULL
        );
        PRAGMA user_version = 12;
        """
}
