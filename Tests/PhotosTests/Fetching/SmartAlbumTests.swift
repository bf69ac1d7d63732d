import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct SmartAlbumTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    /// Subtypes with the facts that put an asset there.
    static let facts: [(PHAssetCollectionSubtype, [AssetField: FieldValue])] = [
        (.smartAlbumPanoramas, [.mediaSubtypes: .integer(1)]),
        (.smartAlbumVideos, [.mediaType: .integer(2)]),
        (.smartAlbumFavorites, [.isFavorite: .flag(true)]),
        (.smartAlbumTimelapses, [.mediaSubtypes: .integer(1 << 18)]),
        (.smartAlbumAllHidden, [.isHidden: .flag(true)]),
        (.smartAlbumBursts, [.burstIdentifier: .text("B"), .representsBurst: .flag(true)]),
        (.smartAlbumSlomoVideos, [.mediaSubtypes: .integer(1 << 17)]),
        (.smartAlbumSelfPortraits, [.traits: .integer(1)]),
        (.smartAlbumScreenshots, [.mediaSubtypes: .integer(4)]),
        (.smartAlbumDepthEffect, [.mediaSubtypes: .integer(16)]),
        (.smartAlbumLivePhotos, [.mediaSubtypes: .integer(8)]),
        (.smartAlbumAnimated, [.playbackStyle: .integer(2)]),
        (.smartAlbumLongExposures, [.playbackVariation: .integer(3)]),
        (.smartAlbumRAW, [.traits: .integer(2)]),
        (.smartAlbumUnableToUpload, [.traits: .integer(64)]),
        (.smartAlbumCinematic, [.mediaSubtypes: .integer(1 << 21)]),
        (.smartAlbumSpatial, [.mediaSubtypes: .integer(1 << 10)]),
        (.smartAlbumScreenRecordings, [.mediaSubtypes: .integer(1 << 19)]),
    ]

    @Test(arguments: facts.indices)
    func `an asset is in the album of its facts, and nothing else is`(index: Int) throws {
        let (subtype, values) = Self.facts[index]
        let assets = try library.addPictures(3)
        let album = try library.smartAlbum(subtype)
        #expect(PHAsset.fetchAssets(in: album, options: nil).count == 0)
        var update = AssetUpdate()
        update.values = values
        try library.store.commits.commit(
            ChangeBlock([.updateAsset(try #require(assets[1].uuid), update)])
        )
        #expect(PHAsset.fetchAssets(in: album, options: nil).names == [assets[1].localIdentifier])
    }

    @Test func `each subtype is there once, with its title`() throws {
        let all = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .any,
            options: library.options()
        )
        #expect(Set(all.all.map(\.assetCollectionSubtype.rawValue)) == Set(200...220))
        #expect(all.count == 21)
        #expect(
            all.all.allSatisfy {
                $0.localizedTitle?.isEmpty == false && $0.assetCollectionType == .smartAlbum
            }
        )
        #expect(
            all.all.allSatisfy {
                !$0.canPerform(.addContent) && !$0.canPerform(.rename) && !$0.canPerform(.delete)
            }
        )
        #expect(all.all.allSatisfy { $0.estimatedAssetCount == NSNotFound })
    }

    @Test func `Recents shows the user's library`() throws {
        let assets = try library.addPictures(3)
        try library.change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
        let recents = try library.smartAlbum(.smartAlbumUserLibrary)
        #expect(
            PHAsset.fetchAssets(in: recents, options: nil).names.sorted()
                == [assets[1], assets[2]].names.sorted()
        )
    }

    @Test func `Recents has the order of the additions, and each sort descriptor its own`() throws {
        let assets = try library.addPictures(3)
        for (index, days) in [20.0, 0, 10].enumerated() {
            var update = AssetUpdate()
            update.values = [.addedDate: .real(days), .creationDate: .real(-days)]
            try library.store.commits.commit(
                ChangeBlock([.updateAsset(try #require(assets[index].uuid), update)])
            )
        }
        let recents = try library.smartAlbum(.smartAlbumUserLibrary)
        let names = assets.map(\.localIdentifier)
        #expect(
            PHAsset.fetchAssets(in: recents, options: nil).names == [1, 2, 0].map { names[$0] }
        )
        #expect(PHAsset.fetchKeyAssets(in: recents, options: nil)?.names == [names[0]])
        let options = library.options()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        #expect(
            PHAsset.fetchAssets(in: recents, options: options).names == [0, 2, 1].map { names[$0] }
        )
        options.sortDescriptors = [NSSortDescriptor(key: "addedDate", ascending: false)]
        options.predicate = NSPredicate(
            format: "addedDate >= %@",
            Date(timeIntervalSinceReferenceDate: 10) as any CVarArg
        )
        #expect(PHAsset.fetchAssets(with: options).names == [0, 2].map { names[$0] })
    }

    @Test func `Recently Added reaches back thirty days`() throws {
        let old = try library.addPicture()
        library.advance(days: 20)
        let new = try library.addPicture()
        let album = try library.smartAlbum(.smartAlbumRecentlyAdded)
        #expect(PHAsset.fetchAssets(in: album, options: nil).count == 2)
        library.advance(days: 11)
        #expect(PHAsset.fetchAssets(in: album, options: nil).names == [new.localIdentifier])
        #expect(library.assets.contains(old))
    }

    @Test func `a smart album takes a predicate, an order and a limit`() throws {
        let assets = try library.addPictures(4)
        try library.change {
            for asset in assets.dropFirst() { PHAssetChangeRequest(for: asset).isFavorite = true }
        }
        let favorites = try library.smartAlbum(.smartAlbumFavorites)
        let options = library.options {
            $0.predicate = NSPredicate(
                format: "creationDate > %@",
                TestLibrary.start.addingTimeInterval(60) as NSDate
            )
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            $0.fetchLimit = 1
        }
        #expect(
            PHAsset.fetchAssets(in: favorites, options: options).names == [
                assets[3].localIdentifier
            ]
        )
    }
}
