import Crypto
package import Foundation
import GRDB
package import PhotosStore
import PhotosTestSupport

/// What is found in a library that a process has left, after opening it as the next process does.
package struct LibraryVerdict: Codable, Hashable, Sendable {
    /// Everything that the check of the library found, leftovers included.
    package var findings: [String]
    /// Stands for all rows: two libraries with the same digest show the same and tell the same history.
    package var digest: String
    package var assetCount: Int
    package var changeCount: Int

    package init(findings: [String], digest: String, assetCount: Int, changeCount: Int) {
        self.findings = findings
        self.digest = digest
        self.assetCount = assetCount
        self.changeCount = changeCount
    }

    /// Opens a library and looks at all of it.
    ///
    /// - Parameters:
    ///   - folder: The library.
    ///   - mode: For reading, nothing is recovered, and what lies in the staging folder is not looked at.
    /// - Returns: What was found.
    /// - Throws: when the library cannot be opened.
    package static func reach(
        _ folder: URL,
        mode: LibraryCore.Mode = .readWrite
    ) throws -> LibraryVerdict {
        // By the clock of those who made it, so that nothing in Recently Deleted is due.
        let store = try Library.open(folder, mode: mode, environment: .test(seed: 13))
        let report = try LibraryCheck(store, readingBytes: true).run()
        let layout = store.layout
        store.close()
        // A draft may come of age between the opening, which leaves young ones in peace, and the check.
        let found = try report.findings.filter {
            try $0.code != .stagingLeftover || !isUnsettled(URL(fileURLWithPath: $0.subject))
        }
        var findings = found.map { "\($0.code.rawValue) at \($0.subject): \($0.message)" }
        if mode == .readWrite { findings += try leftovers(layout) }
        let (digest, broken) = try Self.digest(of: layout.database)
        return LibraryVerdict(
            findings: findings + broken,
            digest: digest,
            assetCount: report.assets,
            changeCount: report.changes
        )
    }

    /// What lies in the staging folder.
    private static func leftovers(_ layout: LibraryLayout) throws -> [String] {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: layout.staging.path).compactMap { name in
            let folder = layout.staging.appendingPathComponent(name)
            let content = try manager.contentsOfDirectory(atPath: folder.path)
            return try content.isEmpty || isUnsettled(folder)
                ? nil : "staging holds \(name) with \(content)"
        }
    }

    /// Whether nobody had settled in a staging folder yet.
    ///
    /// It may stay for a minute, to which comes the time of a check, but is empty of everything but its owner's lock file.
    private static func isUnsettled(_ folder: URL) throws -> Bool {
        var facts = stat()
        guard lstat(folder.path, &facts) == 0, time(nil) - facts.st_ctim.tv_sec < 120 else {
            return false
        }
        return try folder.lastPathComponent.hasPrefix("new-")
            && FileManager.default.contentsOfDirectory(atPath: folder.path)
                .allSatisfy { $0 == "owner" }
    }

    /// Columns that say how a file stands on this disk, which is another in every run.
    private static let statesOfFiles: Set<String> = ["inode", "status_change"]

    private static func digest(of database: URL) throws -> (String, [String]) {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in
            var hash = SHA256()
            for table in [
                "asset", "resource", "file_facts", "released_file", "collection", "member",
                "author",
                "change", "tombstone",
            ] {
                let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
                let lines = rows.map { row in
                    row.filter { !statesOfFiles.contains($0.0) }.map { "\($0.1)" }
                        .joined(separator: "|")
                }
                hash.update(data: Data((table + lines.sorted().joined(separator: "\n")).utf8))
            }
            let pruned = try Row.fetchOne(
                db,
                sql: "SELECT pruned_sequence, pruned_mark FROM library"
            )
            hash.update(data: Data("\(pruned.map { Array($0.databaseValues) } ?? [])".utf8))
            var broken: [String] = []
            let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            if integrity != ["ok"] { broken.append("integrity: \(integrity)") }
            let foreign = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
            if !foreign.isEmpty { broken.append("foreign keys: \(foreign)") }
            let gaps = try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT coalesce(max(sequence), 0) FROM change)
                        - (SELECT pruned_sequence FROM library) - (SELECT count(*) FROM change)
                    """
            )
            if gaps != 0 { broken.append("the log has gaps") }
            let text = hash.finalize().map { String(format: "%02x", $0) }.joined()
            return (text, broken)
        }
    }
}
