import GRDB

/// The tables of a library, by version of the format.
///
/// Migrations are appended, never edited.
enum Schema {
    /// The version of the format that this software writes.
    static let format = 11

    /// The oldest version of the format whose software may write to a library of the present format.
    ///
    /// Earlier software takes a smart album with a search for one that every library has.
    static let oldestWriter = 10

    /// SQLite's `application_id` of a library: "PHKT".
    static let applicationID = 0x5048_4B54

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: version2)
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: version3)
        }
        migrator.registerMigration("4") { db in
            try db.execute(sql: version4)
        }
        migrator.registerMigration("5") { db in
            try db.execute(sql: version5)
        }
        migrator.registerMigration("6") { db in
            try db.execute(sql: version6)
        }
        migrator.registerMigration("7") { db in
            try db.execute(sql: version7)
        }
        migrator.registerMigration("8") { db in
            try db.execute(sql: version8)
        }
        migrator.registerMigration("9") { db in
            try db.execute(sql: version9)
        }
        migrator.registerMigration("10") { db in
            try db.execute(sql: version10)
        }
        migrator.registerMigration("11") { db in
            try db.execute(sql: version11)
        }
        return migrator
    }

    private static let version1 = """
        CREATE TABLE library (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            uuid BLOB NOT NULL CHECK (length(uuid) = 16),
            incarnation BLOB NOT NULL CHECK (length(incarnation) = 16),
            secret BLOB NOT NULL CHECK (length(secret) = 32),
            creation_date REAL NOT NULL,
            trash_days INTEGER NOT NULL DEFAULT 30 CHECK (trash_days >= 0),
            keep_days INTEGER CHECK (keep_days > 0),
            keep_count INTEGER CHECK (keep_count > 0),
            pruned_sequence INTEGER NOT NULL DEFAULT 0,
            pruned_mark INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE asset (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            media_type INTEGER NOT NULL,
            media_subtypes INTEGER NOT NULL,
            playback_style INTEGER NOT NULL,
            playback_variation INTEGER NOT NULL,
            content_type TEXT NOT NULL,
            content_version INTEGER NOT NULL CHECK (content_version > 0),
            pixel_width INTEGER NOT NULL CHECK (pixel_width >= 0),
            pixel_height INTEGER NOT NULL CHECK (pixel_height >= 0),
            duration REAL NOT NULL CHECK (duration >= 0),
            creation_date REAL,
            creation_zone INTEGER,
            date_source TEXT,
            modification_date REAL,
            added_date REAL,
            trashed_date REAL,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            horizontal_accuracy REAL,
            vertical_accuracy REAL,
            course REAL,
            speed REAL,
            location_date REAL,
            is_favorite INTEGER NOT NULL CHECK (is_favorite IN (0, 1)),
            is_hidden INTEGER NOT NULL CHECK (is_hidden IN (0, 1)),
            rating INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 5),
            caption TEXT,
            keywords TEXT CHECK (keywords GLOB '[[]*]'),
            filename TEXT,
            burst_identifier TEXT,
            burst_selection INTEGER NOT NULL,
            represents_burst INTEGER NOT NULL CHECK (represents_burst IN (0, 1)),
            source_type INTEGER NOT NULL,
            adjustments_state INTEGER NOT NULL,
            adjustment_format TEXT,
            adjustment_version TEXT,
            adjustment_date REAL,
            original_choice INTEGER NOT NULL CHECK (original_choice IN (0, 1)),
            traits INTEGER NOT NULL,
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        );
        CREATE INDEX asset_date ON asset (creation_date)
            WHERE trashed_date IS NULL AND is_hidden = 0;
        CREATE INDEX asset_type_date ON asset (media_type, creation_date)
            WHERE trashed_date IS NULL AND is_hidden = 0;
        CREATE INDEX asset_favorite ON asset (creation_date)
            WHERE is_favorite = 1 AND trashed_date IS NULL;
        CREATE INDEX asset_added ON asset (added_date);
        CREATE INDEX asset_trashed ON asset (trashed_date) WHERE trashed_date IS NOT NULL;
        CREATE INDEX asset_burst ON asset (burst_identifier) WHERE burst_identifier IS NOT NULL;

        CREATE TABLE resource (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            asset_id INTEGER NOT NULL REFERENCES asset (id),
            type INTEGER NOT NULL,
            file TEXT NOT NULL UNIQUE CHECK (file GLOB '[0-9a-f][0-9a-f]/*'),
            filename TEXT,
            content_type TEXT NOT NULL,
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            checksum BLOB NOT NULL CHECK (length(checksum) = 32),
            pixel_width INTEGER NOT NULL,
            pixel_height INTEGER NOT NULL
        );
        CREATE INDEX resource_asset ON resource (asset_id, type);
        CREATE INDEX resource_checksum ON resource (checksum);

        CREATE TABLE released_file (
            file TEXT PRIMARY KEY
        ) WITHOUT ROWID;

        CREATE TABLE collection (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
            subtype INTEGER NOT NULL,
            title TEXT,
            parent_id INTEGER REFERENCES collection (id),
            position BLOB,
            creation_date REAL,
            modification_date REAL,
            CHECK ((parent_id IS NULL) = (position IS NULL)),
            CHECK (parent_id IS NOT NULL OR kind = 2 OR subtype = 101)
        );
        CREATE UNIQUE INDEX collection_order ON collection (parent_id, position);
        CREATE UNIQUE INDEX collection_root ON collection (subtype) WHERE kind = 0 AND subtype = 101;
        CREATE UNIQUE INDEX collection_smart ON collection (subtype) WHERE kind = 2;

        CREATE TABLE member (
            album_id INTEGER NOT NULL REFERENCES collection (id),
            asset_id INTEGER NOT NULL REFERENCES asset (id),
            position BLOB NOT NULL,
            PRIMARY KEY (album_id, asset_id)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX member_order ON member (album_id, position);
        CREATE INDEX member_asset ON member (asset_id);

        CREATE TABLE author (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        );

        CREATE TABLE change (
            sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
            mark INTEGER NOT NULL,
            date REAL NOT NULL,
            work INTEGER NOT NULL,
            author_id INTEGER NOT NULL REFERENCES author (id),
            body BLOB NOT NULL
        );

        CREATE TABLE tombstone (
            entity INTEGER NOT NULL,
            id INTEGER NOT NULL,
            uuid BLOB NOT NULL CHECK (length(uuid) = 16),
            kind INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (entity, id)
        ) WITHOUT ROWID;
        """

    /// An index of the assets that fetches show by default, so that a first fetch of the whole library reads nothing
    /// else.
    ///
    /// The index condition repeats the terms of the plan's statement, because SQLite uses the index only if the
    /// statement contains each of them. The index of favourites begins with the flag, since SQLite prefers indexes that
    /// begin with an equality.
    private static let version2 = """
        CREATE INDEX asset_shown_date ON asset (creation_date)
            WHERE trashed_date IS NULL AND is_hidden = 0
                AND (burst_identifier IS NULL OR represents_burst = 1 OR (burst_selection & 2) IS NOT 0)
                AND (source_type & 1) IS NOT 0;
        DROP INDEX asset_favorite;
        CREATE INDEX asset_favorite ON asset (is_favorite, creation_date)
            WHERE is_favorite = 1 AND trashed_date IS NULL;
        PRAGMA user_version = 2;
        """

    /// The sources that assets came from or are still kept in, and the files known in these sources.
    ///
    /// The file of a resource with a `source_file_id` is kept in its source. The resource's `file` is then a name that
    /// no file has.
    private static let version3 = """
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

    /// The access of each client, the assets that a limited client sees, and the logs that such clients read instead of
    /// `change`.
    ///
    /// An entry in a client's log has the number of the library's entry of which it is a part.
    private static let version4 = """
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

    /// The columns that a selection copies from its assets, with indexes like those of `asset`, and the authors whose
    /// names each client knows.
    ///
    /// The indexes of assets that fetches show by default hold all columns that their conditions name. Otherwise SQLite
    /// would search a table without row numbers again for each entry.
    private static let version5 = """
        DROP INDEX selection_asset;
        ALTER TABLE selection RENAME TO earlier_selection;
        CREATE TABLE selection (
            client_id INTEGER NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            asset_id INTEGER NOT NULL REFERENCES asset (id) DEFERRABLE INITIALLY DEFERRED,
            uuid BLOB NOT NULL,
            creation_date REAL,
            added_date REAL,
            trashed_date REAL,
            media_type INTEGER NOT NULL,
            media_subtypes INTEGER NOT NULL,
            is_favorite INTEGER NOT NULL,
            is_hidden INTEGER NOT NULL,
            burst_identifier TEXT,
            represents_burst INTEGER NOT NULL,
            burst_selection INTEGER NOT NULL,
            source_type INTEGER NOT NULL,
            PRIMARY KEY (client_id, asset_id)
        ) WITHOUT ROWID;
        INSERT INTO selection SELECT client_id, asset_id, uuid, creation_date, added_date, trashed_date, media_type,
            media_subtypes, is_favorite, is_hidden, burst_identifier, represents_burst, burst_selection, source_type
            FROM earlier_selection JOIN asset ON asset.id = asset_id;
        DROP TABLE earlier_selection;
        CREATE INDEX selection_asset ON selection (asset_id);
        CREATE UNIQUE INDEX selection_uuid ON selection (client_id, uuid);
        CREATE INDEX selection_shown_date ON selection (client_id, creation_date, asset_id, trashed_date, is_hidden,
            burst_identifier, represents_burst, burst_selection, source_type, media_type, media_subtypes, is_favorite)
            WHERE trashed_date IS NULL AND is_hidden = 0
                AND (burst_identifier IS NULL OR represents_burst = 1 OR (burst_selection & 2) IS NOT 0)
                AND (source_type & 1) IS NOT 0;
        CREATE INDEX selection_type_date ON selection (client_id, media_type, creation_date, asset_id, trashed_date,
            is_hidden, burst_identifier, represents_burst, burst_selection, source_type, media_subtypes, is_favorite)
            WHERE trashed_date IS NULL AND is_hidden = 0;
        CREATE INDEX selection_favorite ON selection (client_id, is_favorite, creation_date, asset_id, trashed_date,
            is_hidden, burst_identifier, represents_burst, burst_selection, source_type, media_type, media_subtypes)
            WHERE is_favorite = 1 AND trashed_date IS NULL;
        CREATE INDEX selection_added ON selection (client_id, added_date);
        CREATE INDEX selection_trashed ON selection (client_id, trashed_date) WHERE trashed_date IS NOT NULL;
        CREATE INDEX selection_burst ON selection (client_id, burst_identifier) WHERE burst_identifier IS NOT NULL;
        CREATE TABLE client_author (
            client_id INTEGER NOT NULL REFERENCES client (id) ON DELETE CASCADE,
            author_id INTEGER NOT NULL REFERENCES author (id),
            PRIMARY KEY (client_id, author_id)
        ) WITHOUT ROWID;
        INSERT INTO client_author SELECT DISTINCT client_id, author_id FROM client_change;
        PRAGMA user_version = 5;
        """

    /// The facts that files contained when they were last read, and the state of each original on the disk.
    ///
    /// A row of `file_facts` exists only after its files were read in this format. Older libraries begin without any
    /// rows.
    private static let version6 = """
        CREATE TABLE file_facts (
            asset_id INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            origin INTEGER NOT NULL CHECK (origin IN (0, 1)),
            reader INTEGER NOT NULL CHECK (reader >= 0),
            creation_date REAL,
            creation_zone INTEGER,
            is_zone_assumed INTEGER NOT NULL CHECK (is_zone_assumed IN (0, 1)),
            date_source TEXT,
            latitude REAL,
            longitude REAL,
            altitude REAL,
            horizontal_accuracy REAL,
            course REAL,
            speed REAL,
            caption TEXT,
            keywords TEXT CHECK (keywords GLOB '[[]*]'),
            rating INTEGER,
            camera_make TEXT,
            camera_model TEXT,
            lens_model TEXT,
            focal_length REAL,
            aperture REAL,
            exposure_time REAL,
            iso REAL,
            flash INTEGER,
            software TEXT,
            persons TEXT CHECK (persons GLOB '[[]*]'),
            PRIMARY KEY (asset_id, origin),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) WITHOUT ROWID;
        CREATE INDEX file_facts_reader ON file_facts (reader, asset_id) WHERE origin = 0;
        ALTER TABLE resource ADD COLUMN inode INTEGER;
        ALTER TABLE resource ADD COLUMN status_change INTEGER;
        PRAGMA user_version = 6;
        """

    /// The patterns that a person excludes from a source.
    private static let version7 = """
        CREATE TABLE source_exclusion (
            source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            pattern TEXT NOT NULL CHECK (pattern <> ''),
            PRIMARY KEY (source_id, pattern)
        ) WITHOUT ROWID;
        PRAGMA user_version = 7;
        """

    /// The places that have copies of the library's files, and which of them are known to be whole.
    ///
    /// An object is known by its checksum, so files with the same bytes are one object. A row without a date says why
    /// the bytes could not be stored.
    private static let version8 = """
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

    /// The files that left the library's folder because remotes have their bytes, and the rules for that.
    ///
    /// A file of `elsewhere_file` that exists in the library's folder is local all the same: it was brought back.
    private static let version9 = """
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
