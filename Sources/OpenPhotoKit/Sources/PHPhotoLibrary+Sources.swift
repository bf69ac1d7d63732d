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
            try store.sources(.inPlace).map {
                LibrarySource($0, assetCount: try store.assetCount(ofSource: $0.id))
            }
        }
    }

    /// Makes a folder a source; its photos become assets with the next sweep.
    ///
    /// - Parameter url: The folder; a folder that is a source already stays one.
    /// - Returns: The source.
    /// - Throws: `PHPhotosError` when the folder is not there, or lies within another source or around one.
    @discardableResult
    public func addSource(_ url: URL) throws -> LibrarySource {
        try engine { store in
            let source = try store.addSource(url)
            return LibrarySource(source, assetCount: try store.assetCount(ofSource: source.id))
        }
    }

    /// Takes a source out of the library; its files stay as they are.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - assets: What becomes of assets that have their file in it; nil refuses while there are such.
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
    ///   - events: Called with what happens, in order, on a thread of the sweep.
    /// - Returns: What the sweep came to.
    /// - Throws: `PHPhotosError` when the library cannot take any more: it is read-only, full or busy.
    @concurrent
    @discardableResult
    public func sweep(
        _ source: LibrarySource,
        events: @escaping @Sendable (LibrarySource.Event) -> Void = { _ in }
    ) async throws -> LibrarySource.Report {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let sweep = try SourceSweep(
                store,
                source: source.row,
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
    ///   - events: Called with what happens, in order, on a thread of its own.
    /// - Throws: `PHPhotosError` when the library cannot take any more: it is read-only or full.
    @concurrent
    public func watchSources(
        quietSeconds: Double = 5,
        intervalSeconds: Double = 60,
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

extension PHAsset {
    /// Whether a file of the asset stays in a source and is not there at present.
    ///
    /// What was known of single files is that of the moment when the asset was fetched; whether its whole source is
    /// offline is asked at each call. An offline asset comes back by itself with its file.
    public var isOffline: Bool {
        if record.traits.contains(.offline) { return true }
        guard let source else { return false }
        return source.library.read(false) { try $0.isSourceOffline(ofAsset: source.row) }
    }
}
