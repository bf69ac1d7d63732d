extension Schema {
    /// The upload jobs of clients.
    ///
    /// No row has anything of a request but the name of its host. `request` and `answer` name files outside the library. The
    /// resource is that of the time when the job was made, so its rows may be gone.
    static let version14 = """
        CREATE TABLE upload_job (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            client TEXT NOT NULL,
            type INTEGER NOT NULL CHECK (type IN (0, 1)),
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 5),
            is_retried INTEGER NOT NULL DEFAULT 0 CHECK (is_retried IN (0, 1)),
            attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            host TEXT,
            request BLOB NOT NULL CHECK (length(request) = 16),
            answer BLOB CHECK (length(answer) = 16),
            status INTEGER,
            error_domain TEXT,
            error_code INTEGER,
            creation_date REAL NOT NULL,
            change_date REAL NOT NULL,
            next_date REAL,
            asset_uuid BLOB NOT NULL CHECK (length(asset_uuid) = 16),
            asset_id INTEGER NOT NULL,
            resource_id INTEGER NOT NULL,
            resource_type INTEGER NOT NULL,
            file TEXT NOT NULL,
            filename TEXT,
            content_type TEXT NOT NULL,
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            checksum BLOB NOT NULL CHECK (length(checksum) = 32),
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL,
            source_file_id INTEGER,
            CHECK ((error_domain IS NULL) = (error_code IS NULL))
        );
        CREATE INDEX upload_job_client ON upload_job (client, state);
        CREATE INDEX upload_job_waiting ON upload_job (id, next_date) WHERE state = 1;
        CREATE INDEX upload_job_pending ON upload_job (id) WHERE state = 2;
        PRAGMA user_version = 14;
        """
}
