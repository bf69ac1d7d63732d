import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules

/// The fetch behind a view.
struct ViewFetch: Sendable {
    /// The order of a view, as the interface names it.
    enum Order: String, Sendable {
        /// By date, the newest first.
        case date
        /// The owner's order.
        case manual
        /// The earliest deleted first.
        case trash
    }

    let result: PHFetchResult<PHAsset>
    let order: Order
    /// The sources whose photos are offline; nil for other views.
    var sources: OfflineSources?

    /// Runs the fetch of a view in the current library.
    ///
    /// - Parameters:
    ///   - key: The view.
    ///   - library: The current library, for a view that follows its sources, and for searches, which cannot do without.
    ///   - scope: The photos that may be picked, where a person picks photos for a program.
    ///   - withheld: The subjects that searches of the client do not use.
    /// - Throws: ``Problem`` where the view does not exist for this client.
    init(
        _ key: ViewKey,
        in library: PHPhotoLibrary? = nil,
        scope: PickScope? = nil,
        withholding withheld: PhotoSearch.Subjects = .hidden
    ) throws {
        guard scope?.shows(key) ?? true else { throw Problem.noView }
        let narrowed = { (options: PHFetchOptions) -> PHFetchOptions in
            scope?.narrowFetch(options)
            return options
        }
        switch key {
        case .all: self.init(PHAsset.fetchAssets(with: narrowed(Self.fetchOptions())))
        case .favorites:
            let options = narrowed(Self.fetchOptions(where: "isFavorite == YES"))
            self.init(PHAsset.fetchAssets(with: options))
        case .hidden:
            let options = Self.fetchOptions(where: "isHidden == YES")
            options.includeHiddenAssets = true
            self.init(PHAsset.fetchAssets(with: options))
        case .trash:
            self.init(PHAsset.fetchRecentlyDeletedAssets(with: nil), order: .trash)
        case .offline:
            // The state of sources is read first: a change meanwhile then leads to another fetch.
            let sources = library.map(OfflineSources.init)
            self.init(PHAsset.fetchOfflineAssets(with: Self.fetchOptions()))
            self.sources = sources
        case .smart(let smart):
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: smart.subtype,
                options: nil
            )
            guard let album = albums.firstObject else { throw Problem.noAlbum }
            self.init(PHAsset.fetchAssets(in: album, options: narrowed(Self.fetchOptions())))
        case .album(let id):
            guard let album = Self.album(id) else { throw Problem.noAlbum }
            guard album.assetCollectionType == .smartAlbum else {
                let photos = PHAsset.fetchAssets(in: album, options: scope.fetchOptions())
                self.init(photos, order: .manual)
                return
            }
            // A client that may not see a fact of photos must not see which photos a search for it finds.
            guard withheld.subtracting(.hidden).isEmpty else { throw Problem.noAlbum }
            let options = narrowed(Self.fetchOptions(where: "isHidden == NO"))
            self.init(PHAsset.fetchAssets(in: album, options: options))
        case .search(let text):
            guard let library else { preconditionFailure("A search needs its library.") }
            let search = PhotoSearch(text, in: library, withholding: withheld)
            let options = narrowed(Self.fetchOptions())
            self.init(PHAsset.fetchAssets(matching: search, with: options))
        }
    }

    private init(_ result: PHFetchResult<PHAsset>, order: Order = .date) {
        self.result = result
        self.order = order
    }

    /// Returns an album by its UUID; nil where there is none.
    static func album(_ uuid: String) -> PHAssetCollection? {
        PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [uuid + "/L0/040"],
            options: nil
        ).firstObject
    }

    static func fetchOptions(where format: String? = nil) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.predicate = format.map { NSPredicate(format: $0) }
        return options
    }
}

extension ViewKey.Smart {
    fileprivate var subtype: PHAssetCollectionSubtype {
        switch self {
        case .videos: .smartAlbumVideos
        case .screenshots: .smartAlbumScreenshots
        case .panoramas: .smartAlbumPanoramas
        case .live: .smartAlbumLivePhotos
        case .portraits: .smartAlbumDepthEffect
        case .selfies: .smartAlbumSelfPortraits
        case .bursts: .smartAlbumBursts
        case .slomo: .smartAlbumSlomoVideos
        case .timelapses: .smartAlbumTimelapses
        case .animated: .smartAlbumAnimated
        case .longExposures: .smartAlbumLongExposures
        case .raw: .smartAlbumRAW
        case .cinematic: .smartAlbumCinematic
        case .spatial: .smartAlbumSpatial
        case .recordings: .smartAlbumScreenRecordings
        case .recent: .smartAlbumRecentlyAdded
        }
    }
}

/// Which sources of a library can be reached.
struct OfflineSources: Sendable {
    let library: PHPhotoLibrary
    private let offline: Set<String>

    /// Checks all sources; a limited client sees none.
    init(_ library: PHPhotoLibrary) {
        self.library = library
        offline = Set(((try? library.offlineSources()) ?? []).map(\.identifier))
    }

    /// Returns the sources as they are now; nil if nothing has changed.
    func changedSources() -> OfflineSources? {
        let now = OfflineSources(library)
        return now.offline == offline ? nil : now
    }
}
