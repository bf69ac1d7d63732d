/// Bringing files of sources into the library from remotes that take such files.
extension LibraryHealing {
    /// Fetches files that stay in forgotten sources or that sources have lost, and that a remote is said to have.
    ///
    /// The sidecars and settings files that a source lost with them come, too.
    ///
    /// - Parameter rows: The photos; nil takes all, also those in Recently Deleted.
    /// - Returns: The files that were fetched; none for a client that sees a part of the library, or reads
    ///   it only.
    /// - Throws: ``StoreError`` or `CancellationError`.
    package func fetchSourceFiles(ofAssets rows: [Int64]?) throws -> SourceFileFetch {
        var result = SourceFileFetch()
        guard library.mode == .readWrite,
            try library.core.clientAccess().readWrite == .authorized
        else { return result }
        let duplicates = library.duplicates
        let stored =
            try duplicates.lackingFilesInRemotes(ofAssets: rows)
            + filesLostBySources(ofAssets: rows)
        guard !stored.isEmpty else { return result }
        // Once its photo is here, a sweep forgets such a file.
        let sidecars = try sidecars(ofAssets: Set(stored.map(\.assetRow)))
        var search = HealingSearch(library, verifier)
        for file in stored { search.add(staying: file) }
        let area = try StagingArea(layout: library.layout, id: library.environment.makeUUID())
        defer { area.remove() }
        try search.fetchFiles(
            from: takesFromRemote,
            area: area,
            willFetch: willFetch,
            isCancelled: isCancelled
        )
        let stillInSources = try library.originals.heldFiles(ofResources: stored.map(\.row))
            .filter { $0.sourceFileID != nil }
        let rest = Set(
            try (duplicates.lackingFiles(ofAssets: stored.map(\.assetRow)) + stillInSources)
                .map(\.row)
        )
        for file in stored {
            if rest.contains(file.row) {
                result.missing.append(
                    try library.records.resources([file.row]).first?.filename
                )
            } else {
                result.fetched.add(file.byteCount)
            }
        }
        result.silences = search.outcome.problems.map(\.reason)
        let whole = Set(stored.lazy.filter { !rest.contains($0.row) }.map(\.assetRow))
        let taken = try keepSidecars(
            sidecars.filter { whole.contains($0.asset) },
            copiesPresentFiles: false
        )
        result.fetched.count += taken.keptCount
        result.fetched.bytes += taken.foundByteCount
        result.missing += taken.missing
        result.silences += taken.silences
        return result
    }

    /// Returns the sidecars and settings files that sources have beside some photos, or had before the photos were gone.
    func sidecars(ofAssets assets: Set<Int64>) throws -> [SourcePromise] {
        try library.core.readAll { db in
            try SourcePromise.sidecars(db).filter { assets.contains($0.asset) }
        }
    }

    /// Returns the files whose loss the last sweep of their source has recorded, and that a remote is said to have.
    ///
    /// Files of sources that are offline are not among them: such a file is where it was.
    ///
    /// - Parameter rows: The photos; nil takes all, also those in Recently Deleted.
    /// - Returns: The files, in the order of their rows.
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func filesLostBySources(ofAssets rows: [Int64]?) throws -> [HeldFile] {
        let chosen =
            rows == nil ? "?" : "asset.id IN (SELECT value FROM photokit_rows(?))"
        let files = try library.originals.heldFiles(
            where: """
                JOIN source_file ON source_file.id = resource.source_file_id
                WHERE source_file.outcome = ? AND \(ElsewhereLedger.isStoredInRemote) AND \(chosen)
                ORDER BY resource.id
                """
        ) { columns in
            columns.integer(Int64(SourceOutcome.absent.rawValue))
            if let rows {
                columns.list(PackedList.rows(rows))
            } else {
                columns.integer(1)
            }
        }
        let sources = try library.core.readAll { db in
            try SourceLedger(db).sources(ofFiles: files.compactMap(\.sourceFileID))
        }
        var isThere: [Int64: Bool] = [:]
        return files.filter { file in
            guard let source = file.sourceFileID.flatMap({ sources[$0]?.source }) else {
                return false
            }
            let hasSource = isThere[source.id] ?? library.core.isThere(source)
            isThere[source.id] = hasSource
            return hasSource
        }
    }
}
