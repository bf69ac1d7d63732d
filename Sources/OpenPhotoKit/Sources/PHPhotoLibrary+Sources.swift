public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// The folders whose photos stay where they are, those added first in front.
    ///
    /// - Returns: All of them, offline ones too.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func sources() throws -> [LibrarySource] {
        try engine { store in
            try store.sources(.inPlace).map { try LibrarySource($0, in: store) }
        }
    }

    /// Makes a folder a source; its photos become assets with the next sweep.
    ///
    /// - Parameters:
    ///   - url: The folder; a folder that is a source already stays one.
    ///   - patterns: Names of files and folders that are left out of it from now on, as shell patterns such as `*.tmp`; one
    ///     with a slash is compared with the path below the folder. They are kept with the source. Nil leaves them as
    ///     they are.
    /// - Returns: The source.
    /// - Throws: `PHPhotosError` when the folder is not there, lies within another source or around one, is a photo
    ///   library, lies in one, or holds this library.
    @discardableResult
    public func addSource(
        _ url: URL,
        excluding patterns: [String]? = nil
    ) throws -> LibrarySource {
        try engine { store in
            try LibrarySource(store.addSource(url, excluding: patterns), in: store)
        }
    }

    /// Leaves other names out of a source than before.
    ///
    /// The next sweep takes what is let in again. Photos in files that are left out from now on are offline after it.
    ///
    /// - Parameters:
    ///   - patterns: All of them, as of ``addSource(_:excluding:)``; none lets everything in.
    ///   - source: The source.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func exclude(_ patterns: [String], from source: LibrarySource) throws {
        try engine { store in try store.exclude(patterns, fromSource: source.row) }
    }

    /// Says where the folder of a source is now; its photos keep everything, and the next sweep looks there.
    ///
    /// Where the folder is a source already, the two become one: photos that are offline in the first get the files of
    /// the second. The source keeps its identifier.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - url: Where its folder is now.
    ///   - evenWithoutItsFiles: Whether a folder is accepted that has none of the files that were looked for under their
    ///     names; the sweep then finds files by their bytes.
    /// - Returns: The source as it is now.
    /// - Throws: `PHPhotosError` when the folder is not there, has none of the source's files, or lies within another
    ///   source, around one, or in the library; nothing is changed then.
    @discardableResult
    public func moveSource(
        _ source: LibrarySource,
        to url: URL,
        evenWithoutItsFiles: Bool = false
    ) throws -> LibrarySource {
        try engine { store in
            let moved = try store.moveSource(source.row, to: url, force: evenWithoutItsFiles)
            return try LibrarySource(moved, in: store)
        }
    }

    /// Takes a source out of the library; its files stay as they are.
    ///
    /// Photos that have the same bytes in another source keep that file.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - assets: What becomes of assets that have their file in it alone; nil refuses while there are such.
    /// - Throws: `PHPhotosError`.
    public func forgetSource(
        _ source: LibrarySource,
        assets: LibrarySource.AssetTreatment? = nil
    ) throws {
        try engine { store in
            let treatment = assets.map { treatment -> Library.AbandonedAssets in
                switch treatment {
                case .keepOffline: .keepOffline
                case .delete: .delete
                }
            }
            try store.forgetSource(source.row, assets: treatment)
        }
    }

    /// Looks through a source, and notes what became of its files.
    ///
    /// New photos become assets; those that were renamed, moved or written to keep theirs; those that are gone are
    /// offline until they are back. No asset is ever deleted.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - allowsMissingFacts: Whether to go on with what headers and names tell where the program `photokit-media` is
    ///     missing or does not work; otherwise the sweep refuses then.
    ///   - makesPreviews: Whether previews are made of what is new and of what was edited, while the files are there.
    ///   - events: Called with what happens, in order, on a thread of the sweep.
    /// - Returns: What the sweep came to.
    /// - Throws: `PHPhotosError` when the library cannot take any more: it is read-only, full or busy; and one with a
    ///   `mediaWorkerProblem` where the program that looks into files cannot be used.
    @concurrent
    @discardableResult
    public func sweep(
        _ source: LibrarySource,
        allowsMissingFacts: Bool = false,
        makesPreviews: Bool = true,
        events: @escaping @Sendable (LibrarySource.Event) -> Void = { _ in }
    ) async throws -> LibrarySource.Report {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            var options = SourceSweep.Options()
            options.allowsMissingFacts = allowsMissingFacts
            options.makesPreviews = makesPreviews
            let sweep = try SourceSweep(
                store,
                source: source.row,
                options: options,
                isCancelled: isCancelled,
                tell: { events(LibrarySource.Event($0)) }
            )
            return LibrarySource.Report(try sweep.run())
        }
    }

    /// Follows all sources until the task is cancelled: sweeps them, and then whatever changes in them.
    ///
    /// - Parameters:
    ///   - quietSeconds: How long a file that is being written is left alone after it last changed.
    ///   - intervalSeconds: Between sweeps of sources that are offline, or that the system cannot watch.
    ///   - allowsMissingFacts: Whether to go on with what headers and names tell where the program `photokit-media` is
    ///     missing or does not work. Otherwise nothing is followed where it cannot be used at the start; where that
    ///     comes later, sources wait until it works again, and a notice says so.
    ///   - makesPreviews: Whether previews are made of what is new and of what was edited.
    ///   - events: Called with what happens, in order, on a thread of its own.
    /// - Throws: `PHPhotosError` when the library cannot take any more: it is read-only or full; and one with a
    ///   `mediaWorkerProblem` where the program that looks into files cannot be used at the start.
    @concurrent
    public func watchSources(
        quietSeconds: Double = 5,
        intervalSeconds: Double = 60,
        allowsMissingFacts: Bool = false,
        makesPreviews: Bool = true,
        events: @escaping @Sendable (LibrarySource.WatchEvent) -> Void = { _ in }
    ) async throws {
        let store = try store()
        try await BlockingWork.run { isCancelled in
            var patience = SourceWatcher.Patience()
            patience.quiet = quietSeconds
            patience.interval = intervalSeconds
            let watcher = SourceWatcher(
                store,
                patience: patience,
                allowsMissingFacts: allowsMissingFacts,
                makesPreviews: makesPreviews,
                isCancelled: isCancelled,
                tell: { events(LibrarySource.WatchEvent($0)) }
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
            assetCount: try store.assetCount(ofSource: source.id),
            excludedPatterns: try store.readLedger { try $0.exclusions(ofSource: source.id) }
        )
    }
}
