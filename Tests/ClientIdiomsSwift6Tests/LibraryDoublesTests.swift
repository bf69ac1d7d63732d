import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LibraryDoublesTests {
    @Test func `objects made without a library are distinct, and answer defaults`() {
        #expect(PHAsset() != PHAsset())
        #expect(PHAsset().mediaType == .unknown)
        #expect(PHAsset().creationDate == nil)
        #expect(PHFetchResult<PHAsset>().count == 0)
        #expect(PHFetchResult<PHAsset>().firstObject == nil)
        #expect(PHAssetCollection().assetCollectionType == .album)
        #expect(PHCollectionList().canContainCollections)
        #expect(PHAssetResource.assetResources(for: PHAsset()).isEmpty)
        #expect(PHFetchOptions().wantsIncrementalChangeDetails)
    }

    @Test func `subclasses stand in for assets, results, albums, resources and managers`() {
        let asset: PHAsset = MockAsset("one", date: Date(timeIntervalSince1970: 5))
        #expect(asset.localIdentifier == "one")
        #expect(asset == MockAsset("one"))
        #expect(asset.hash == MockAsset("one").hash)
        #expect(asset.value(forKey: "creationDate") as? Date == Date(timeIntervalSince1970: 5))
        #expect(asset.location?.coordinate.latitude == 46.5)

        let type: PHAsset.Type = MockAsset.self
        let result = type.fetchAssets(with: nil)
        #expect(result.count == 2)
        #expect(result[1].mediaType == .video)
        var seen: [String] = []
        result.enumerateObjects { asset, _, stop in
            seen.append(asset.localIdentifier)
            stop.pointee = true
        }
        #expect(seen == ["one"])
        #expect(
            type.fetchAssets(withLocalIdentifiers: ["x"], options: nil).firstObject
                == MockAsset("x")
        )

        let album: PHAssetCollection = MockAlbum()
        #expect(album.localizedTitle == "Mock")
        #expect(album.assetCollectionSubtype == .albumCloudShared)
        let albums = MockAlbum.fetchAssetCollections(with: .album, subtype: .any, options: nil)
        #expect(albums.count == 0)
        #expect(MockResource().type == .alternatePhoto)

        let bytes = Collected<Data>()
        _ = MockManager().requestData(for: MockResource(), options: nil) { data in
            bytes.add(data)
        } completionHandler: { _ in
            bytes.add(Data())
        }
        #expect(bytes.values == [Data("mock".utf8), Data()])
    }

    @Test func `an observer is tested with changes of the test's own`() {
        let result = PHFetchResult<PHAsset>()
        #expect(PHChange().changeDetails(for: result) == nil)
        #expect(PHChange().changeDetails(for: MockAsset("one")) == nil)
        let change: PHChange = MockChange()
        #expect(change.changeDetails(for: result)?.fetchResultAfterChanges === result)
    }

    @Test func `predicates work on doubles outside any fetch`() {
        let assets = [MockAsset("one"), MockAsset("two", type: .video)]
        let videos = NSPredicate(format: "mediaType == %d", PHAssetMediaType.video.rawValue)
        #expect(assets.filter { videos.evaluate(with: $0) } == [assets[1]])
    }

    @Test func `an application runs against the library or its double`() async {
        let mock: any PhotoLibraryType = MockLibrary()
        let errors = Collected<String>()
        mock.performChanges {
        } completionHandler: { success, error in
            if !success, let error { errors.add(ErrorAdvice.byNumber(error)) }
        }
        #expect(errors.values == ["ask for access"])
        #expect(type(of: mock).authorizationStatus(for: .addOnly) == .authorized)
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { _ in
                let library: any PhotoLibraryType = PHPhotoLibrary.shared()
                let success: Bool = await withCheckedContinuation { continuation in
                    library.performChanges {
                        _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                            withTitle: "Through the protocol"
                        )
                    } completionHandler: { success, _ in
                        continuation.resume(returning: success)
                    }
                }
                #expect(success)
                let asynchronous: any AsyncPhotoLibrary = PHPhotoLibrary.shared()
                let token = asynchronous.currentChangeToken
                try await asynchronous.performChanges {
                    _ = PHCollectionListChangeRequest.creationRequestForCollectionList(
                        withTitle: "2024"
                    )
                }
                let changes = Array(try asynchronous.fetchPersistentChanges(since: token))
                #expect(changes.count == 1)
                let lists = try changes[0].changeDetails(for: .collectionList)
                #expect(lists.insertedLocalIdentifiers.count == 1)
                #expect(type(of: library).authorizationStatus(for: .readWrite) == .authorized)
            }
        }
    }
}
