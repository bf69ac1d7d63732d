extension Schema {
    /// The places that have copies of the library's files, and which of them are known to be whole.
    ///
    /// An object is known by its checksum, so files with the same bytes are one object. A row without a date says why
    /// the bytes could not be stored.
    static let version8 = """
        CREATE TABLE remote (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            address TEXT NOT NULL UNIQUE CHECK (address <> ''),
            settings TEXT NOT NULL,
            incarnation BLOB NOT NULL CHECK (length(incarnation) = 16),
            proof_days INTEGER NOT NULL CHECK (proof_days > 0),
            takes_sources INTEGER NOT NULL CHECK (takes_sources IN (0, 1)),
            added_date REAL NOT NULL,
            sent_date REAL,
            sent_sequence INTEGER NOT NULL DEFAULT 0,
            sent_mark INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE remote_object (
            remote_id INTEGER NOT NULL REFERENCES remote (id) ON DELETE CASCADE,
            checksum BLOB NOT NULL CHECK (length(checksum) = 32),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            stored_date REAL,
            proved_date REAL,
            unneeded_date REAL,
            problem TEXT,
            PRIMARY KEY (remote_id, checksum),
            CHECK (stored_date IS NOT NULL OR proved_date IS NULL)
        ) WITHOUT ROWID;
        PRAGMA user_version = 8;
        """
}
