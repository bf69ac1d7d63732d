extension Schema {
    /// Smart albums of the user's own, and pairs of assets that the user called different.
    ///
    /// A smart album of the user's own has a search and a parent. A smart album that every library has, has
    /// neither.
    static let version10 = """
        ALTER TABLE collection ADD COLUMN search TEXT
            CHECK (CASE WHEN kind = 2 THEN (search IS NULL) = (parent_id IS NULL) ELSE search IS NULL END);
        DROP INDEX collection_smart;
        CREATE UNIQUE INDEX collection_smart ON collection (subtype) WHERE kind = 2 AND parent_id IS NULL;
        CREATE TABLE different_pair (
            asset_id INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            other_id INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
            PRIMARY KEY (asset_id, other_id),
            CHECK (asset_id < other_id)
        ) WITHOUT ROWID;
        CREATE INDEX different_pair_other ON different_pair (other_id);
        PRAGMA user_version = 10;
        """
}
