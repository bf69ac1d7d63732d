import Foundation
import LibraryExercise
import Photos
import PhotosStore
import PhotosTestSupport

/// Blocks that make an asset, name it and put it into the shared album, as fast as several processes can.
struct AssetCreator {
    let library: URL
    let seed: UInt64
    let blocks: Int
    let acknowledgements: Acknowledgements

    func run() throws {
        let store = try Library.open(library)
        let photos = PHPhotoLibrary(store)
        let options = LibraryState.options(photos)
        let album = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        ).firstObject
        guard let album else { throw Fault("the shared album is missing") }
        let performer = BlockPerformer(photos, seed: seed)
        for number in 1...blocks {
            let made = try performer.perform([
                .createAsset(new: 1, width: 8, height: 8, [.caption("\(seed)-\(number)")]),
                .editMembers(album: album.localIdentifier, seen: nil, [.append([.new(1)])]),
            ])
            acknowledgements.acknowledge(number, made[1] ?? "")
        }
        store.close()
    }
}
