extension Schema {
    /// The words that people wrote beside captions and keywords, and photos that were rejected.
    ///
    /// Existing rows have none of them until their files are read again.
    static let version13 = """
        ALTER TABLE file_facts ADD COLUMN title TEXT;
        ALTER TABLE file_facts ADD COLUMN headline TEXT;
        ALTER TABLE file_facts ADD COLUMN creators TEXT CHECK (creators GLOB '[[]*]');
        ALTER TABLE file_facts ADD COLUMN sublocation TEXT;
        ALTER TABLE file_facts ADD COLUMN city TEXT;
        ALTER TABLE file_facts ADD COLUMN region TEXT;
        ALTER TABLE file_facts ADD COLUMN country TEXT;
        ALTER TABLE asset ADD COLUMN is_rejected INTEGER NOT NULL DEFAULT 0 CHECK (is_rejected IN (0, 1));
        PRAGMA user_version = 13;
        """
}
