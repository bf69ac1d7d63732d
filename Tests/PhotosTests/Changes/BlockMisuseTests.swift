import Foundation
import Photos
import Testing

/// The caller's faults: each stops the program with a sentence that says what to do.
struct BlockMisuseTests {
    private func expect(
        _ result: ExitTest.Result?,
        says sentence: String,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.said.contains(sentence), sourceLocation: location)
    }

    @Test func `a request outside a block`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            _ = PHAssetCreationRequest.forAsset()
        }
        expect(
            result,
            says:
                "PHAssetCreationRequest was used outside a change block. Use it inside PHPhotoLibrary.performChanges."
        )
    }

    @Test func `a deletion outside a block`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            PHAssetChangeRequest.deleteAssets([] as NSArray)
        }
        expect(result, says: "PHAssetChangeRequest.deleteAssets was used outside a change block.")
    }

    @Test func `an album request outside a block`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
        }
        expect(result, says: "PHAssetCollectionChangeRequest was used outside a change block.")
    }

    @Test func `a request in a task that a block started`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let task = Box<Task<Void, Never>>()
            try library.change { task.value = Task { _ = PHAssetCreationRequest.forAsset() } }
            await task.value?.value
        }
        expect(result, says: "outside a change block")
    }

    @Test func `a block inside a block`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            try library.change { try? library.photos.performChangesAndWait {} }
        }
        expect(result, says: "A change block was started inside another one.")
    }

    @Test func `an asynchronous block inside a block`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            try library.change { library.photos.performChanges({}, completionHandler: nil) }
        }
        expect(result, says: "A change block was started inside another one.")
    }

    @Test func `an index for each object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let asset = try library.addPicture()
            let album = try library.addAlbum()
            try library.change {
                PHAssetCollectionChangeRequest(for: album)?.insertAssets(
                    [asset],
                    at: IndexSet([0, 1])
                )
            }
        }
        expect(
            result,
            says: "insertAssets was given 1 objects for 2 indexes. Give one index for each."
        )
    }

    @Test func `an index for each replacement`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let folder = try library.addFolder()
            try library.change {
                PHCollectionListChangeRequest(for: folder)?
                    .replaceChildCollections(
                        at: IndexSet([0]),
                        withChildCollections: [PHCollection]() as NSArray
                    )
            }
        }
        expect(result, says: "replaceChildCollections was given 0 objects for 1 indexes.")
    }

    @Test func `something that is no object of the library`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let album = try library.addAlbum()
            try library.change {
                PHAssetCollectionChangeRequest(for: album)?.addAssets(["one"] as NSArray)
            }
        }
        expect(result, says: "addAssets was given a ")
    }

    @Test func `a place that is none`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let asset = try library.addPicture()
            try library.change {
                PHAssetChangeRequest(for: asset).location = CLLocation(latitude: 200, longitude: 0)
            }
        }
        expect(result, says: "A location outside -90...90 and -180...180 degrees was set")
    }

    @Test func `the placeholder of a request that makes nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let album = try library.addAlbum()
            try library.change {
                _ = PHAssetCollectionChangeRequest(for: album)?.placeholderForCreatedAssetCollection
            }
        }
        expect(
            result,
            says: "placeholderForCreatedAssetCollection was asked of a request that makes no album."
        )
    }
}
