import Foundation
import GRDB

/// Checks the files and rows of a library, and changes nothing.
///
/// Other processes may use the library meanwhile. Files that are being added or removed are not reported.
package struct LibraryCheck {
    let library: Library
    let readsBytes: Bool
    let progress: (CheckProgress) -> Void
    var report = CheckReport()

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - library: The library to check.
    ///   - readingBytes: Also reads every file and compares its checksum. This takes as long as reading all
    ///     files.
    ///   - progress: Called on the thread that runs the check.
    package init(
        _ library: Library,
        readingBytes: Bool = false,
        progress: @escaping (CheckProgress) -> Void = { _ in }
    ) {
        self.library = library
        readsBytes = readingBytes
        self.progress = progress
    }

    /// Runs the check.
    ///
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func run() throws -> CheckReport {
        try library.core.requireEverything("be used to check the library")
        var check = self
        check.report.hasReadBytes = readsBytes
        check.checkPermissions()
        let isReadable = try check.checkDatabase()
        if isReadable {
            try check.checkSentinel()
            try check.checkCollections()
            try check.checkMembers()
            try check.checkHistory()
            try check.checkSelections()
            try check.checkFiles()
            try check.checkSources()
            try check.checkLeftovers()
        }
        return check.report
    }

    mutating func add(_ finding: Finding) { report.findings.append(finding) }

    // MARK: The library as a whole

    private mutating func checkSentinel() throws {
        guard library.core.temporaryFolder == nil else { return }
        let layout = library.layout
        let path = layout.sentinel.path
        guard let sentinel = try? Sentinel.read(layout) else {
            return add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY cannot be read. Restore it from a backup.",
                    at: path
                )
            )
        }
        let (identity, format) = try library.core.read { db in
            (try LibraryCreation.identity(db), try Int.fetchOne(db, sql: "PRAGMA user_version"))
        }
        if sentinel.library != identity.library {
            add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY belongs to another library than the database. Restore both from one backup.",
                    at: path
                )
            )
        } else if sentinel.incarnation != identity.incarnation {
            add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY and the database belong to different copies. Opening the library for writing mends that.",
                    at: path,
                    isRepairable: true
                )
            )
        }
        if sentinel.format != format {
            add(
                Finding(
                    .sentinelDiffers,
                    "The file LIBRARY says format \(sentinel.format), the database \(format ?? 0). Opening the library for writing mends that.",
                    at: path,
                    isRepairable: true
                )
            )
        }
    }

    /// Checks the database with SQLite's own checks.
    ///
    /// - Returns: Whether the tables can be read at all.
    private mutating func checkDatabase() throws -> Bool {
        do {
            let (problems, broken) = try library.core.read { db in
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

/// The progress of a check that reads files.
package struct CheckProgress: Hashable, Sendable {
    package var filesDone: Int
    package var filesTotal: Int
    package var bytesDone: Int64
    package var bytesTotal: Int64
}
