import Foundation
import GRDB
import Synchronization

extension LibraryCommits {
    /// Finishes the work of a process that died: files that were being added, and files that were being
    /// removed.
    package func recover() throws {
        try core.checkIsPresent()
        let renewals = ClientFiles.sweep(core.layout)
        // A file whose state cannot be recorded is read again at the next check.
        if !renewals.isEmpty {
            try? core.write { db in try FileRenewal.recordRenewals(renewals, in: db) }
        }
        try StagingRecovery.run(core.layout, isMentioned: settledMentionedFiles)
        removalWaits.store(try !removeReleasedFiles(), ordering: .relaxed)
    }

    /// Returns those of the given files that a resource has, in a way that no later recovery can change.
    ///
    /// A failed commit may have left its frames behind the end of SQLite's log, where the recovery after a
    /// crash would find them. The next commit overwrites those frames, so this method commits before it
    /// queries the files.
    func settledMentionedFiles(_ files: [String]) throws -> Set<String> {
        try core.write { db in
            // The update is made and reverted, because SQLite writes nothing when the new value equals the
            // old one.
            try db.execute(sql: "UPDATE library SET trash_days = trash_days + 1")
            try db.execute(sql: "UPDATE library SET trash_days = trash_days - 1")
        }
        return try mentionedFiles(files)
    }

    /// Returns those of the given files that a resource has, or that an asset keeps.
    func mentionedFiles(_ files: [String]) throws -> Set<String> {
        let list = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        return try core.readAll { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT file FROM resource WHERE file IN (SELECT value FROM json_each(?1))
                    UNION ALL SELECT file FROM kept_file WHERE file IN (SELECT value FROM json_each(?1))
                    """,
                arguments: [list]
            )
        }
    }

    /// The number of files that are removed in one step.
    private static let filePage = 4_096

    /// Removes released files, or lets the next commit, or closing, try again.
    func removeReleasedFilesIfPossible() {
        // Written before the attempt, so that a thread that succeeds does not hide that another one failed after it.
        removalWaits.store(false, ordering: .relaxed)
        let isDone = (try? removeReleasedFiles()) ?? false
        if !isDone { removalWaits.store(true, ordering: .relaxed) }
    }

    /// Unlinks the files that committed blocks released, then deletes their rows.
    ///
    /// Returns false where that has to wait.
    private func removeReleasedFiles() throws -> Bool {
        // A process that finds another one removing gives up. So the rows are read once more after the lock was
        // released, and one of the two sees them.
        while let files = try releasedFiles() {
            guard let count = try removeReleased(files) else { return false }
            // Rows of a strange library may equal no text, and would be read without end.
            if count == 0 { return true }
        }
        return true
    }

    /// Returns some of the released files, or nil if there are none.
    private func releasedFiles() throws -> [String]? {
        let files = try core.readAll { db in
            try String.fetchAll(
                db,
                sql: "SELECT file FROM released_file LIMIT ?",
                arguments: [Self.filePage]
            )
        }
        return files.isEmpty ? nil : files
    }

    /// Unlinks the given files and deletes their rows.
    ///
    /// Returns the number of deleted rows, or nil where that has to wait.
    private func removeReleased(_ files: [String]) throws -> Int? {
        // If the volume is absent, its files must not be taken for removed ones.
        try core.checkIsPresent()
        guard let lock = try BackupLock.forRemoving(core.layout) else { return nil }
        defer { lock.release() }
        // Other names of the file go first: a file that is deleted for good must not stay under another name.
        ClientFiles.remove(of: files, core.layout)
        try originals.handOver(files)
        for file in files { try FileOperations.removeOriginal(file, in: core.layout) }
        // What was made of a file that is deleted for good must not stay, so the row is kept until all of it is
        // removed.
        guard previews.remove(files), fragments.remove(files), pictureHashes.remove(files) else {
            return nil
        }
        // The words of deleted assets leave the index, too.
        if words.index.exists { words.scheduleSearchIndexing() }
        try core.layout.syncFolders(of: files)
        let list = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        return try core.usingReserve {
            try core.write { db in
                try db.execute(
                    sql: "DELETE FROM released_file WHERE file IN (SELECT value FROM json_each(?))",
                    arguments: [list]
                )
                return db.changesCount
            }
        }
    }

    /// Deletes for good the assets that have been in Recently Deleted for longer than the library keeps them.
    ///
    /// The clock alone does not decide how long that was; see ``BelievableTime``. Kept files that later ones replaced
    /// long enough ago go, too.
    ///
    /// - Returns: the number of assets deleted.
    @discardableResult
    package func purgeExpired() throws -> Int {
        try removeReplacedKeptFiles()
        let now = core.environment.now()
        let due = try core.readAll { db in
            let days = try Int.fetchOne(db, sql: "SELECT trash_days FROM library") ?? 30
            return try Self.expiredAssets(keptFor: days, now: now, in: db)
        }
        // The assets need not be deleted in one block, and the memory that a block needs grows with its size.
        for start in stride(from: 0, to: due.count, by: Rewind.largest) {
            try purgeAssets(due[start..<min(start + Rewind.largest, due.count)])
        }
        return due.count
    }

    /// Returns the number of assets that have been in Recently Deleted for some days.
    ///
    /// A library that keeps assets for no longer than that deletes them for good.
    ///
    /// - Parameter days: A number of days, 0 or more.
    /// - Returns: A number of assets.
    /// - Throws: ``StoreError``.
    package func expiredCount(keptFor days: Int) throws -> Int {
        try core.requireEverything("look at Recently Deleted as a whole")
        let now = core.environment.now()
        return try core.readAll { db in
            try Self.expiredAssets(keptFor: days, now: now, in: db).count
        }
    }

    private static func expiredAssets(
        keptFor days: Int,
        now: Date,
        in db: Database
    ) throws -> [UUID] {
        let kept = Double(days) * 86_400
        let candidates = try Row.fetchAll(
            db,
            sql: """
                SELECT uuid, trashed_date FROM asset
                WHERE trashed_date IS NOT NULL AND trashed_date <= ?
                """,
            arguments: [now.timeIntervalSinceReferenceDate - kept]
        ).compactMap { row in UUID(bytes: Data(row[0] as Data)).map { ($0, row[1] as Double) } }
        guard !candidates.isEmpty else { return [] }
        let time = BelievableTime(
            changes: try ChangeLog.lastDates(50_000, in: db),
            now: now.timeIntervalSinceReferenceDate
        )
        return candidates.filter { time.elapsed(since: $0.1) >= kept }.map(\.0)
    }

    /// Deletes assets for good, in smaller blocks if the volume has no room for a large one.
    ///
    /// Each small block frees some space for the next one.
    private func purgeAssets(_ uuids: ArraySlice<UUID>) throws {
        guard !uuids.isEmpty else { return }
        do {
            try commit(ChangeBlock([.purgeAssets(Array(uuids))], work: .purge), by: .owner)
        } catch let error as StoreError where error.code == .diskFull && uuids.count > 1 {
            let size = (uuids.count + 7) / 8
            for start in stride(from: uuids.startIndex, to: uuids.endIndex, by: size) {
                try purgeAssets(uuids[start..<min(start + size, uuids.endIndex)])
            }
        }
    }
}
