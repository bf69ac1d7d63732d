import Foundation
import GRDB
import Glibc

/// Brings the database of an older format to the present one.
///
/// Each step sets the format in its own transaction. Older software that has the library open reads the file `LIBRARY`
/// before each change. So before the first step, the file gets the new format, and what software needs to write it. Until
/// the last step is made, the file also keeps what the library required before (``Sentinel/earlier``).
struct LibraryMigration {
    private let layout: LibraryLayout
    private let migrator: DatabaseMigrator

    init(_ layout: LibraryLayout, migrator: DatabaseMigrator = Schema.migrator) {
        self.layout = layout
        self.migrator = migrator
    }

    /// Runs the steps that a database lacks.
    ///
    /// The caller holds the commit lock, and writes the file `LIBRARY` of the present format afterwards.
    ///
    /// - Returns: Whether there were any, also in an earlier migration that was interrupted.
    func run(in database: some DatabaseWriter, sentinel: Sentinel) throws -> Bool {
        let format = try Self.format(of: database)
        guard format != Schema.format else { return sentinel.earlier != nil }
        let raised = sentinel.duringMigration
        // The earlier file is written first, because the steps may fill the disk.
        let earlier = layout.root.appendingPathComponent(".LIBRARY.earlier", isDirectory: false)
        // A link at this path would lead the writing elsewhere.
        try FileOperations.unlink(earlier)
        defer { unlink(earlier.path) }
        if let sentinel = raised.beforeMigration(ofDatabase: format) {
            try FileOperations.writeDraft(try sentinel.encoded(), to: earlier)
        }
        try raised.write(layout)
        do {
            try migrator.migrate(database)
        } catch {
            // Where no step was made, older software may go on.
            if let format = try? Self.format(of: database),
                raised.beforeMigration(ofDatabase: format) != nil
            {
                try? FileOperations.replace(layout.sentinel, by: earlier)
            }
            throw error
        }
        return true
    }

    /// Gives the library back to software of this format, where newer software was ended before the first step.
    ///
    /// Whoever migrates a library holds the commit lock meanwhile.
    ///
    /// - Parameter sentinel: The file `LIBRARY` as it was read.
    /// - Returns: The file `LIBRARY` as it is then; nil if it was left as it is.
    func takeBack(_ sentinel: Sentinel) -> Sentinel? {
        // The files of locks are there after a migration has begun, so that a rejected library is not changed.
        guard let earlier = sentinel.earlier, sentinel.minimumWriter > Schema.format,
            earlier.minimumWriter <= Schema.format,
            [layout.commitLock, layout.turnLock].allSatisfy({ access($0.path, F_OK) == 0 })
        else { return nil }
        // After an error, the file still forbids to write, and the library is read.
        return try? CommitLock(layout).withLock(timeout: 0.2) {
            let sentinel = try Sentinel.read(layout)
            let format = try LibraryValidation.checkDatabase(
                in: layout,
                sentinel: sentinel,
                writing: true
            )
            let settled = sentinel.beforeMigration(ofDatabase: format)
            try settled?.write(layout)
            return settled ?? sentinel
        }
    }

    private static func format(of database: some DatabaseWriter) throws -> Int {
        try database.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        }
    }
}
