import Foundation
import GRDB

extension BackupSnapshot {
    /// Notes in the copied database that files left the library's folder after it was copied.
    ///
    /// Otherwise the copy would promise files that it does not have.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - library: The library, which knows the remotes that have them.
    /// - Throws: ``StoreError`` and the errors of SQLite.
    func noteLeft(_ files: [PromisedFile], of library: Library) throws {
        guard !files.isEmpty else { return }
        let objects = try library.core.readAll { db in
            try files.flatMap { file in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT checksum, byte_count, stored_date, proved_date, remote.uuid
                        FROM remote CROSS JOIN remote_object AS object
                            ON object.remote_id = remote.id AND object.checksum = ?
                        """,
                    arguments: [Data(file.checksum)]
                )
            }
        }
        let date = library.environment.now().timeIntervalSinceReferenceDate
        let queue = try Self.queue(url)
        try queue.write { db in
            for file in files {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO elsewhere_file (resource_id, left_date)
                        SELECT id, ? FROM resource WHERE file = ?
                        """,
                    arguments: [date, file.file]
                )
            }
            for object in objects {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO remote_object
                            (checksum, byte_count, stored_date, proved_date, remote_id)
                        SELECT ?, ?, ?, ?, id FROM remote WHERE uuid = ?
                        """,
                    arguments: StatementArguments(object.databaseValues)
                )
            }
        }
        try queue.close()
        try FileOperations.syncFile(url)
    }
}
