extension Schema {
    /// The sources that assets came from or are still kept in, and the files known in these sources.
    ///
    /// The file of a resource with a `source_file_id` is kept in its source. The resource's `file` is then a name that
    /// no file has.
    static let version3 = """
        CREATE TABLE source (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
            path TEXT NOT NULL CHECK (path GLOB '/*'),
            volume TEXT,
            is_offline INTEGER NOT NULL DEFAULT 0 CHECK (is_offline IN (0, 1)),
            added_date REAL NOT NULL,
            swept_date REAL,
            UNIQUE (kind, path)
        );
        CREATE TABLE source_folder (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            parent_id INTEGER REFERENCES source_folder (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            inode INTEGER NOT NULL,
            CHECK ((parent_id IS NULL) = (name = ''))
        );
        CREATE UNIQUE INDEX source_folder_name ON source_folder (source_id, parent_id, name);
        CREATE UNIQUE INDEX source_folder_top ON source_folder (source_id) WHERE parent_id IS NULL;
        CREATE TABLE source_file (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            folder_id INTEGER NOT NULL REFERENCES source_folder (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            inode INTEGER NOT NULL,
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            modification INTEGER NOT NULL,
            outcome INTEGER NOT NULL,
            checksum BLOB CHECK (length(checksum) = 32),
            asset_id INTEGER REFERENCES asset (id) ON DELETE SET NULL
        );
        CREATE UNIQUE INDEX source_file_name ON source_file (folder_id, name);
        CREATE INDEX source_file_inode ON source_file (inode);
        CREATE INDEX source_file_asset ON source_file (asset_id) WHERE asset_id IS NOT NULL;
        ALTER TABLE library ADD COLUMN checksum_function TEXT NOT NULL DEFAULT 'sha256';
        ALTER TABLE resource ADD COLUMN source_file_id INTEGER REFERENCES source_file (id);
        ALTER TABLE resource ADD COLUMN content_identifier TEXT;
        CREATE INDEX resource_source_file ON resource (source_file_id) WHERE source_file_id IS NOT NULL;
        CREATE INDEX resource_size ON resource (byte_count);
        CREATE INDEX resource_content_identifier ON resource (content_identifier)
            WHERE content_identifier IS NOT NULL;
        ALTER TABLE change ADD COLUMN source_id INTEGER REFERENCES source (id) ON DELETE SET NULL;
        PRAGMA user_version = 3;
        """
}
