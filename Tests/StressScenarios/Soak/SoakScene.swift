import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// What everybody in a soak knows: groups of assets that each change changes whole.
///
/// All assets of a group have the same caption and the same mark, and the seconds of their dates add up to one sum.
/// Every change leaves it so, and gives the group a caption that was never there before.
struct SoakScene {
    static let groupCount = 8
    static let groupSize = 4
    static let sum = 4_000.0

    let library: PHPhotoLibrary
    let store: Library
    let groups: [[String]]

    /// A new library with its groups; the history keeps what its readers may need.
    static func prepare(_ folder: URL) throws -> Library {
        let store = try Library.open(folder, create: true)
        try store.change(PhotosStore.LibrarySettings(historyCount: 100_000))
        for group in 0..<groupCount {
            let assets = (0..<groupSize).map { _ in store.environment.makeUUID() }
            let pictures = assets.enumerated().map { place, uuid in
                Mutation.picture(
                    uuid,
                    seed: UInt8(group * groupSize + place),
                    [.creationDate: .real(sum / Double(groupSize)), .caption: .text("0-\(group)")]
                )
            }
            try store.commit(ChangeBlock(pictures))
            _ = try store.addAlbum("\(group)", assets)
        }
        return store
    }

    init(_ folder: URL, isReadOnly: Bool = false) throws {
        let store = try Library.open(folder, mode: isReadOnly ? .readOnly : .readWrite)
        self.store = store
        let library = PHPhotoLibrary(store)
        self.library = library
        let options = LibraryState.options(library)
        groups = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        ).all.map { PHAsset.fetchAssets(in: $0, options: options).identifiers }
        guard groups.count == Self.groupCount, groups.allSatisfy({ $0.count == Self.groupSize })
        else { throw Fault("the library has the groups \(groups)") }
    }

    var options: PHFetchOptions { LibraryState.options(library) }
}

/// What a reader saw of one asset.
struct SoakRow: Hashable {
    var caption: String
    var isMarked: Bool
    var seconds: Double

    init(_ asset: PHAsset) {
        caption = asset.extendedMetadata.caption ?? ""
        isMarked = asset.isFavorite
        seconds = asset.creationDate?.timeIntervalSinceReferenceDate ?? 0
    }

    /// Why these rows were never a state of their group; nil where they may have been.
    static func fault(in group: [SoakRow]) -> String? {
        guard group.count == SoakScene.groupSize else {
            return "a group has \(group.count) assets"
        }
        let captions = Set(group.map(\.caption))
        guard captions.count == 1 else {
            return "a group was seen in parts: \(captions.sorted())"
        }
        guard Set(group.map(\.isMarked)).count == 1 else {
            return "group \(captions) is marked in part"
        }
        let sum = group.map(\.seconds).reduce(0, +)
        guard sum == SoakScene.sum else { return "group \(captions) adds up to \(sum)" }
        return nil
    }
}
