import Foundation
import GRDB

/// Files of photos that stay in a folder that was a source, and that the library no longer follows.
///
/// The rows of a forgotten source are gone, and with them the path of its folder.
extension LibraryOriginals {
    /// A file that stays in the folder of a forgotten source.
    package struct ForgottenFile: Hashable, Sendable {
        package var asset: LocalIdentifier
        /// The name with which the file came in; nil if it had none.
        package var filename: String?
        /// The rows of the remotes that are said to have the file.
        package var remotes: Set<Int64> = []
        /// Whether another photo, also one in Recently Deleted, has the same bytes here.
        package var hasCopy = false
        /// Whether the photo has another picture or movie that is not such a file.
        package var isPart = false

        /// Whether a remote is said to have the file.
        package var isInRemote: Bool { !remotes.isEmpty }
    }

    /// Whether a resource's file is missing from its source as of the last sweep, or stays in the folder of a forgotten one.
    ///
    /// - Parameter resource: The resource.
    /// - Returns: False also for a file of a source that is offline as a whole.
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func isMissingFromSource(_ resource: ResourceRecord) throws -> Bool {
        guard let file = resource.sourceFileID else { return try isInForgottenSource(resource) }
        guard let row = try core.readAll({ db in try SourceLedger(db).file(file)?.row }) else {
            return false
        }
        // A name with a slash stands for a file whose name another file has.
        return row.outcome == .absent || row.name.hasPrefix("/")
    }

    /// Whether a resource's file stays in the folder of a forgotten source.
    ///
    /// - Parameter resource: The resource.
    /// - Returns: False also for a file that is in the library's folder again.
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func isInForgottenSource(_ resource: ResourceRecord) throws -> Bool {
        guard resource.sourceFileID == nil,
            FileOperations.size(core.layout.original(resource.file)) == nil
        else { return false }
        return try core.readAll { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT 1 FROM resource JOIN asset ON asset.id = resource.asset_id
                        WHERE resource.id = ? AND \(ElsewhereLedger.isForgotten)
                        """
                ),
                arguments: [resource.rowID, AssetTraits.offline.rawValue]
            ) != nil
        }
    }

    /// Returns the files that stay in folders of forgotten sources, in the order of their rows.
    ///
    /// A photo in Recently Deleted is left out where another photo has its bytes.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func filesInForgottenSources() throws -> [ForgottenFile] {
        let rows = try core.read { db in
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 9 else { return [Row]() }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT asset.uuid, resource.filename, resource.file, \(ElsewhereLedger.storingRemotes),
                        resource.checksum, resource.id, \(Self.hasHolder), \(Self.hasOtherFile)
                    FROM resource JOIN asset ON asset.id = resource.asset_id
                    WHERE \(ElsewhereLedger.isForgotten) AND (asset.trashed_date IS NULL OR NOT \(Self.hasTwin))
                    ORDER BY resource.id
                    """,
                arguments: [AssetTraits.offline.rawValue]
            )
        }
        return try rows.compactMap { row in
            guard let uuid = UUID(bytes: Blob.bytes(of: row, at: 0)),
                FileOperations.size(core.layout.original(row.text(2))) == nil
            else { return nil }
            let isHeld = Bool.fromDatabaseValue(row[6]) ?? false
            return ForgottenFile(
                asset: LocalIdentifier(uuid: uuid, kind: .asset),
                filename: String.fromDatabaseValue(row[1]),
                remotes: Set(row.text(3).split(separator: ",").compactMap { Int64($0) }),
                hasCopy: try isHeld
                    && hasCopy(ofChecksum: Blob.bytes(of: row, at: 4), besides: row.integer(5)),
                isPart: Bool.fromDatabaseValue(row[7]) ?? false
            )
        }
    }

    /// Whether another photo, also one in Recently Deleted, has the bytes of a resource here, so that a repair copies them.
    ///
    /// The file of the other photo is looked for, and not read.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func hasCopy(ofChecksum checksum: [UInt8], besides resource: Int64) throws -> Bool {
        try heldFiles(ofChecksum: checksum, evenDeleted: true).contains { file in
            guard file.row != resource else { return false }
            guard let source = file.sourceFileID else {
                return FileOperations.size(core.layout.original(file.file)) == file.byteCount
            }
            guard try !isSilent(sourceFile: source),
                let path = try core.readAll({ db in try SourceLedger(db).path(ofFile: source) })
            else { return false }
            let url = URL(fileURLWithPath: path, isDirectory: false)
            return FoundFile(at: url)?.byteCount == file.byteCount
        }
    }

    /// Whether the photo of a resource can go on without it: another picture or movie is there, as far as rows know it.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    func isDispensable(_ resource: ResourceRecord) throws -> Bool {
        try core.readAll { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT \(Self.hasOtherFile) FROM resource WHERE resource.id = ?"
                ),
                arguments: [resource.rowID]
            ) ?? false
        }
    }

    /// The condition in SQL that the photo of a resource has another picture or movie, as far as rows know it.
    private static let hasOtherFile = """
        EXISTS (SELECT 1 FROM resource AS other LEFT JOIN source_file AS held ON held.id = other.source_file_id
            WHERE other.asset_id = resource.asset_id AND other.id <> resource.id
                AND other.type IN (\(NewOriginal.possibleRoles.map(\.description).joined(separator: ", ")))
                AND CASE WHEN other.source_file_id IS NULL THEN other.inode NOT NULL
                    ELSE held.outcome <> \(SourceOutcome.absent.rawValue) AND held.name NOT GLOB '/*' END)
        """

    /// The condition in SQL that another photo outside Recently Deleted has the bytes of a resource, as far as rows know it.
    static let hasTwin = """
        EXISTS (SELECT 1 FROM resource AS twin JOIN asset AS holder ON holder.id = twin.asset_id
            WHERE twin.checksum = resource.checksum AND twin.asset_id <> resource.asset_id
                AND (twin.source_file_id NOT NULL OR twin.inode NOT NULL) AND holder.trashed_date IS NULL)
        """

    /// The condition in SQL that another photo, also one in Recently Deleted, has the bytes of a resource, as far as rows know it.
    private static let hasHolder = """
        EXISTS (SELECT 1 FROM resource AS twin
            WHERE twin.checksum = resource.checksum AND twin.asset_id <> resource.asset_id
                AND (twin.source_file_id NOT NULL OR twin.inode NOT NULL))
        """
}
