extension Schema {
    /// The checksums of the parts of files that a remote gave back, 4 MiB each.
    ///
    /// Parts are known by the checksum of the file, whichever remote it was.
    static let version11 = """
        CREATE TABLE part_hashes (
            checksum BLOB PRIMARY KEY CHECK (length(checksum) = 32),
            byte_count INTEGER NOT NULL CHECK (byte_count > 4194304),
            hashes BLOB NOT NULL CHECK (length(hashes) = 32 * ((byte_count + 4194303) / 4194304))
        ) WITHOUT ROWID;
        PRAGMA user_version = 11;
        """
}
