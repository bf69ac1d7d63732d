import Foundation
import GRDB

/// Reading about many assets at once, for an export.
extension LibraryOriginals {
    /// Returns the known sidecars of assets, as ``CompanionOrder`` decides; assets without sidecars are left out.
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
        var files = recorded.mapValues { $0.map(\.file) }
        for (asset, kept) in try keptFiles(ofAssets: rows) {
            files[asset] = CompanionOrder.files(
                recorded: recorded[asset] ?? [],
                kept: kept.map { kept in
                    let url = core.layout.original(kept.file)
                    return CompanionOrder.Kept(
                        CompanionFile(url: url, name: kept.filename, isKept: true),
                        checksum: kept.checksum,
                        isOfSource: kept.file
                            == SourcePromise.name(
                                ofSidecarOf: asset,
                                kept.checksum,
                                named: kept.filename
                            )
                    )
                }
            )
        }
        return files
    }

    /// Returns the known sidecars of an asset, in the same order.
    package func companionFiles(ofAsset row: Int64) throws -> [CompanionFile] {
        try companionFiles(ofAssets: [row])[row] ?? []
    }

    /// Returns the sidecars that the ledger of sources has, sorted by name.
    private func recordedCompanions(
        ofAssets rows: some Collection<Int64>,
        besides lost: Set<Int64>
    ) throws -> [Int64: [CompanionOrder.Recorded]] {
        try core.readAll { db in
            let ledger = SourceLedger(db)
            var files: [(asset: Int64, isInPlace: Bool, row: SourceFileRow)] = []
            let columns = SourceLedger.fileColumns.split(separator: ", ").map {
                "source_file.\($0)"
            }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.asset_id, source.kind = ?, \(columns.joined(separator: ", "))
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
                files.append((columns.row(), columns.flag(), SourceFileRow(columns: &columns)))
            }
            var companions: [Int64: [CompanionOrder.Recorded]] = [:]
            for (asset, isInPlace, row) in files where !lost.contains(row.id) {
                // A name with a slash stands for a sidecar whose name another file has.
                guard !row.name.hasPrefix("/"), let path = try ledger.path(ofFile: row.id) else {
                    continue
                }
                let url = URL(fileURLWithPath: path, isDirectory: false)
                companions[asset, default: []].append(
                    CompanionOrder.Recorded(
                        CompanionFile(url: url, name: url.lastPathComponent, isInPlace: isInPlace),
                        modification: row.modification == SourceLedger.noDate
                            ? nil : row.modification,
                        checksum: row.checksum
                    )
                )
            }
            return companions
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
