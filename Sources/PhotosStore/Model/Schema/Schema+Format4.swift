extension Schema {
    /// The access of each client, the assets that a limited client sees, and the logs that such clients read instead of
    /// `change`.
    ///
    /// An entry in a client's log has the number of the library's entry of which it is a part.
    static let version4 = """
        CREATE TABLE client (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier TEXT NOT NULL UNIQUE CHECK (length(identifier) BETWEEN 1 AND 255),
            read_write INTEGER NOT NULL CHECK (read_write BETWEEN 0 AND 4),
            add_only INTEGER NOT NULL CHECK (add_only BETWEEN 0 AND 3),
            decision_date REAL NOT NULL,
            epoch BLOB NOT NULL CHECK (length(epoch) = 16),
            pruned_sequence INTEGER NOT NULL,
            pruned_mark INTEGER NOT NULL
        );
        CREATE TABLE selection (
            client_id INTEGER NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            asset_id INTEGER NOT NULL REFERENCES asset (id) DEFERRABLE INITIALLY DEFERRED,
            PRIMARY KEY (client_id, asset_id)
        ) WITHOUT ROWID;
        CREATE INDEX selection_asset ON selection (asset_id);
        CREATE TABLE client_change (
            client_id INTEGER NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            date REAL NOT NULL,
            work INTEGER NOT NULL,
            author_id INTEGER NOT NULL REFERENCES author (id),
            body BLOB NOT NULL,
            PRIMARY KEY (client_id, sequence)
        ) WITHOUT ROWID;
        CREATE TABLE client_tombstone (
            client_id INTEGER NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            id INTEGER NOT NULL,
            uuid BLOB NOT NULL CHECK (length(uuid) = 16),
            sequence INTEGER NOT NULL,
            PRIMARY KEY (client_id, id)
        ) WITHOUT ROWID;
        ALTER TABLE library ADD COLUMN default_read_write INTEGER NOT NULL DEFAULT 3
            CHECK (default_read_write BETWEEN 0 AND 3);
        ALTER TABLE library ADD COLUMN default_add_only INTEGER NOT NULL DEFAULT 3
            CHECK (default_add_only BETWEEN 0 AND 3);
        ALTER TABLE library ADD COLUMN access_sequence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE library ADD COLUMN access_mark INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 4;
        """
}
