extension Schema {
    /// The columns that a selection copies from its assets, with indexes like those of `asset`, and the authors whose
    /// names each client knows.
    ///
    /// The indexes of assets that fetches show by default hold all columns that their conditions name. Otherwise SQLite
    /// would search a table without row numbers again for each entry.
    static let version5 = """
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
}
