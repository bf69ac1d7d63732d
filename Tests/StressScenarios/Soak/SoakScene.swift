import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// The objects that a soak checks: groups of assets that each change changes as a whole, and an album of made assets.
///
/// All assets of a group have the same caption and the same mark, and the seconds of their dates have a fixed sum. Every
/// change of a writer keeps these rules, and gives the group a caption that was never there before. The caption of each
/// of these assets and the title of each of these albums begin with the same word, so that editors leave them alone.
struct SoakScene {
    static let groupCount = 8
    static let groupSize = 4
    static let sum = 4_000.0
    static let prefix = "soak "
    private static let madeTitle = "\(prefix)made"
    private static let groupTitle = "\(prefix)group"

    let library: PHPhotoLibrary
    let store: Library
    let groups: [[String]]
    /// The identifier of the album to which writers add the assets that they make.
    let made: String

    /// Returns whether an asset belongs to a group or was made by a writer.
    static func owns(_ asset: AssetRecord) -> Bool {
        guard case .text(let caption) = asset[.caption] else { return false }
        return caption.hasPrefix(prefix)
    }

    static func owns(album title: String) -> Bool { title.hasPrefix(prefix) }

    /// Adds the groups to a library, whose history then keeps as many changes as readers may need.
    static func prepare(_ store: Library) throws {
        try store.settings.change(StoredSettings(historyCount: 100_000))
        for group in 0..<groupCount {
            let assets = (0..<groupSize).map { _ in store.environment.makeUUID() }
            let pictures = assets.enumerated().map { index, uuid in
                Mutation.picture(
                    uuid,
                    seed: UInt8(group * groupSize + index),
                    [
                        .creationDate: .real(sum / Double(groupSize)),
                        .caption: .text("\(prefix)0-\(group)"),
                    ]
                )
            }
            try store.commits.commit(ChangeBlock(pictures))
            _ = try store.addAlbum("\(groupTitle) \(group)", assets)
        }
        _ = try store.addAlbum(madeTitle)
    }

    init(_ folder: URL, isReadOnly: Bool = false) throws {
        let store = try Library.open(folder, mode: isReadOnly ? .readOnly : .readWrite)
        self.store = store
        let library = PHPhotoLibrary(store)
        self.library = library
        let options = LibraryState.options(library)
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        ).all
        groups = albums.filter { $0.localizedTitle?.hasPrefix(Self.groupTitle) == true }
            .map { PHAsset.fetchAssets(in: $0, options: options).identifiers }
        guard groups.count == Self.groupCount, groups.allSatisfy({ $0.count == Self.groupSize }),
            let made = albums.first(where: { $0.localizedTitle == Self.madeTitle })
        else { throw Fault("the library has the groups \(groups)") }
        self.made = made.localIdentifier
    }

    var options: PHFetchOptions { LibraryState.options(library) }

    /// The assets that writers made and added to the album, in its order.
    func madeAssets() throws -> [PHAsset] {
        let album = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [made],
            options: options
        ).firstObject
        guard let album else { throw Fault("the album of made assets is missing") }
        return PHAsset.fetchAssets(in: album, options: options).all
    }
}

/// The values of one asset that a reader saw.
struct SoakRow: Hashable {
    var caption: String
    var isMarked: Bool
    var seconds: Double

    init(_ asset: PHAsset) {
        caption = asset.extendedMetadata.caption ?? ""
        isMarked = asset.isFavorite
        seconds = asset.creationDate?.timeIntervalSinceReferenceDate ?? 0
    }

    /// Returns why these rows were never a state of their group; nil if they may have been one.
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
