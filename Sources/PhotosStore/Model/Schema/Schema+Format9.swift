extension Schema {
    /// The files that left the library's folder because remotes have their bytes, and the rules for that.
    ///
    /// A file of `elsewhere_file` that exists in the library's folder is local all the same: it was brought back.
    static let version9 = """
        CREATE TABLE elsewhere_file (
            resource_id INTEGER PRIMARY KEY REFERENCES resource (id) ON DELETE CASCADE,
            left_date REAL NOT NULL
        );
        CREATE TABLE space_rule (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            copies INTEGER NOT NULL CHECK (copies > 0),
            proof_days INTEGER NOT NULL CHECK (proof_days > 0)
        );
        CREATE TABLE pinned_asset (
            asset_id INTEGER PRIMARY KEY REFERENCES asset (id) ON DELETE CASCADE
        );
        CREATE TABLE pinned_album (
            album_id INTEGER PRIMARY KEY REFERENCES collection (id) ON DELETE CASCADE
        );
        PRAGMA user_version = 9;
        """
}
