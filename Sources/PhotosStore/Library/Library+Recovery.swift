import Foundation
import GRDB

extension Library {
    /// Finishes what a process that died had begun: files on their way in, and files on their way out.
    package func recover() throws {
        try checkIsPresent()
        let renewals = ClientFiles.sweep(layout)
        // What cannot be noted is read again when it is looked at.
        if !renewals.isEmpty { try? write { db in try FileRenewal.note(renewals, db) } }
        try StagingRecovery.run(layout, isMentioned: settledMentionedFiles)
        try removeReleasedFiles()
    }

    /// Of some files, those that a resource has, whatever happens from here on.
    ///
    /// A commit that failed may have left itself behind the end of SQLite's log, where the recovery after a crash
    /// would find it. The next commit overwrites it, so one is made before its files are judged.
    func settledMentionedFiles(_ files: [String]) throws -> Set<String> {
        try write { db in
            // There and back: SQLite writes nothing for an update to the value that is there.
            try db.execute(sql: "UPDATE library SET trash_days = trash_days + 1")
            try db.execute(sql: "UPDATE library SET trash_days = trash_days - 1")
        }
        return try mentionedFiles(files)
    }

    /// Of some files, those that a resource has.
    func mentionedFiles(_ files: [String]) throws -> Set<String> {
        let list = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        return try readAll { db in
            try String.fetchSet(
                db,
                sql: "SELECT file FROM resource WHERE file IN (SELECT value FROM json_each(?))",
                arguments: [list]
            )
        }
    }

    /// How many files are removed at once.
    private static let filePage = 4_096

    /// Unlinks the files that committed blocks released, then forgets them.
    func removeReleasedFiles() throws {
        while true {
            let files = try readAll { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT file FROM released_file LIMIT ?",
                    arguments: [Self.filePage]
                )
            }
            guard !files.isEmpty, try removeReleased(files), files.count == Self.filePage else {
                return
            }
        }
    }

    /// Unlinks some files and forgets them; false where that has to wait.
    private func removeReleased(_ files: [String]) throws -> Bool {
        // A volume that is not there must not pass for files that are gone.
        try checkIsPresent()
        guard let lock = try BackupLock.forRemoving(layout) else { return false }
        defer { lock.release() }
        // First: what is deleted for good must not stay under another name.
        ClientFiles.remove(of: files, layout)
        for file in files { try FileOperations.removeOriginal(file, layout) }
        // What was deleted for good must not stay as a preview: the files are remembered until that is done.
        guard previews.remove(files) else { return false }
        try layout.syncFolders(of: files)
        let list = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        try usingReserve {
            try write { db in
                try db.execute(
                    sql: "DELETE FROM released_file WHERE file IN (SELECT value FROM json_each(?))",
                    arguments: [list]
                )
            }
        }
        return true
    }

    /// Deletes for good what has been in Recently Deleted for longer than the library keeps it.
    ///
    /// The clock alone does not decide that: see ``BelievableTime``.
    ///
    /// - Returns: how many assets went.
    @discardableResult
    package func purgeExpired() throws -> Int {
        let now = environment.now()
        let due = try readAll { db in
            let days = try Int.fetchOne(db, sql: "SELECT trash_days FROM library") ?? 30
            let kept = Double(days) * 86_400
            let candidates = try Row.fetchAll(
                db,
                sql: """
                    SELECT uuid, trashed_date FROM asset
                    WHERE trashed_date IS NOT NULL AND trashed_date <= ?
                    """,
                arguments: [now.timeIntervalSinceReferenceDate - kept]
            ).compactMap { row in UUID(bytes: Data(row[0] as Data)).map { ($0, row[1] as Double) } }
            guard !candidates.isEmpty else { return [UUID]() }
            let time = BelievableTime(
                changes: try ChangeLog.lastDates(50_000, db),
                now: now.timeIntervalSinceReferenceDate
            )
            return candidates.filter { time.elapsed(since: $0.1) >= kept }.map(\.0)
        }
        // Nobody asked for all of them in one block, and the memory of a block grows with it.
        for start in stride(from: 0, to: due.count, by: Rewind.largest) {
            try purge(due[start..<min(start + Rewind.largest, due.count)])
        }
        return due.count
    }

    /// Deletes in smaller blocks where the volume has no room for a large one: each gives some back.
    private func purge(_ uuids: ArraySlice<UUID>) throws {
        guard !uuids.isEmpty else { return }
        do {
            try commit(ChangeBlock([.purgeAssets(Array(uuids))], work: .purge), by: .owner)
        } catch let error as StoreError where error.code == .diskFull && uuids.count > 1 {
            let size = (uuids.count + 7) / 8
            for start in stride(from: uuids.startIndex, to: uuids.endIndex, by: size) {
                try purge(uuids[start..<min(start + size, uuids.endIndex)])
            }
        }
    }
}
