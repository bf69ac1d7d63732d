package import Foundation
import GRDB

/// A copy of the database of an open library, page for page, at one position in its log.
///
/// Two copies differ only in pages that changes wrote between them, so most of their bytes are the same at the same
/// places.
package struct DatabaseCopy: Sendable {
    package let url: URL
    package let position: LogPosition
    /// The version of the library's format.
    package let format: Int

    /// Copies the database through an open connection.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - url: The path of the copy, where no file exists.
    /// - Throws: ``StoreError`` with code `damaged` if the copy is no whole database.
    package init(of library: Library, at url: URL) throws {
        self.url = url
        do {
            let copy = try DatabaseQueue(path: url.path)
            try library.core.reading { database in try database.backup(to: copy) }
            try copy.writeWithoutTransaction { db in
                try UploadJobTable.removeJobs(fromCopy: db)
                // The copy is one file.
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try copy.close()
            (position, format) = try Self.inspectCopy(url)
        } catch {
            throw StoreError(error, copyingTo: url)
        }
    }

    private static func inspectCopy(_ url: URL) throws -> (LogPosition, Int) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in try Connection.harden(db) }
        let queue = try DatabaseQueue(
            path: Connection.immutableAddress(url),
            configuration: configuration
        )
        return try queue.unsafeRead { db in
            guard try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"] else {
                throw StoreError(
                    .damaged,
                    "The library's database is damaged, and was not sent. Run `photokit check`, and restore an earlier state."
                )
            }
            return (
                try ChangeLog.current(db), try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            )
        }
    }
}
