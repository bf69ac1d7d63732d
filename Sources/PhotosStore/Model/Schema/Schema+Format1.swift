extension Schema {
    /// The library, its assets with their files, collections, and the log of changes.
    static let version1 = """
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
}
