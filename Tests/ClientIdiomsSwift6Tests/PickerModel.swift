import Photos

/// What a picker shows of the library: smart albums with names and counts, then the user's albums.
@MainActor
final class PickerModel {
    struct Row: Equatable {
        var title: String
        var count: Int
    }

    private(set) var rows: [Row] = []
    private(set) var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
    private let mediaTypes: [PHAssetMediaType]

    init(mediaTypes: [PHAssetMediaType] = [.image, .video]) {
        self.mediaTypes = mediaTypes
    }

    func load() async {
        status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else { return }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(
            format: "mediaType IN %@",
            mediaTypes.map { NSNumber(value: $0.rawValue) }
        )
        options.sortDescriptors = [
            NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false)
        ]
        let smart = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .any,
            options: nil
        )
        smart.enumerateObjects { collection, _, _ in
            guard let name = Self.name(of: collection.assetCollectionSubtype) else { return }
            let assets = PHAsset.fetchAssets(in: collection, options: options)
            self.rows.append(Row(title: name, count: assets.count))
        }
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: nil
        )
        for album in albums.objects(at: IndexSet(integersIn: 0..<albums.count)) {
            rows.append(Row(title: album.localizedTitle ?? "", count: album.estimatedAssetCount))
        }
    }

    /// Names for the albums a picker offers; nil for those it leaves out.
    nonisolated static func name(of subtype: PHAssetCollectionSubtype) -> String? {
        // The number that Apple's systems give to Recently Deleted, which has no name.
        // swift-format-ignore: NeverForceUnwrap
        if subtype == PHAssetCollectionSubtype(rawValue: 1_000_000_201)! { return nil }
        switch subtype {
        case .smartAlbumUserLibrary: return "Recents"
        case .smartAlbumFavorites: return "Favorites"
        case .smartAlbumVideos: return "Videos"
        case .smartAlbumScreenshots, .smartAlbumSelfPortraits, .smartAlbumLivePhotos,
            .smartAlbumPanoramas, .smartAlbumBursts, .smartAlbumSlomoVideos, .smartAlbumTimelapses,
            .smartAlbumDepthEffect, .smartAlbumAnimated, .smartAlbumLongExposures,
            .smartAlbumRecentlyAdded, .smartAlbumGeneric, .smartAlbumUnableToUpload, .smartAlbumRAW,
            .smartAlbumCinematic, .smartAlbumSpatial, .smartAlbumScreenRecordings:
            return nil
        case .smartAlbumAllHidden: return nil
        case .albumRegular, .albumSyncedEvent, .albumSyncedFaces, .albumSyncedAlbum, .albumImported,
            .albumMyPhotoStream, .albumCloudShared, .any:
            return nil
        @unknown default:
            return "Other \(subtype.rawValue)"
        }
    }

    /// What a cell shows of an asset.
    nonisolated static func badge(of asset: PHAsset) -> String {
        switch asset.mediaType {
        case .image where asset.mediaSubtypes.contains(.photoLive): return "LIVE"
        case .image where asset.mediaSubtypes.contains([.photoHDR, .photoDepthEffect]): return "HDR"
        case .image: return asset.isFavorite ? "♥" : ""
        case .video: return String(format: "%.1f s", asset.duration)
        case .audio, .unknown: return "?"
        @unknown default: return "?"
        }
    }
}
