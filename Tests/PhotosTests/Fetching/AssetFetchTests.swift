import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct AssetFetchTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    /// Sets facts that a file would bring, by a block of the engine.
    private func set(_ asset: PHAsset, _ values: [AssetField: FieldValue]) throws {
        var update = AssetUpdate()
        update.values = values
        try library.store.commits.commit(
            ChangeBlock([.updateAsset(try #require(asset.uuid), update)])
        )
    }

    @Test(arguments: TestLibrary.Storage.allCases)
    func `the library comes by creation date, undated first, then as added`(
        storage: TestLibrary.Storage
    ) throws {
        let library = try TestLibrary(storage)
        let late = try library.addPicture {
            $0.creationDate = Date(timeIntervalSinceReferenceDate: 90)
        }
        let early = try library.addPicture {
            $0.creationDate = Date(timeIntervalSinceReferenceDate: 10)
        }
        let twin = try library.addPicture {
            $0.creationDate = Date(timeIntervalSinceReferenceDate: 10)
        }
        let undated = try library.addPicture { $0.creationDate = nil }
        #expect(library.assets.names == [undated, early, twin, late].names)
        #expect(PHAsset.fetchAssets(with: library.options()).names == library.assets.names)
    }

    @Test func `hidden assets are left out unless asked for, and found by identifier`() throws {
        let shown = try library.addPicture()
        let hidden = try library.addPicture { $0.isHidden = true }
        #expect(library.assets.names == [shown.localIdentifier])
        let both = PHAsset.fetchAssets(with: library.options { $0.includeHiddenAssets = true })
        #expect(Set(both.names) == [shown.localIdentifier, hidden.localIdentifier])
        #expect(try library.asset(hidden.localIdentifier).isHidden)
        let album = try library.addAlbum("A", [shown, hidden])
        #expect(library.members(album).count == 1)
    }

    @Test func `of a burst, the representative and the picked frames are fetched`() throws {
        let frames = try library.addPictures(4)
        for frame in frames {
            try set(frame, [.burstIdentifier: .text("B"), .representsBurst: .flag(false)])
        }
        try set(frames[1], [.representsBurst: .flag(true)])
        try set(frames[2], [.burstSelection: .integer(2)])
        try set(frames[3], [.burstSelection: .integer(1)])
        #expect(library.assets.names == [frames[1], frames[2]].names)
        let all = library.options { $0.includeAllBurstAssets = true }
        #expect(PHAsset.fetchAssets(with: all).count == 4)
        #expect(
            PHAsset.fetchAssets(withBurstIdentifier: "B", options: library.options()).names
                == [frames[1], frames[2]].names
        )
        #expect(PHAsset.fetchAssets(withBurstIdentifier: "B", options: all).names == frames.names)
        #expect(PHAsset.fetchAssets(withBurstIdentifier: "C", options: all).count == 0)
    }

    @Test func `assets of other sources are fetched only when named, or by what is theirs`() throws
    {
        let assets = try library.addPictures(3)
        try set(assets[1], [.sourceType: .integer(2)])
        try set(assets[2], [.sourceType: .integer(4)])
        #expect(library.assets.names == [assets[0].localIdentifier])
        let shared = library.options { $0.includeAssetSourceTypes = .typeCloudShared }
        #expect(PHAsset.fetchAssets(with: shared).names == [assets[1].localIdentifier])
        let synced = library.options {
            $0.includeAssetSourceTypes = [.typeUserLibrary, .typeiTunesSynced]
        }
        #expect(PHAsset.fetchAssets(with: synced).names == [assets[0], assets[2]].names)
        #expect(
            PHAsset.fetchAssets(withLocalIdentifiers: assets.names, options: library.options())
                .count == 3
        )
    }

    @Test func `assets that were synchronised in can be neither edited nor deleted`() throws {
        let asset = try library.addPicture()
        try set(asset, [.sourceType: .integer(4)])
        let synced = try library.asset(asset.localIdentifier)
        #expect(
            !synced.canPerform(.delete) && !synced.canPerform(.content)
                && !synced.canPerform(.properties)
        )
        #expect(
            library.refusal { PHAssetChangeRequest(for: synced).isFavorite = true }
                == .changeNotSupported
        )
        #expect(
            library.refusal { PHAssetChangeRequest.deleteAssets([synced]) } == .changeNotSupported
        )
    }

    @Test func `fetching by identifiers leaves out the unknown and repeats nothing`() throws {
        let assets = try library.addPictures(3)
        let asked = [
            assets[2].localIdentifier, UUID().uuidString + "/L0/001", "", "nonsense",
            assets[0].localIdentifier,
            assets[0].localIdentifier, assets[1].localIdentifier.lowercased(),
            String(assets[1].localIdentifier.prefix(36)),
            assets[1].localIdentifier.replacingOccurrences(of: "/001", with: "/040"),
        ]
        let found = PHAsset.fetchAssets(withLocalIdentifiers: asked, options: library.options())
        #expect(found.names == [assets[0], assets[2]].names)
        #expect(
            PHAsset.fetchAssets(withLocalIdentifiers: [], options: library.options()).count == 0
        )
    }

    @Test func `media types are fetched apart`() throws {
        let picture = try library.addPicture()
        let movie = try library.addMovie()
        #expect(
            PHAsset.fetchAssets(with: .image, options: library.options()).names == [
                picture.localIdentifier
            ]
        )
        #expect(
            PHAsset.fetchAssets(with: .video, options: library.options()).names == [
                movie.localIdentifier
            ]
        )
        #expect(PHAsset.fetchAssets(with: .audio, options: library.options()).count == 0)
        #expect(movie.duration > 0 && movie.playbackStyle == .video)
        #expect(picture.playbackStyle == .image)
    }

    @Test func `an album comes in its own order, or as sorted`() throws {
        let assets = try library.addPictures(3)
        let album = try library.addAlbum("A", [assets[1], assets[2], assets[0]])
        #expect(library.members(album).names == [assets[1], assets[2], assets[0]].names)
        let sorted = library.options {
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        }
        #expect(PHAsset.fetchAssets(in: album, options: sorted).names == assets.reversed().names)
    }

    @Test func `a limit takes the first of the order`() throws {
        let assets = try library.addPictures(5)
        let newest = library.options {
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            $0.fetchLimit = 2
        }
        #expect(PHAsset.fetchAssets(with: newest).names == [assets[4], assets[3]].names)
        let some = library.options { $0.fetchLimit = 3 }
        #expect(PHAsset.fetchAssets(with: some).names == assets.prefix(3).map(\.localIdentifier))
    }

    @Test
    func
        `the key assets of an album are its first, of the library the newest, of a transient one none`()
        throws
    {
        let assets = try library.addPictures(3)
        let album = try library.addAlbum("A", [assets[1], assets[2]])
        let key = PHAsset.fetchKeyAssets(in: album, options: library.options())
        #expect(key?.names == [assets[1].localIdentifier])
        let recents = try library.smartAlbum(.smartAlbumUserLibrary)
        #expect(
            PHAsset.fetchKeyAssets(in: recents, options: nil)?.names == [assets[2].localIdentifier]
        )
        let empty = try library.addAlbum("B")
        #expect(PHAsset.fetchKeyAssets(in: empty, options: nil)?.count == 0)
        let transient = PHAssetCollection.transientAssetCollection(with: assets, title: nil)
        #expect(PHAsset.fetchKeyAssets(in: transient, options: nil) == nil)
    }

    @Test func `options are copied with all they say`() throws {
        let options = library.options {
            $0.predicate = NSPredicate(format: "isFavorite == YES")
            $0.sortDescriptors = [NSSortDescriptor(key: "duration", ascending: true)]
            $0.includeHiddenAssets = true
            $0.includeAllBurstAssets = true
            $0.includeAssetSourceTypes = .typeCloudShared
            $0.fetchLimit = 9
            $0.wantsIncrementalChangeDetails = false
            $0.prefetchAssetExtendedMetadata = true
        }
        let copy = try #require(options.copy() as? PHFetchOptions)
        #expect(copy !== options)
        #expect(copy.predicate == options.predicate)
        #expect(copy.sortDescriptors?.count == 1)
        #expect(
            copy.includeHiddenAssets && copy.includeAllBurstAssets
                && copy.prefetchAssetExtendedMetadata
        )
        #expect(copy.includeAssetSourceTypes == .typeCloudShared)
        #expect(copy.fetchLimit == 9 && !copy.wantsIncrementalChangeDetails)
        #expect(PHAsset.fetchAssets(with: copy).count == 0)
    }

    @Test func `options say nothing at first`() {
        let options = PHFetchOptions()
        #expect(options.predicate == nil && options.sortDescriptors == nil)
        #expect(!options.includeHiddenAssets && !options.includeAllBurstAssets)
        #expect(options.includeAssetSourceTypes == [] && options.fetchLimit == 0)
        #expect(options.wantsIncrementalChangeDetails && !options.prefetchAssetExtendedMetadata)
    }
}
