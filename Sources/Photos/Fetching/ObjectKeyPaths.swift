import Foundation

/// The keys of properties, for predicates and sort descriptors that use key paths.
package enum ObjectKeyPaths {
    nonisolated(unsafe) package static let all: [AnyKeyPath: String] = [
        // Key paths are immutable but not marked Sendable.
        \PHObject.localIdentifier: "localIdentifier",
        \PHAsset.localIdentifier: "localIdentifier",
        \PHAsset.creationDate: "creationDate",
        \PHAsset.modificationDate: "modificationDate",
        \PHAsset.addedDate: "addedDate",
        \PHAsset.mediaType: "mediaType",
        \PHAsset.mediaType.rawValue: "mediaType",
        \PHAsset.mediaSubtypes: "mediaSubtypes",
        \PHAsset.mediaSubtypes.rawValue: "mediaSubtypes",
        \PHAsset.duration: "duration",
        \PHAsset.pixelWidth: "pixelWidth",
        \PHAsset.pixelHeight: "pixelHeight",
        \PHAsset.isFavorite: "isFavorite",
        \PHAsset.isHidden: "isHidden",
        \PHAsset.burstIdentifier: "burstIdentifier",
        \PHAsset.location: "location",
        \PHAsset.rating: "rating",
        \PHAsset.rating.rawValue: "rating",
        \PHCollection.localIdentifier: "localIdentifier",
        \PHCollection.localizedTitle: "localizedTitle",
        \PHAssetCollection.localIdentifier: "localIdentifier",
        \PHAssetCollection.localizedTitle: "localizedTitle",
        \PHAssetCollection.startDate: "startDate",
        \PHAssetCollection.endDate: "endDate",
        \PHAssetCollection.estimatedAssetCount: "estimatedAssetCount",
        \PHCollectionList.localIdentifier: "localIdentifier",
        \PHCollectionList.localizedTitle: "localizedTitle",
        \PHCollectionList.startDate: "startDate",
        \PHCollectionList.endDate: "endDate",
    ]
}
