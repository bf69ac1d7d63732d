// Fetches photos, changes them and follows changes, in a library of a temporary folder.
import Photos
import Synchronization

// snippet.fetching
func newestFavorites() -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "isFavorite == YES")
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
    options.fetchLimit = 100
    return PHAsset.fetchAssets(with: .image, options: options)
}
// snippet.end

// snippet.albums
func printAlbums() {
    let albums = PHAssetCollection.fetchAssetCollections(
        with: .album,
        subtype: .albumRegular,
        options: nil
    )
    albums.enumerateObjects { album, _, _ in
        let assets = PHAsset.fetchAssets(in: album, options: nil)
        print(album.localizedTitle ?? "Untitled", assets.count)
    }
}
// snippet.end

// snippet.creating
func addPhoto(_ file: URL, toNewAlbum title: String) async throws {
    try await PHPhotoLibrary.shared().performChanges {
        let photo = PHAssetCreationRequest.forAsset()
        photo.addResource(with: .photo, fileURL: file, options: nil)
        photo.addKeyword("new")
        let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
            withTitle: title
        )
        if let placeholder = photo.placeholderForCreatedAsset {
            album.addAssets([placeholder] as NSArray)
        }
    }
}
// snippet.end

// snippet.changing
func setFavorite(_ asset: PHAsset, _ isFavorite: Bool) async throws {
    try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest(for: asset).isFavorite = isFavorite
    }
}
// snippet.end

// snippet.observing
final class FavoriteList: NSObject, PHPhotoLibraryChangeObserver {
    private let favorites = Mutex(newestFavorites())

    func photoLibraryDidChange(_ change: PHChange) {
        favorites.withLock { favorites in
            guard let details = change.changeDetails(for: favorites) else { return }
            favorites = details.fetchResultAfterChanges
            guard details.hasIncrementalChanges else {
                print("Draw the list again.")
                return
            }
            print("removed", details.removedIndexes?.count ?? 0)
            print("inserted", details.insertedIndexes?.count ?? 0)
            print("changed", details.changedIndexes?.count ?? 0)
        }
    }
}
// snippet.end

// snippet.access
func requestReading() async -> Bool {
    switch await PHPhotoLibrary.requestAuthorization(for: .readWrite) {
    case .authorized, .limited: return true
    case .notDetermined, .denied, .restricted: return false
    @unknown default: return false
    }
}
// snippet.end

// snippet.errors
func delete(_ asset: PHAsset) async throws {
    do {
        try await PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest.deleteAssets([asset] as NSArray)
        }
    } catch PHPhotosError.accessUserDenied, PHPhotosError.accessRestricted {
        print("The owner of the library did not allow changes.")
    } catch let error as PHPhotosError {
        // The description says what to do.
        print(error.code, error.localizedDescription)
        throw error
    }
}
// snippet.end

// snippet.hide
let folder = URL.temporaryDirectory.appending(path: "fetch-and-change-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
setenv("PHOTOKIT_LIBRARY", folder.appending(path: "Sample.photolib").path, 1)
let picture = folder.appending(path: "point.gif")
// A GIF of one pixel.
let point = Data(
    base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
)
guard let point else { fatalError("The text is a GIF.") }
try point.write(to: picture)

let mayRead = await requestReading()
precondition(mayRead)
let list = FavoriteList()
PHPhotoLibrary.shared().register(list)
try await addPhoto(picture, toNewAlbum: "New")
printAlbums()
guard let photo = PHAsset.fetchAssets(with: nil).firstObject else {
    fatalError("No photo was added.")
}
try await setFavorite(photo, true)
precondition(newestFavorites().count == 1)
try await delete(photo)
precondition(newestFavorites().count == 0)
