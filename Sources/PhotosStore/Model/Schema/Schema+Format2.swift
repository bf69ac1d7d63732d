extension Schema {
    /// An index of the assets that fetches show by default, so that a first fetch of the whole library reads nothing
    /// else.
    ///
    /// The index condition repeats the terms of the plan's statement, because SQLite uses the index only if the
    /// statement contains each of them. The index of favorites begins with the flag, since SQLite prefers indexes that
    /// begin with an equality.
    static let version2 = """
        CREATE INDEX asset_shown_date ON asset (creation_date)
            WHERE trashed_date IS NULL AND is_hidden = 0
                AND (burst_identifier IS NULL OR represents_burst = 1 OR (burst_selection & 2) IS NOT 0)
                AND (source_type & 1) IS NOT 0;
        DROP INDEX asset_favorite;
        CREATE INDEX asset_favorite ON asset (is_favorite, creation_date)
            WHERE is_favorite = 1 AND trashed_date IS NULL;
        PRAGMA user_version = 2;
        """
}
