public import Foundation
public import Photos
public import PhotosImport
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the sources of the library, in the order in which they were added.
    ///
    /// - Returns: All sources, including offline ones.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func sources() throws -> [LibrarySource] {
        try engine { store in
            try store.sources.all(.inPlace).map { try LibrarySource($0, in: store) }
        }
    }

    /// Returns the sources whose folder is missing now, or was missing at the last sweep.
    ///
    /// A folder that does not answer within a second counts as missing until it answers, so this blocks for a second at most.
    ///
    /// - Returns: The sources, in the order in which they were added.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func offlineSources() throws -> [LibrarySource] {
        try engine { store in
            try store.sources.offlineSources().map { try LibrarySource($0, in: store) }
        }
    }

    /// Makes a folder a source; the next sweep turns its photos into assets.
    ///
    /// - Parameters:
    ///   - url: The folder; a folder that is already a source stays one.
    ///   - patterns: The names of files and folders to leave out from now on, as shell patterns such as `*.tmp`. A
    ///     pattern with a slash is compared with the path relative to the folder. The library stores the patterns
    ///     with the source. Nil keeps the stored patterns.
    /// - Returns: The source.
    /// - Throws: `PHPhotosError` when the folder does not exist, is inside another source, or contains one. The same error
    ///   occurs for a photo library or a remote, a folder inside one, and a folder that contains this library. An export of a
    ///   library is refused, too: import it.
    @discardableResult
    public func addSource(
        _ url: URL,
        excluding patterns: [String]? = nil
    ) throws -> LibrarySource {
        try engine { store in
            let path = url.standardizedFileURL.path
            if try store.sources.all(.inPlace).allSatisfy({ $0.path != path }) {
                try ManifestCatalog.checkIsNoExport(url)
            }
            return try LibrarySource(store.sources.addSource(url, excluding: patterns), in: store)
        }
    }

    /// Replaces the patterns of names that are left out of a source.
    ///
    /// The next sweep adds files that are no longer left out. Photos in files that are newly left out become
    /// offline.
    ///
    /// - Parameters:
    ///   - patterns: The new patterns, as in ``addSource(_:excluding:)``; an empty array leaves nothing out.
    ///   - source: The source.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func exclude(_ patterns: [String], from source: LibrarySource) throws {
        try engine { store in try store.sources.exclude(patterns, fromSource: source.row) }
    }

    /// Sets the new folder of a source that was moved; its photos keep all properties, and the next sweep reads the
    /// new folder.
    ///
    /// If the folder is already a source, the two sources are merged: photos that are offline in the first get the
    /// files of the second. The source keeps its identifier.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - url: The new folder.
    ///   - evenWithoutItsFiles: Whether to accept a folder that has none of the expected file names. The sweep then
    ///     finds files by their bytes.
    /// - Returns: The updated source.
    /// - Throws: `PHPhotosError` when the folder does not exist or has none of the source's files. The same error
    ///   occurs when the folder is inside another source, contains one, or is inside the library. Then nothing is
    ///   changed.
    @discardableResult
    public func moveSource(
        _ source: LibrarySource,
        to url: URL,
        evenWithoutItsFiles: Bool = false
    ) throws -> LibrarySource {
        try engine { store in
            let moved = try store.sources.moveSource(
                source.row,
                to: url,
                force: evenWithoutItsFiles
            )
            return try LibrarySource(moved, in: store)
        }
    }

    /// Removes a source from the library; its files are not changed.
    ///
    /// Photos with the same bytes in another source keep the file there. The library keeps copies of the sidecars and settings files
    /// beside photos that are not deleted. Those that the folder does not have come from remotes, and the call waits for them.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - assets: The treatment of assets whose only original is in the source; nil fails if there are assets with files that are there
    ///     alone.
    /// - Returns: What became of the sidecars and settings files.
    /// - Throws: `PHPhotosError`.
    @discardableResult
    public func forgetSource(
        _ source: LibrarySource,
        assets: LibrarySource.AssetTreatment? = nil
    ) throws -> LibrarySource.ForgetReport {
        try engine { store in
            let treatment = assets.map { treatment -> LibrarySources.AbandonedAssets in
                switch treatment {
                case .keepOffline: .keepOffline
                case .delete: .delete
                }
            }
            let taken = try LibraryHealing(store).forgetSource(source.row, assets: treatment)
            return LibrarySource.ForgetReport(taken)
        }
    }

    /// Reads a source, and records the changes of its files.
    ///
    /// New photos become assets. Photos that were renamed, moved or edited keep their assets. Photos that are gone
    /// are offline until they are back. No asset is ever deleted.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - readingAll: Whether to read files whose size and date are unchanged, too. Other bytes in them are
    ///     recorded as an edit.
    ///   - allowsMissingFacts: Whether to continue with facts from headers and names if the program
    ///     `photokit-media` is missing or does not work. Otherwise the sweep then fails.
    ///   - makesPreviews: Whether to make previews of new and edited files, while the files are available.
    ///   - events: Called with each event, in order, on a thread of the sweep.
    /// - Returns: The result of the sweep.
    /// - Throws: `PHPhotosError` when the library is read-only, full or busy. A `PHPhotosError` with a
    ///   `mediaWorkerProblem` when the program that reads files cannot be used.
    @concurrent
    @discardableResult
    public func sweep(
        _ source: LibrarySource,
        readingAll: Bool = false,
        allowsMissingFacts: Bool = false,
        makesPreviews: Bool = true,
        events: @escaping @Sendable (LibrarySource.Event) -> Void = { _ in }
    ) async throws -> LibrarySource.Report {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            var options = SourceSweep.Options()
            options.readsAll = readingAll
            options.allowsMissingFacts = allowsMissingFacts
            options.makesPreviews = makesPreviews
            let sweep = try SourceSweep(
                store,
                source: source.row,
                options: options,
                isCancelled: isCancelled,
                notify: events
            )
            return try sweep.run()
        }
    }

    /// Watches all sources until the task is cancelled: sweeps them once, and then sweeps each folder that changes.
    ///
    /// - Parameters:
    ///   - quietSeconds: The time after the last write to a file before the file is read.
    ///   - intervalSeconds: The time between sweeps of sources that are offline, or that the system cannot watch.
    ///   - allowsMissingFacts: Whether to continue with facts from headers and names if the program
    ///     `photokit-media` is missing or does not work. Otherwise the call fails if the program cannot be used at
    ///     the start. If it fails later, sources wait until it works again, and an event reports that.
    ///   - makesPreviews: Whether to make previews of new and edited files.
    ///   - events: Called with each event, in order, on its own thread.
    /// - Throws: `PHPhotosError` when the library is read-only or full. A `PHPhotosError` with a
    ///   `mediaWorkerProblem` when the program that reads files cannot be used at the start.
    @concurrent
    public func watchSources(
        quietSeconds: Double = 5,
        intervalSeconds: Double = 60,
        allowsMissingFacts: Bool = false,
        makesPreviews: Bool = true,
        events: @escaping @Sendable (LibrarySource.WatchEvent) -> Void = { _ in }
    ) async throws {
        let store = try store()
        try await LibraryWork.run { isCancelled in
            var patience = SourceWatcher.Patience()
            patience.quiet = quietSeconds
            patience.interval = intervalSeconds
            let watcher = SourceWatcher(
                store,
                patience: patience,
                allowsMissingFacts: allowsMissingFacts,
                makesPreviews: makesPreviews,
                isCancelled: isCancelled,
                notify: events
            )
            try watcher.run()
        }
    }

    private func engine<Result>(_ body: (Library) throws -> Result) throws -> Result {
        do {
            return try body(try store())
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension LibrarySource {
    fileprivate init(_ source: SourceRow, in store: Library) throws {
        self.init(
            source,
            assetCount: try store.sources.assetCount(ofSource: source.id),
            excludedPatterns: try store.sources.readLedger {
                try $0.exclusions(ofSource: source.id)
            }
        )
    }
}
