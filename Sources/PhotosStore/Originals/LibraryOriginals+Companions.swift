import Foundation
import GRDB

/// What an export reads of many assets at once.
extension LibraryOriginals {
    /// Returns the known sidecars of assets; assets without sidecars are left out.
    ///
    /// Files that stay in sources come first, sorted by name, and then those that the library keeps. Where it keeps one,
    /// the file of that name from which it was copied is left out. Settings in a source in place are not: a program may have
    /// changed them since the library kept a copy.
    ///
    /// - Parameters:
    ///   - rows: The assets.
    ///   - lost: The rows of files in sources that are left out, because they are not there any more.
    /// - Returns: The sidecars, by the rows of the assets.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func companionFiles(
        ofAssets rows: some Collection<Int64>,
        besides lost: Set<Int64> = []
    ) throws -> [Int64: [CompanionFile]] {
        let recorded = try recordedCompanions(ofAssets: rows, besides: lost)
        var files = recorded.mapValues { files in
            files.map { CompanionFile(url: $0.url, name: $0.url.lastPathComponent) }
        }
        for (asset, kept) in try keptFiles(ofAssets: rows) {
            let names = Set(kept.map { ExactText($0.filename) })
            let inPlace = Set((recorded[asset] ?? []).filter(\.isInPlace).map(\.url))
            files[asset, default: []].removeAll { file in
                names.contains(ExactText(file.name)) && (file.isRead || !inPlace.contains(file.url))
            }
            files[asset, default: []] += kept.map {
                CompanionFile(
                    url: core.layout.original($0.file),
                    name: $0.filename,
                    isKept: true
                )
            }
        }
        return files
    }

    /// Returns the known sidecars of an asset, in the same order.
    package func companionFiles(ofAsset row: Int64) throws -> [CompanionFile] {
        try companionFiles(ofAssets: [row])[row] ?? []
    }

    /// Returns the sidecars that the ledger of sources has, sorted by name, and whether they are in sources in place.
    private func recordedCompanions(
        ofAssets rows: some Collection<Int64>,
        besides lost: Set<Int64>
    ) throws -> [Int64: [(url: URL, isInPlace: Bool)]] {
        try core.readAll { db in
            let ledger = SourceLedger(db)
            var files: [(asset: Int64, file: Int64, isInPlace: Bool)] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.asset_id, source_file.id, source.kind = ?
                    FROM photokit_rows(?) AS list
                    CROSS JOIN source_file ON source_file.asset_id = list.value
                    CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                    CROSS JOIN source ON source.id = source_folder.source_id
                    WHERE source_file.outcome = ? ORDER BY source_file.asset_id, source_file.name
                    """
            )
            try statement.forEachRow(in: db) {
                $0.integer(Int64(SourceKind.inPlace.rawValue))
                $0.list(PackedList.rows(rows))
                $0.integer(Int64(SourceOutcome.sidecar.rawValue))
            } _: { columns in
                files.append((columns.row(), columns.row(), columns.flag()))
            }
            var urls: [Int64: [(url: URL, isInPlace: Bool)]] = [:]
            for (asset, file, isInPlace) in files where !lost.contains(file) {
                guard let path = try ledger.path(ofFile: file) else { continue }
                let url = URL(fileURLWithPath: path, isDirectory: false)
                urls[asset, default: []].append((url, isInPlace))
            }
            return urls
        }
    }

    /// Returns the present names of those files of assets that are in sources, by the rows of their resources.
    ///
    /// A file may be a copy that took the place of one that is gone. The ledger does not say so, and its name counts as well.
    package func sourceFilenames(
        ofAssets rows: some Collection<Int64>
    ) throws -> [Int64: String] {
        try core.readAll { db in
            // A name with a slash stands for a file whose name another file has.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT resource.id, source_file.name FROM photokit_rows(?) AS list
                    CROSS JOIN resource ON resource.asset_id = list.value
                    CROSS JOIN source_file ON source_file.id = resource.source_file_id
                    WHERE source_file.name NOT GLOB '/*'
                    """
            )
            var names: [Int64: String] = [:]
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
            } _: { columns in
                let row = columns.row()
                names[row] = columns.text()
            }
            return names
        }
    }

    /// Returns the number and the bytes of the files of assets.
    package func fileTotals(
        ofAssets rows: some Collection<Int64>
    ) throws -> (files: Int, bytes: Int64) {
        try core.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(resource.byte_count), 0) FROM photokit_rows(?) AS list
                    CROSS JOIN resource ON resource.asset_id = list.value
                    """
            )
            return try statement.first(in: db) {
                $0.list(PackedList.rows(rows))
            } _: { columns in
                (columns.count(), columns.row())
            } ?? (0, 0)
        }
    }
}
