/// What rows know of the files in folders of forgotten sources, and of the remotes that have files.
///
/// All parts of the library that ask whether a remote has a file use these conditions.
extension ElsewhereLedger {
    /// The condition in SQL that a remote is said to have the bytes of a resource.
    static let isStoredInRemote = """
        EXISTS (SELECT 1 FROM remote CROSS JOIN remote_object AS object
                    ON object.remote_id = remote.id AND object.checksum = resource.checksum
                WHERE object.stored_date NOT NULL)
        """

    /// The rows of the remotes that are said to have the bytes of a resource, in SQL, with commas between them.
    static let storingRemotes = """
        (SELECT group_concat(remote.id) FROM remote CROSS JOIN remote_object AS object
            ON object.remote_id = remote.id AND object.checksum = resource.checksum
         WHERE object.stored_date NOT NULL)
        """

    /// The condition in SQL that a file stays in the folder of a forgotten source, as far as rows know it.
    ///
    /// Its value is the trait of offline assets.
    /// A recorded file state means that the file was in the library.
    static let isForgotten = """
        resource.source_file_id IS NULL AND resource.inode IS NULL AND asset.traits & ? <> 0
            AND NOT EXISTS (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)
        """
}
