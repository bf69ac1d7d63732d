extension Schema {
    /// The facts that files contained when they were last read, and the state of each original on the disk.
    ///
    /// A row of `file_facts` exists only after its files were read in this format. Older libraries begin without any
    /// rows.
    static let version6 = """
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
}
