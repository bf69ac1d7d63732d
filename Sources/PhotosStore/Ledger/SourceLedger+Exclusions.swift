import GRDB

/// The patterns that a person excludes from sources.
extension SourceLedger {
    /// Returns the patterns of a source, sorted by their bytes.
    package func exclusions(ofSource source: Int64) throws -> [String] {
        var patterns: [String] = []
        let statement = try db.cachedStatement(
            sql: "SELECT pattern FROM source_exclusion WHERE source_id = ? ORDER BY pattern"
        )
        try statement.forEachRow([source], in: db) { (columns) -> Void in
            patterns.append(columns.text() ?? "")
        }
        return patterns
    }

    /// Replaces the patterns of a source.
    func write(exclusions patterns: [String], ofSource source: Int64) throws {
        try db.execute(
            sql: "DELETE FROM source_exclusion WHERE source_id = ?",
            arguments: [source]
        )
        for pattern in patterns {
            try db.execute(
                sql: "INSERT OR IGNORE INTO source_exclusion (source_id, pattern) VALUES (?, ?)",
                arguments: [source, pattern]
            )
        }
    }
}
