import Foundation
import GRDB
import Glibc

/// Files of other programs that the library keeps beside its photos.
extension LibraryOriginals {
    /// Returns the files that assets keep, in the order in which they came in, with one statement.
    ///
    /// - Parameters:
    ///   - rows: The rows of the assets.
    ///   - evenReplaced: Whether files whose place a later one took are among them.
    /// - Returns: The files, by the rows of the assets.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func keptFiles(
        ofAssets rows: some Collection<Int64>,
        evenReplaced: Bool = false
    ) throws -> [Int64: [KeptFile]] {
        try core.readAll { db in
            var files: [Int64: [KeptFile]] = [:]
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(KeptFile.columns) FROM kept_file
                    WHERE asset_id IN (SELECT value FROM photokit_rows(?)) AND (replaced_date IS NULL OR ?)
                    ORDER BY id
                    """
            )
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
                $0.integer(evenReplaced ? 1 : 0)
            } _: { columns in
                let file = KeptFile(columns: &columns)
                files[file.assetRow, default: []].append(file)
            }
            return files
        }
    }

    /// Returns the files that others keep and that an asset lacks, with the names that they get beside it.
    ///
    /// Of files with the same bytes, one passes on. A file that is missing, cannot be read or has other bytes stays behind: all
    /// are read now.
    func keptFiles(
        passedTo heir: Int64,
        from rows: [Int64]
    ) throws -> [(file: KeptFile, filename: String)] {
        let all = try keptFiles(ofAssets: rows)
        guard !all.isEmpty else { return [] }
        var names = try core.readAll { db in try PassedOnNames(besideAsset: heir, in: db) }
        var passed: [(file: KeptFile, filename: String)] = []
        for file in rows.filter({ $0 != heir }).flatMap({ all[$0] ?? [] })
        where !names.hasFile(with: file.checksum) && (try? isWhole(file)) == true {
            passed.append((file, names.takeName(for: file.filename, file.checksum)))
        }
        return passed
    }

    /// Returns the files with some bytes that an asset keeps, those that later ones replaced included.
    package func keptFiles(ofAsset row: Int64, _ checksum: [UInt8]) throws -> [KeptFile] {
        try core.readAll { db in
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
        let files = try core.readAll { db in
            try String.fetchAll(
                db.cachedStatement(
                    sql: "SELECT file FROM kept_file WHERE checksum = ? AND replaced_date IS NULL"
                ),
                arguments: [Data(checksum)]
            )
        }
        return try !files.isEmpty
            && files.allSatisfy {
                try isOther(core.layout.original($0)) && hasBytes($0, withChecksum: checksum)
            }
    }

    /// Returns whether a file that an asset keeps is whole: it is read now.
    package func isWhole(_ kept: KeptFile) throws -> Bool {
        try hasBytes(kept.file, withChecksum: kept.checksum)
    }

    private func hasBytes(_ file: String, withChecksum checksum: [UInt8]) throws -> Bool {
        let url = core.layout.original(file)
        // A pipe at this place must not stop the caller.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
        guard let descriptor = try? FileOperations.open(url, flags: flags) else { return false }
        defer { Glibc.close(descriptor) }
        return try SourceFile.read(descriptor, at: url) { _ in } == checksum
    }

    /// Returns those of some source files whose bytes an asset keeps, but whose kept file is missing or has another size.
    ///
    /// A file that stays in a source, and of which the library keeps no copy, is among them.
    package func lostKeptFiles(ofSourceFiles rows: [Int64]) throws -> Set<Int64> {
        let kept = try core.readAll { db in
            var kept: [(row: Int64, file: String?, byteCount: Int64)] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.id, kept_file.file, kept_file.byte_count FROM photokit_rows(?) AS list
                    CROSS JOIN source_file ON source_file.id = list.value
                    CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                    CROSS JOIN source ON source.id = source_folder.source_id
                    LEFT JOIN kept_file ON kept_file.asset_id = source_file.asset_id
                        AND +kept_file.checksum = source_file.checksum
                    WHERE source_file.outcome = ?
                        AND CASE WHEN kept_file.id IS NULL THEN source.kind = ? ELSE kept_file.replaced_date IS NULL END
                    """
            )
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
                $0.integer(Int64(SourceOutcome.sidecar.rawValue))
                $0.integer(Int64(SourceKind.inPlace.rawValue))
            } _: { columns in
                kept.append((columns.row(), columns.text(), columns.integer() ?? 0))
            }
            return kept
        }
        return Set(
            kept.lazy.filter { kept in
                kept.file.flatMap { FileOperations.size(self.core.layout.original($0)) }
                    != kept.byteCount
            }.map(\.row)
        )
    }
}
