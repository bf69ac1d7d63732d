import Foundation
import GRDB
import Glibc

/// Files of other programs that the library keeps beside its photos.
extension Library {
    /// Returns the files that assets keep, in the order in which they came in, without replaced ones.
    package func keptFiles(
        ofAssets rows: some Collection<Int64>
    ) throws -> [Int64: [KeptFile]] {
        try readAll { db in
            var files: [Int64: [KeptFile]] = [:]
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(KeptFile.columns) FROM kept_file
                    WHERE asset_id IN (SELECT value FROM photokit_rows(?)) AND replaced_date IS NULL ORDER BY id
                    """
            )
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
            } _: { columns in
                let file = KeptFile(columns: &columns)
                files[file.assetRow, default: []].append(file)
            }
            return files
        }
    }

    /// Returns the files with some bytes that an asset keeps, those that later ones replaced included.
    package func keptFiles(ofAsset row: Int64, _ checksum: [UInt8]) throws -> [KeptFile] {
        try readAll { db in
            var files: [KeptFile] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(KeptFile.columns) FROM kept_file WHERE asset_id = ? AND checksum = ? ORDER BY id
                    """
            )
            try statement.forEachRow(in: db) {
                $0.integer(row)
                $0.blob(checksum)
            } _: {
                files.append(KeptFile(columns: &$0))
            }
            return files
        }
    }

    /// Returns whether assets keep files with some bytes, all of which are whole: they are read now.
    func keepsWholeFiles(with checksum: [UInt8], isOther: (URL) -> Bool) throws -> Bool {
        let files = try readAll { db in
            try String.fetchAll(
                db.cachedStatement(
                    sql: "SELECT file FROM kept_file WHERE checksum = ? AND replaced_date IS NULL"
                ),
                arguments: [Data(checksum)]
            )
        }
        return try !files.isEmpty
            && files.allSatisfy {
                try isOther(layout.original($0)) && hasBytes($0, withChecksum: checksum)
            }
    }

    /// Returns whether a file that an asset keeps is whole: it is read now.
    package func isWhole(_ kept: KeptFile) throws -> Bool {
        try hasBytes(kept.file, withChecksum: kept.checksum)
    }

    private func hasBytes(_ file: String, withChecksum checksum: [UInt8]) throws -> Bool {
        let url = layout.original(file)
        guard let descriptor = try? FileOperations.open(url, flags: O_RDONLY | O_NOFOLLOW)
        else { return false }
        defer { Glibc.close(descriptor) }
        return try SourceFile.read(descriptor, at: url) { _ in } == checksum
    }

    /// Returns those of some source files whose bytes an asset keeps, but whose kept file is missing or has another size.
    package func lostKeptFiles(ofSourceFiles rows: [Int64]) throws -> Set<Int64> {
        let kept = try readAll { db in
            var kept: [(row: Int64, file: String, byteCount: Int64)] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.id, kept_file.file, kept_file.byte_count FROM photokit_rows(?) AS list
                    CROSS JOIN source_file ON source_file.id = list.value
                    CROSS JOIN kept_file ON kept_file.asset_id = source_file.asset_id
                        AND +kept_file.checksum = source_file.checksum
                    WHERE source_file.outcome = ? AND kept_file.replaced_date IS NULL
                    """
            )
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
                $0.integer(Int64(SourceOutcome.sidecar.rawValue))
            } _: { columns in
                kept.append((columns.row(), columns.text() ?? "", columns.row()))
            }
            return kept
        }
        return Set(
            kept.lazy.filter {
                FileOperations.size(self.layout.original($0.file)) != $0.byteCount
            }.map(\.row)
        )
    }

    /// Removes files that were replaced by later ones long enough ago.
    ///
    /// A file stays as long as it is the last one that an import took from its path in an export: the next import of that export
    /// compares with its words. The clock alone does not decide how long that was; see ``BelievableTime``.
    func removeReplacedKeptFiles() throws {
        let now = environment.now().timeIntervalSinceReferenceDate
        let time = KeptFile.daysAfterReplacement * 86_400
        let due = try readAll { db in
            let candidates = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, replaced_date FROM kept_file WHERE replaced_date <= ? AND NOT EXISTS (
                        SELECT 1 FROM source_file
                        JOIN source_folder ON source_folder.id = source_file.folder_id
                        JOIN source ON source.id = source_folder.source_id
                        WHERE source_file.asset_id = kept_file.asset_id
                            AND +source_file.checksum = kept_file.checksum AND source.kind = ?
                    )
                    """,
                arguments: [now - time, SourceKind.export.rawValue]
            ).map { (row: $0.integer(0), date: $0[1] as Double) }
            guard !candidates.isEmpty else { return [Int64]() }
            let believable = BelievableTime(
                changes: try ChangeLog.lastDates(50_000, in: db),
                now: now
            )
            return candidates.filter { believable.elapsed(since: $0.date) >= time }.map(\.row)
        }
        guard !due.isEmpty else { return }
        try commit(ChangeBlock([.releaseKeptFiles(due)], work: .purge), by: .owner)
    }
}
