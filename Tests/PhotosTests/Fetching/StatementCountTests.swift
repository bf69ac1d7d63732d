import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// No call may cost a statement per object, in whatever order the objects are touched.
@Suite(.permit) struct StatementCountTests {
    /// Not many more than one statement for each 256 objects, of which a library of 2,000 has eight batches.
    @Test func `walking a library of 2,000 assets and their resources, in order and at random`()
        throws
    {
        let library = try TestLibrary()
        let picture = TestLibrary.picture()
        try library.change {
            for number in 0..<2_000 {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: picture, options: nil)
                request.creationDate = TestLibrary.start.addingTimeInterval(
                    Double(number * 7_919 % 2_000)
                )
            }
        }
        let result = library.assets
        #expect(result.count == 2_000)
        let walk = library.statements {
            for index in 0..<result.count { _ = result[index].creationDate }
        }
        #expect(walk.count <= 20)

        let ordered = library.statements {
            let result = library.assets
            for index in 0..<result.count {
                #expect(PHAssetResource.assetResources(for: result[index]).count == 1)
            }
        }
        #expect(ordered.count <= 40)

        var numbers = SystemRandomNumberGenerator()
        let order = Array(0..<result.count).shuffled(using: &numbers)
        let random = library.statements {
            let result = library.assets
            for index in order {
                #expect(PHAssetResource.assetResources(for: result[index]).count == 1)
            }
        }
        #expect(random.count <= 40)

        let enumerated = library.statements {
            library.assets.enumerateObjects { asset, _, _ in
                #expect(
                    PHAssetResource.assetResources(for: asset).first?.value(forKey: "isCurrent")
                        as? Bool == true
                )
            }
        }
        #expect(enumerated.count <= 40)

        let found = library.statements {
            for asset in result.all { #expect(result.contains(asset)) }
        }
        #expect(found.count <= 20)
    }

    @Test func `fetching 10,000 identifiers at once`() throws {
        let library = try TestLibrary()
        let assets = try library.addPictures(20)
        let unknown = (0..<9_980).map { _ in UUID().uuidString + "/L0/001" }
        let statements = library.statements {
            let result = PHAsset.fetchAssets(
                withLocalIdentifiers: unknown + assets.names,
                options: library.options()
            )
            #expect(result.count == 20)
        }
        #expect(statements.count <= 3)
        let album = try library.addAlbum("A", assets)
        let inside = library.statements {
            let options = library.options {
                $0.predicate = NSPredicate(format: "localIdentifier IN %@", unknown + assets.names)
            }
            #expect(PHAsset.fetchAssets(in: album, options: options).count == 20)
        }
        #expect(inside.count <= 3)
    }

    @Test func `the estimated counts of all albums`() throws {
        let library = try TestLibrary()
        let assets = try library.addPictures(3)
        try library.change {
            for number in 0..<200 {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "\(number)"
                )
                .addAssets(assets)
            }
        }
        let statements = library.statements {
            let albums = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: library.options()
            )
            for index in 0..<albums.count { #expect(albums[index].estimatedAssetCount == 3) }
        }
        #expect(statements.count <= 8)
    }

    @Test func `objects far from each other are read without those between`() throws {
        let library = try TestLibrary()
        let assets = try library.addPictures(2_000)
        let result = library.assets
        let indexes = IndexSet(stride(from: 0, to: 2_000, by: 100))
        let statements = library.statements {
            #expect(result.objects(at: indexes).names == indexes.map { assets.names[$0] })
        }
        #expect(statements.count <= 2)
        let all = library.statements {
            #expect(result.objects(at: IndexSet(0..<2_000)).names == assets.names)
        }
        #expect(all.count <= 20)
    }

    @Test func `albums are counted when somebody asks, as they were when they were read`() throws {
        let library = try TestLibrary()
        let assets = try library.addPictures(6)
        let kept = try library.addAlbum("Kept", assets)
        let gone = try library.addAlbum("Gone", Array(assets.prefix(2)))
        var albums: [PHAssetCollection] = []
        let reading = library.statements {
            albums =
                PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .any,
                    options: library.options()
                ).all
        }
        #expect(!reading.contains { $0.contains("count(*)") })
        try library.change {
            PHAssetChangeRequest(for: assets[0]).isHidden = true
            PHAssetChangeRequest.deleteAssets([assets[1]])
            let request = PHAssetCollectionChangeRequest(for: kept)
            request?.removeAssets([assets[2], assets[3]] as NSArray)
            PHAssetCollectionChangeRequest.deleteAssetCollections([gone] as NSArray)
        }
        #expect(albums.map(\.estimatedAssetCount) == [6, 2])
        #expect(try library.album(kept.localIdentifier).estimatedAssetCount == 2)
    }

    @Test func `an idle observer asks nothing, and still hears of others`() async throws {
        let library = try TestLibrary(.disk)
        try library.addAlbum()
        let observer = TestObserver()
        library.photos.register(observer)
        await library.settle()
        let log = library.store.layout.database.path + "-wal"
        // A log that was just written to is not trusted.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)],
            ofItemAtPath: log
        )
        library.store.feed.check()
        #expect(library.statements { library.store.feed.check() }.isEmpty)
        let reported = observer.count
        try library.reopened().performChangesAndWait {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "B")
        }
        library.store.feed.check()
        library.store.feed.queue.wait()
        #expect(observer.count == reported + 1)
    }

    @Test func `counting by media type asks once`() throws {
        let library = try TestLibrary()
        try library.addPictures(5)
        let result = library.assets
        let statements = library.statements {
            for _ in 0..<10 {
                #expect(
                    result.countOfAssets(with: .image) == 5
                        && result.countOfAssets(with: .video) == 0
                )
            }
        }
        #expect(statements.count == 1)
    }

    @Test(arguments: TestLibrary.Storage.allCases)
    func `resources are read again after a commit, of another process too`(
        storage: TestLibrary.Storage
    ) throws {
        let library = try TestLibrary(storage)
        let asset = try library.addPicture()
        #expect(PHAssetResource.assetResources(for: asset).count == 1)
        #expect(library.statements { _ = PHAssetResource.assetResources(for: asset) }.isEmpty)
        try library.addAlbum()
        #expect(!library.statements { _ = PHAssetResource.assetResources(for: asset) }.isEmpty)
        guard storage == .disk else { return }
        let other = try library.reopened()
        try other.performChangesAndWait {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "B")
        }
        // The log's file may grow after a commit, and be read once more for it.
        for store in [library.store, try other.store()] { store.core.waitForCheckpoints() }
        #expect(!library.statements { _ = PHAssetResource.assetResources(for: asset) }.isEmpty)
        #expect(library.statements { _ = PHAssetResource.assetResources(for: asset) }.isEmpty)
    }
}
