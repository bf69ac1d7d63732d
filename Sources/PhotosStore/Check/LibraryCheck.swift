import Foundation
import GRDB

/// Looks after every promise that a library makes about its files and rows, and changes nothing.
///
/// Others may go on using the library meanwhile: what is on its way in or out is not found fault with.
package struct LibraryCheck {
    let library: Library
    let readsBytes: Bool
    let progress: (CheckProgress) -> Void
    var report = CheckReport()

    /// - Parameters:
    ///   - library: the library to look at.
    ///   - readingBytes: also reads every file and compares its checksum; this takes as long as reading them all.
    ///   - progress: called on the thread that runs the check.
    package init(
        _ library: Library,
        readingBytes: Bool = false,
        progress: @escaping (CheckProgress) -> Void = { _ in }
    ) {
        self.library = library
        readsBytes = readingBytes
        self.progress = progress
    }

    /// - Throws: ``StoreError`` when the library cannot be looked at.
    package func run() throws -> CheckReport {
        try library.requireEverything("be used to check the library")
        var check = self
        check.report.hasReadBytes = readsBytes
        let isReadable = try check.checkDatabase()
        if isReadable {
            try check.checkSentinel()
            try check.checkCollections()
            try check.checkMembers()
            try check.checkHistory()
            try check.checkSelections()
            try check.checkFiles()
            try check.checkLeftovers()
        }
        return check.report
    }

    mutating func add(_ finding: Finding) { report.findings.append(finding) }

    // MARK: The library as a whole

    private mutating func checkSentinel() throws {
        guard library.temporaryFolder == nil else { return }
        let layout = library.layout
        let place = layout.sentinel.path
        guard let sentinel = try? Sentinel.read(layout) else {
            return add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY cannot be read. Restore it from a backup.",
                    at: place
                )
            )
        }
        let (identity, format) = try library.read { db in
            (try LibraryCreation.identity(db), try Int.fetchOne(db, sql: "PRAGMA user_version"))
        }
        if sentinel.library != identity.library {
            add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY belongs to another library than the database. Restore both from one backup.",
                    at: place
                )
            )
        } else if sentinel.incarnation != identity.incarnation {
            add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY and the database tell of different copies. Opening the library for writing settles it.",
                    at: place,
                    isRepairable: true
                )
            )
        }
        if sentinel.format != format {
            add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY says format \(sentinel.format), the database \(format ?? 0). Opening the library for writing settles it.",
                    at: place,
                    isRepairable: true
                )
            )
        }
    }

    /// - Returns: whether the tables can be read at all.
    private mutating func checkDatabase() throws -> Bool {
        do {
            let (problems, broken) = try library.read { db in
                (
                    try String.fetchAll(db, sql: "PRAGMA integrity_check(100)").filter {
                        $0 != "ok"
                    },
                    try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
                        (
                            table: row.text(0), row: Int64.fromDatabaseValue(row[1]),
                            parent: row.text(2)
                        )
                    }
                )
            }
            for problem in problems {
                add(
                    Finding(
                        .databaseDamaged,
                        "SQLite found: \(problem). Restore the library from a backup.",
                        at: library.layout.database.path
                    )
                )
            }
            for reference in broken {
                add(
                    Finding(
                        .referenceBroken,
                        "A row of the table \(reference.table) names a row of \(reference.parent) that is not there.",
                        at: "\(reference.table) \(reference.row.map(String.init) ?? "?")"
                    )
                )
            }
            return true
        } catch let error as StoreError where error.code == .damaged {
            add(Finding(.databaseDamaged, error.message, at: library.layout.database.path))
            return false
        }
    }
}

/// How far a check has come with reading files.
package struct CheckProgress: Hashable, Sendable {
    package var filesDone: Int
    package var filesTotal: Int
    package var bytesDone: Int64
    package var bytesTotal: Int64
}
