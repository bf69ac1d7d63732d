extension Schema {
    /// The patterns that a person excludes from a source.
    static let version7 = """
        CREATE TABLE source_exclusion (
            source_id INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
            pattern TEXT NOT NULL CHECK (pattern <> ''),
            PRIMARY KEY (source_id, pattern)
        ) WITHOUT ROWID;
        PRAGMA user_version = 7;
        """
}
