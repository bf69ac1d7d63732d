package import Foundation
import GRDB

/// The files that are not on this disk, although no row says that a remote has them.
///
/// A remote may have them nevertheless: it was forgotten while it was away, and added again, or another copy of the library took
/// it over. What a remote has is decided by its rows alone, so whoever lists a remote brings the rows up to date.
extension LibraryRemotes {
    /// A file that is not in the library's folder.
    private struct AbsentFile {
        /// The row of its resource.
        var row: Int64
        var object: RemoteObject
        /// Whether the library should have the file, and no row says that it left for a remote.
        var isMissing: Bool
    }

    /// Returns the bytes of all files that are not in the library's folder, also of those that left it, stay in the folders of
    /// forgotten sources, or were not found by the last sweep of their source.
    ///
    /// - Throws: ``StoreError``.
    package func absentObjects() throws -> Set<RemoteObject> {
        try core.requireEverything("use the library's remotes")
        return Set(try absentFiles().map(\.object) + objectsGoneFromSources())
    }

    private func objectsGoneFromSources() throws -> [RemoteObject] {
        try core.readAll { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT resource.checksum, resource.byte_count FROM resource
                    JOIN source_file ON source_file.id = resource.source_file_id
                    WHERE source_file.outcome = ? OR source_file.name GLOB '/*'
                    """
            )
            var objects: [RemoteObject] = []
            try statement.forEachRow(in: db) {
                $0.integer(Int64(SourceOutcome.absent.rawValue))
            } _: {
                objects.append(RemoteObject(columns: &$0))
            }
            return objects
        }
    }

    /// Notes that a remote lists objects of files that are not on this disk, and that no row says that it has.
    ///
    /// Nobody has read them yet, so objects are left out that the remote is known to have lost or damaged.
    ///
    /// - Parameters:
    ///   - listed: Objects that the remote lists, with their sizes. Without objects that have rows, this costs least.
    ///   - remote: The remote.
    ///   - lost: The checksums of objects that are left out.
    ///   - date: The date by which another copy of the library may have stored them; nil where this one did.
    /// - Returns: The objects.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func noteListed(
        _ listed: [[UInt8]: Int64],
        in remote: RemoteRow,
        except lost: Set<[UInt8]>,
        storedBy date: Date?
    ) throws -> Set<RemoteObject> {
        guard !listed.isEmpty else { return [] }
        let needed = try neededChecksums(listed.keys).subtracting(lost)
        guard !needed.isEmpty else { return [] }
        let found = try absentObjects().filter {
            needed.contains($0.checksum) && listed[$0.checksum] == $0.byteCount
        }
        try noteFound(found, in: remote, storedBy: date ?? core.environment.now())
        return found
    }

    /// Notes that a remote lists objects of files that are not on this disk.
    ///
    /// Nobody has read them yet.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - remote: The remote.
    ///   - date: The date by which another copy of the library may have stored them.
    /// - Throws: ``StoreError``.
    package func noteFound(
        _ objects: Set<RemoteObject>,
        in remote: RemoteRow,
        storedBy date: Date
    ) throws {
        try recordOutcomes(objects.map { ($0, .storedBy(date)) }, in: remote)
        try noteElsewhere(objects)
    }

    /// Notes that missing files are in remotes, so that they can be fetched.
    ///
    /// - Parameter objects: Objects that remotes have by their rows.
    /// - Throws: ``StoreError``.
    package func noteElsewhere(_ objects: Set<RemoteObject>) throws {
        guard !objects.isEmpty else { return }
        try noteLeft(absentFiles().filter { $0.isMissing && objects.contains($0.object) })
    }

    /// Notes that missing files are in remotes which are said to have their bytes.
    ///
    /// - Parameter assets: The rows of the photos; nil takes all.
    /// - Throws: ``StoreError``.
    package func noteElsewhere(ofAssets assets: [Int64]?) throws {
        guard core.mode == .readWrite, try core.clientAccess().readWrite == .authorized else {
            return
        }
        try noteLeft(
            absentFiles(ofAssets: assets, "AND \(ElsewhereLedger.isStoredInRemote)").filter(
                \.isMissing
            )
        )
    }

    /// Returns the files that the library's folder should have and has not, and that no row says to be in remotes.
    func missingFiles() throws -> RemoteTotals.Part {
        var missing = RemoteTotals.Part()
        for file in try absentFiles() where file.isMissing { missing.add(file.object.byteCount) }
        return missing
    }

    private func noteLeft(_ files: [AbsentFile]) throws {
        guard !files.isEmpty else { return }
        let now = core.environment.now()
        try core.usingReserve {
            try core.write { db in try ElsewhereLedger(db).noteLeft(files.map(\.row), on: now) }
        }
    }

    private func absentFiles(
        ofAssets assets: [Int64]? = nil,
        _ condition: String = ""
    ) throws -> [AbsentFile] {
        var (absent, last): ([AbsentFile], Int64) = ([], 0)
        while true {
            let page = try page(of: assets, condition, after: last)
            guard let end = page.last else { return absent }
            last = end.file.row
            absent += page.filter { FileOperations.size(core.layout.original($0.name)) == nil }
                .map(\.file)
        }
    }

    private static let pageOfAbsentFiles: Int64 = 8_192

    private func page(
        of assets: [Int64]?,
        _ condition: String,
        after row: Int64
    ) throws -> [(file: AbsentFile, name: String)] {
        try core.readAll { db in
            let chosen = assets == nil ? "?" : "asset.id IN (SELECT value FROM photokit_rows(?))"
            let statement = try db.cachedStatement(
                sql: """
                    SELECT resource.id, resource.checksum, resource.byte_count, resource.file,
                        (asset.traits & ? = 0 OR resource.inode NOT NULL) AND NOT EXISTS
                            (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)
                    FROM resource JOIN asset ON asset.id = resource.asset_id
                    WHERE resource.id > ? AND resource.source_file_id IS NULL AND \(chosen) \(condition)
                    ORDER BY resource.id LIMIT ?
                    """
            )
            var files: [(file: AbsentFile, name: String)] = []
            try statement.forEachRow(in: db) { columns in
                columns.integer(AssetTraits.offline.rawValue)
                columns.integer(row)
                if let assets {
                    columns.list(PackedList.rows(assets))
                } else {
                    columns.integer(1)
                }
                columns.integer(Self.pageOfAbsentFiles)
            } _: { (columns) -> Void in
                let (row, checksum) = (columns.row(), columns.blob() ?? [])
                let object = RemoteObject(checksum: checksum, byteCount: columns.row())
                let name = columns.text() ?? ""
                files.append(
                    (AbsentFile(row: row, object: object, isMissing: columns.flag()), name)
                )
            }
            return files
        }
    }
}
