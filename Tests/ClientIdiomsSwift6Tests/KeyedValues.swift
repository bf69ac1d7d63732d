import Foundation
import Photos

/// Facts by key, cast as public programs do.
struct KeyedValues {
    let asset: PHAsset

    private var resource: PHAssetResource? { PHAssetResource.assetResources(for: asset).first }

    var bytesAsLong: CLong? { resource?.value(forKey: "fileSize") as? CLong }
    var bytesAsInt: Int? { resource?.value(forKey: "fileSize") as? Int }
    var bytesAsInt64: Int64? { resource?.value(forKey: "fileSize") as? Int64 }
    var bytesAsUnsigned: UInt64? { resource?.value(forKey: "fileSize") as? UInt64 }
    var bytesAsDouble: Double? { resource?.value(forKey: "fileSize") as? Double }
    var bytesAsNumber: Int64? { (resource?.value(forKey: "fileSize") as? NSNumber)?.int64Value }
    var isLocal: Bool? { resource?.value(forKey: "locallyAvailable") as? Bool }
    var typeOfResource: Int? { resource?.value(forKey: "type") as? Int }
    var name: String? { asset.value(forKey: "filename") as? String }
    var isFavorite: Bool? { asset.value(forKey: "isFavorite") as? Bool }
    var kind: Int? { asset.value(forKey: "mediaType") as? Int }
    var kinds: UInt? { asset.value(forKey: "mediaSubtypes") as? UInt }
    var width: Double? { asset.value(forKey: "pixelWidth") as? Double }
    var seconds: Float? { asset.value(forKey: "duration") as? Float }

    static func albumKind(_ album: PHAssetCollection) -> Int? {
        album.value(forKey: "assetCollectionSubtype") as? Int
    }
}
