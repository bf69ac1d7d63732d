import Foundation
import GRDB

extension BackupSnapshot {
    /// Keeps copies of sidecars that an earlier backup has, in the copied database: they may be the last ones.
    ///
    /// ``EarlierSidecarDecision`` decides which. A copy also goes when its photo is deleted for good.
    ///
    /// - Parameters:
    ///   - copies: Those in whose place the new backup has nothing.
    ///   - others: The names of kept files beside which a copy stays.
    ///   - earlier: What the earlier backup has of the files.
    ///   - words: Reads the words of a copy; nil for none.
    /// - Returns: The files that are kept.
    /// - Throws: The errors of SQLite.
    func keepEarlier(
        _ copies: [EarlierSidecars.Copy],
        beside others: Set<String>,
        of earlier: EarlierSidecars,
        words: (PromisedFile) -> RecordedFacts?
    ) throws -> [PromisedFile] {
        let absent = inSources.filter { $0.isSidecar && $0.isKnownAbsent }
        guard !copies.isEmpty || !absent.isEmpty else { return [] }
        // The ledger may have rows of duplicates that are gone, so the photos' own files count alone.
        let photos = Set(
            inSources.lazy.filter { !$0.isSidecar && !$0.isKnownAbsent }.map(\.row)
        )
        let queue = try Self.queue(url)
        let kept = try queue.write { db in
            let assets = Set(copies.map(\.photo))
            var decision = try EarlierSidecarDecision(db, assets, photos: photos, besides: others)
            try decision.addFormerFiles(db, earlier.photoFiles(ofPhotos: assets))
            let read = Set(copies.lazy.filter(\.isRead).map(\.photo))
            let before = earlier.facts(ofPhotos: read)
            let facts = (try? AssetFacts.read(of: read, inCopy: db)) ?? [:]
            let kept = try copies.filter { copy in
                let outcome = decision.outcome(of: copy.decided) {
                    // Words that were never recorded may be those of any sidecar.
                    guard let now = facts[copy.photo], now.original != nil else { return true }
                    if now.companion != nil, now.companion == before[copy.photo]?.companion {
                        return true
                    }
                    return words(copy.file)?.areAll(in: now.companion) ?? true
                }
                return try outcome != .goes
                    && Self.keep(copy.file, isEarlier: outcome == .staysAsEarlier, db)
            }.map(\.file)
            // The photo may come back alone, and nobody has removed its sidecar. So the copy has no origin any more.
            for file in absent {
                try db.cachedStatement(sql: "UPDATE source_file SET name = '/' || id WHERE id = ?")
                    .execute(arguments: [file.row])
            }
            // The next backup knows such a file by what is known of it now.
            let names = Set(kept.map(\.file))
            for file in inSources.compactMap(earlier.former(of:))
            where names.contains(file.copy.file) {
                try db.cachedStatement(
                    sql: "UPDATE source_file SET checksum = ?, inode = ? WHERE id = ?"
                ).execute(arguments: [Data(file.copy.checksum), file.inode, file.row])
            }
            return kept
        }
        try queue.close()
        try FileOperations.syncFile(url)
        return kept
    }

    /// Keeps a file with its photo.
    ///
    /// - Returns: Whether the copied database has the photo, and did not have the file.
    private static func keep(_ file: PromisedFile, isEarlier: Bool, _ db: Database) throws -> Bool {
        let filename = file.filename.map { isEarlier ? FileName.earlier($0) ?? $0 : $0 }
        try db.cachedStatement(
            sql: """
                INSERT INTO kept_file (asset_id, file, filename, byte_count, checksum)
                SELECT asset.id, ?1, ?2, ?3, ?4 FROM asset WHERE asset.uuid = ?5
                    AND NOT EXISTS (SELECT 1 FROM kept_file WHERE file = ?1)
                """
        ).execute(arguments: [
            file.file, filename, file.byteCount, Data(file.checksum), Data(file.asset.bytes),
        ])
        return db.changesCount > 0
    }
}

extension EarlierSidecars.Copy {
    /// Whether the backup keeps it as a file from which words are read.
    fileprivate var isRead: Bool { !isEarlier && CompanionFile.isRead(file.filename ?? "") }

    /// What counts when it is decided about the copy.
    fileprivate var decided: EarlierSidecarDecision.Copy {
        EarlierSidecarDecision.Copy(
            file.filename ?? "",
            of: file.asset,
            origins: origins,
            isEarlier: isEarlier
        )
    }
}

extension EarlierSidecarDecision {
    /// Reads what the copied database has of some photos, with one statement of each kind for all.
    ///
    /// - Parameters:
    ///   - db: The copied database.
    ///   - assets: The rows of the photos.
    ///   - photos: The rows of the photos' own files that are there.
    ///   - others: The names of kept files beside which a copy stays.
    /// - Throws: The errors of SQLite.
    fileprivate init(
        _ db: Database,
        _ assets: Set<Int64>,
        photos: Set<Int64>,
        besides others: Set<String>
    ) throws {
        self.init()
        let list = "[" + assets.map(String.init).joined(separator: ",") + "]"
        let ofPhotos = "asset.id IN (SELECT value FROM json_each(?))"
        let sidecars = try Row.fetchAll(
            db,
            sql: """
                SELECT source_file.id, asset.uuid FROM asset JOIN source_file ON source_file.asset_id = asset.id
                WHERE source_file.outcome = ? AND \(ofPhotos)
                """,
            arguments: [SourceOutcome.sidecar.rawValue, list]
        )
        for row in sidecars { self.sidecars[row.integer(0)] = Self.asset(row, at: 1) }
        try readPhotoFiles(db, ofPhotos, list, photos: photos)
        // Two photos with the same bytes may each have had a file of the name.
        let kept = try Row.fetchAll(
            db,
            sql: """
                SELECT kept_file.file, kept_file.filename, asset.uuid
                FROM asset JOIN kept_file ON kept_file.asset_id = asset.id
                WHERE kept_file.replaced_date IS NULL AND \(ofPhotos)
                """,
            arguments: [list]
        )
        for row in kept where !others.contains(row.text(0)) {
            newNames[Self.asset(row, at: 2), default: []].insert(row.text(1))
        }
    }

    /// Reads the photos' own pictures and movies: those in sources by their present names, and the library's own.
    private mutating func readPhotoFiles(
        _ db: Database,
        _ condition: String,
        _ list: String,
        photos: Set<Int64>
    ) throws {
        var present: [UUID: Set<Data>] = [:]
        let inSources = try Row.fetchAll(
            db,
            sql: """
                SELECT source_file.id, source_file.folder_id, source_file.name, source_file.checksum, asset.uuid
                FROM asset JOIN source_file ON source_file.asset_id = asset.id WHERE \(condition)
                """,
            arguments: [list]
        )
        for row in inSources where photos.contains(row.integer(0)) {
            let asset = Self.asset(row, at: 4)
            photoFiles[asset, default: []].append(PhotoFile(row.text(2), in: row.integer(1)))
            present[asset, default: []].insert(Data(Blob.bytes(of: row, at: 3)))
        }
        // The copy has files that were taken as its own now, so their bytes tell which are in sources.
        let roles = Self.describedRoles.map(\.description)
        let all = try Row.fetchAll(
            db,
            sql: """
                SELECT resource.filename, resource.checksum, asset.uuid, resource.source_file_id
                FROM asset JOIN resource ON resource.asset_id = asset.id
                WHERE resource.type IN (\(roles.joined(separator: ", "))) AND resource.filename NOT NULL
                    AND \(condition)
                """,
            arguments: [list]
        )
        for row in all {
            let asset = Self.asset(row, at: 2)
            guard Int64.fromDatabaseValue(row[3]).map(photos.contains) != true,
                present[asset]?.contains(Data(Blob.bytes(of: row, at: 1))) != true
            else { continue }
            photoFiles[asset, default: []].append(PhotoFile(row.text(0), in: nil))
        }
    }

    /// Adds the pictures and movies that photos had in the earlier backup, and without which they went on.
    ///
    /// One that was renamed or changed since is not among them.
    ///
    /// - Parameters:
    ///   - db: The copied database.
    ///   - files: The files of the earlier backup, by the rows of the photos.
    /// - Throws: The errors of SQLite.
    fileprivate mutating func addFormerFiles(
        _ db: Database,
        _ files: [Int64: [(name: String, checksum: [UInt8])]]
    ) throws {
        guard !files.isEmpty else { return }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT asset.id, asset.uuid, resource.checksum FROM asset
                JOIN resource ON resource.asset_id = asset.id
                WHERE asset.id IN (SELECT value FROM json_each(?))
                """,
            arguments: ["[" + files.keys.map(String.init).joined(separator: ",") + "]"]
        )
        for (photo, present) in Dictionary(grouping: rows, by: { $0.integer(0) }) {
            let asset = Self.asset(present[0], at: 1)
            let checksums = Set(present.map { Blob.bytes(of: $0, at: 2) })
            let names = Set((photoFiles[asset] ?? []).map(\.name))
            formerFiles[asset] = (files[photo] ?? []).filter {
                !checksums.contains($0.checksum) && !names.contains($0.name)
            }.map(\.name)
        }
    }

    private static func asset(_ row: Row, at index: Int) -> UUID {
        UUID(bytes: Blob.bytes(of: row, at: index)) ?? .zero
    }
}
