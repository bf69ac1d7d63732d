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
        let kept = try keptFiles(ofAssets: rows)
        var files: [Int64: [CompanionFile]] = [:]
        for asset in Set(recorded.keys).union(kept.keys) {
            let counting = CompanionOrder.files(
                recorded: recorded[asset] ?? [],
                kept: (kept[asset] ?? []).map(companion)
            )
            if !counting.isEmpty { files[asset] = counting }
        }
        return files
    }

    /// Returns a file that an asset keeps as one of its companions.
    private func companion(_ kept: KeptFile) -> CompanionOrder.Kept {
        let url = core.layout.original(kept.file)
        return CompanionOrder.Kept(
            CompanionFile(url: url, name: kept.filename, isKept: true),
            checksum: kept.checksum,
            isOfSource: kept.file
                == SourcePromise.name(
                    ofSidecarOf: kept.assetRow,
                    kept.checksum,
                    named: kept.filename
                )
        )
    }

    /// Returns the known sidecars of an asset, in the same order.
    package func companionFiles(ofAsset row: Int64) throws -> [CompanionFile] {
        try companionFiles(ofAssets: [row])[row] ?? []
    }

    /// Returns the sidecars of an asset as they will be when some of its files in a source were recorded.
    ///
    /// - Parameters:
    ///   - row: The asset.
    ///   - files: Its sidecars in the source that were read now.
    ///   - source: The source.
    /// - Returns: The sidecars, as ``CompanionOrder`` decides; nil where words come from no other source and from no kept file, so that
    ///   there is nothing to decide.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func companionFiles(
        ofAsset row: Int64,
        with files: [FoundFile],
        inSource source: Int64
    ) throws -> [CompanionFile]? {
        let known = try recordedCompanions(ofAssets: [row], besides: [])[row] ?? []
        // A kept copy of the former state of a sidecar goes with that state.
        var former: [String: Set<[UInt8]>] = [:]
        for file in files {
            let earlier = known.first {
                $0.file.isInPlace && $0.file.url.path == file.url.path
                    && $0.modification != file.modification
            }
            // Copies of a photo in several folders may each have a sidecar of the name.
            if let checksum = earlier?.checksum {
                former[file.name, default: []].insert(checksum)
            }
        }
        let kept = try (keptFiles(ofAssets: [row])[row] ?? []).filter { kept in
            former[kept.filename]?.contains(kept.checksum) != true
        }.map(companion)
        guard
            kept.contains(where: \.file.isRead)
                || known.contains(where: {
                    $0.file.isInPlace && $0.file.isRead && $0.source.row != source
                }),
            let present = try core.readAll({ db in try SourceLedger(db).source(source) })
        else { return nil }
        let paths = Set(files.map(\.url.path))
        let read = files.map { file in
            CompanionOrder.Recorded(
                CompanionFile(url: file.url, name: file.name, isInPlace: true),
                modification: file.modification,
                source: CompanionOrder.FollowedSource(row: source, date: present.addedDate)
            )
        }
        return CompanionOrder.files(
            recorded: known.filter { !paths.contains($0.file.url.path) || !$0.file.isInPlace }
                + read,
            kept: kept
        )
    }

    /// Returns whether a sidecar has the bytes of an earlier one of an asset that no file of the library has any more, and that others
    /// replaced.
    ///
    /// Such a sidecar comes back with a folder that is a source again.
    ///
    /// - Parameters:
    ///   - file: The sidecar.
    ///   - row: The asset.
    ///   - checksum: Returns the checksum of the sidecar; nil if it cannot be read.
    /// - Returns: False where no sidecar of the asset is newer.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func isFormerSidecar(
        _ file: FoundFile,
        ofAsset row: Int64,
        checksum: () -> [UInt8]?
    ) throws -> Bool {
        let known = try recordedCompanions(ofAssets: [row], besides: [])[row] ?? []
        let forgotten = known.filter { $0.source.isForgotten }
        guard !forgotten.isEmpty else { return false }
        let path = file.url.path
        let counting = try companionFiles(ofAsset: row).filter { $0.isRead && $0.url.path != path }
        let newer = known.filter {
            $0.file.isInPlace && $0.modification ?? .min > file.modification
        }.map(\.file.url.path)
        guard counting.contains(where: { $0.isKept || newer.contains($0.url.path) }),
            let checksum = checksum(),
            forgotten.contains(where: { $0.checksum == checksum })
        else { return false }
        return try !keptFiles(ofAsset: row, checksum).contains { !$0.isReplaced }
    }

    /// Returns the checksum of a file beside an asset if the asset keeps a file with its bytes; nil otherwise.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - row: The asset.
    ///   - checksum: Returns the checksum of the file; nil if it cannot be read. It is asked where the size is that of a kept file.
    /// - Returns: The checksum.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func keptChecksum(
        of file: FoundFile,
        ofAsset row: Int64,
        checksum: () -> [UInt8]?
    ) throws -> [UInt8]? {
        let kept = try keptFiles(ofAssets: [row])[row] ?? []
        guard kept.contains(where: { $0.byteCount == file.byteCount }),
            let checksum = checksum(), kept.contains(where: { $0.checksum == checksum })
        else { return nil }
        return checksum
    }

    /// Returns the sidecars that the ledger of sources has, sorted by name, those of forgotten sources included.
    private func recordedCompanions(
        ofAssets rows: some Collection<Int64>,
        besides lost: Set<Int64>
    ) throws -> [Int64: [CompanionOrder.Recorded]] {
        try core.readAll { db in
            let ledger = SourceLedger(db)
            var files: [(asset: Int64, source: FollowedSourceRow, row: SourceFileRow)] = []
            let columns = SourceLedger.fileColumns.split(separator: ", ").map {
                "source_file.\($0)"
            }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.asset_id, source.kind = ?1, source.id,
                        \(SourceLedger.isForgotten) AND source_file.checksum NOT NULL,
                        CASE source.kind WHEN ?1 THEN source.added_date ELSE source.swept_date END,
                        \(columns.joined(separator: ", "))
                    FROM photokit_rows(?2) AS list
                    CROSS JOIN source_file ON source_file.asset_id = list.value
                    CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                    CROSS JOIN source ON source.id = source_folder.source_id
                    WHERE source_file.outcome = ?3 ORDER BY source_file.asset_id, source_file.name
                    """
            )
            try statement.forEachRow(in: db) {
                $0.integer(Int64(SourceKind.inPlace.rawValue))
                $0.list(PackedList.rows(rows))
                $0.integer(Int64(SourceOutcome.sidecar.rawValue))
            } _: { columns in
                files.append(
                    (
                        columns.row(), FollowedSourceRow(columns: &columns),
                        SourceFileRow(columns: &columns)
                    )
                )
            }
            var companions: [Int64: [CompanionOrder.Recorded]] = [:]
            for (asset, source, row) in files where !lost.contains(row.id) {
                // A name with a slash stands for a sidecar whose name another file has.
                guard !row.name.hasPrefix("/"), let path = try ledger.path(ofFile: row.id) else {
                    continue
                }
                let url = URL(fileURLWithPath: path, isDirectory: false)
                companions[asset, default: []].append(
                    CompanionOrder.Recorded(
                        CompanionFile(
                            url: url,
                            name: url.lastPathComponent,
                            isInPlace: source.isInPlace
                        ),
                        modification: row.modification == SourceLedger.noDate
                            ? nil : row.modification,
                        checksum: row.checksum,
                        source: source.source
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

/// The source of a recorded file.
private struct FollowedSourceRow {
    var isInPlace: Bool
    var source: CompanionOrder.FollowedSource

    init(columns: inout ColumnReader) {
        isInPlace = columns.flag()
        let row = columns.row()
        let isForgotten = columns.flag()
        source = CompanionOrder.FollowedSource(
            row: row,
            date: columns.date() ?? .distantPast,
            isForgotten: isForgotten
        )
    }
}
