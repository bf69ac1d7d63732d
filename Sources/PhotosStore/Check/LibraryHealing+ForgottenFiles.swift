/// Bringing files of forgotten sources into the library from remotes that take files of sources.
extension LibraryHealing {
    /// Fetches files that stay in forgotten sources, and that a remote is said to have.
    ///
    /// - Parameter rows: The photos; nil takes all, also those in Recently Deleted.
    /// - Returns: The files that were fetched; none for a client that sees a part of the library, or reads
    ///   it only.
    /// - Throws: ``StoreError`` or `CancellationError`.
    package func fetchForgottenFiles(ofAssets rows: [Int64]?) throws -> ForgottenFetch {
        var result = ForgottenFetch()
        guard library.mode == .readWrite,
            try library.core.clientAccess().readWrite == .authorized
        else { return result }
        let duplicates = library.duplicates
        let stored = try duplicates.lackingFilesInRemotes(ofAssets: rows)
        guard !stored.isEmpty else { return result }
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
        let rest = Set(try duplicates.lackingFiles(ofAssets: stored.map(\.assetRow)).map(\.row))
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
        return result
    }
}
