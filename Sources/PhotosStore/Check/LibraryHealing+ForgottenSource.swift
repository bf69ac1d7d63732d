/// Forgetting a source, with what the library takes along.
extension LibraryHealing {
    /// What became of the files of other programs beside the photos of a source.
    package struct TakenAlong: Hashable, Sendable {
        /// The number of files that the library keeps now.
        package var keptCount = 0
        /// The bytes of those among them that came from elsewhere than their source.
        package var foundByteCount: Int64 = 0
        /// The names of the files that neither the source nor a remote gave, sorted.
        package var missing: [String] = []
        /// The names of those among them that remotes are said to have which did not answer, sorted.
        ///
        /// The photos keep them without their bytes, so that these remotes do not drop them.
        package var awaited: [String] = []
        /// Why remotes could not be asked, as sentences.
        package var silences: [String] = []
        /// The sidecars of which the library keeps the bytes under their names.
        var sidecars: [ForgottenSidecar] = []

        package init() {}
    }

    /// Removes a source from the library, and takes along what photos would lack without it.
    ///
    /// The library keeps copies of the sidecars and settings files beside photos that stay: those of the source, and where the source
    /// does not have them any more, those of remotes. A file of a photo of which another photo has the bytes in reach is copied from
    /// there.
    ///
    /// - Parameters:
    ///   - source: The row of the source.
    ///   - assets: What becomes of the photos whose files stay there; nil fails if there are any.
    /// - Returns: The sidecars and settings files.
    /// - Throws: ``StoreError`` or `CancellationError`. Copies that were made by then stay.
    package func forgetSource(
        _ source: Int64,
        assets: LibrarySources.AbandonedAssets?
    ) throws -> TakenAlong {
        try library.core.checkIsWritable()
        let rows = try library.sources.assetRows(ofSource: source)
        let lacking = try library.sources.lacking(without: source)
        // What is refused copies nothing before.
        if assets == .delete, !lacking.all.isEmpty {
            try library.settings.requireRecentlyDeleted(LibrarySources.forgettingWithPhotos)
        }
        var taken = TakenAlong()
        // Without a choice, the call fails if photos lack files.
        if assets != nil || lacking.all.isEmpty {
            let deleted = assets == .delete ? lacking.withoutOriginal : []
            taken = try keepSidecars(
                library.core.readAll { db in
                    try SourcePromise.sidecars(db).filter {
                        $0.source.id == source && !deleted.contains($0.asset)
                    }
                },
                copiesPresentFiles: true
            )
        }
        let kept = try library.core.readAll { db in
            try SourcePromise.sidecars(db, .inLibrary(ofSource: source))
        }
        taken.sidecars += kept.compactMap(ForgottenSidecar.init)
        try library.sources.forgetSource(source, assets: assets, remembering: taken.sidecars)
        if assets == .keepOffline { try copyFiles(forAssets: rows) }
        // Where another source has such a sidecar, too, both are one.
        try library.sources.recordChecksumsBesideKeptFiles {
            if isCancelled() { throw CancellationError() }
        }
        return taken
    }

    /// Copies files that stay in forgotten sources from other files in reach with the same bytes.
    private func copyFiles(forAssets rows: [Int64]) throws {
        let wanted = Set(rows)
        let lacking = try library.duplicates.lackingFiles().filter {
            wanted.contains($0.assetRow)
        }
        guard !lacking.isEmpty else { return }
        var search = HealingSearch(library, verifier)
        for file in lacking { search.add(staying: file) }
        let area = try StagingArea(layout: library.layout, id: library.environment.makeUUID())
        defer { area.remove() }
        try search.examineTwins(area)
    }
}
