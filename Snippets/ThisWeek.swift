// Puts the photos of the last seven days into an album.
import Photos

func gatherThisWeek() async throws {
    let week = PHFetchOptions()
    let start = Date(timeIntervalSinceNow: -7 * 86_400)
    week.predicate = NSPredicate(format: "creationDate > %@", start as NSDate)
    let photos = PHAsset.fetchAssets(with: .image, options: week)
    try await PHPhotoLibrary.shared().performChanges {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "This week")
            .addAssets(photos)
    }
}

// snippet.hide
try await gatherThisWeek()
