import Foundation
import Photos
import TestPermits
import Testing

/// The caller's faults: each stops the program with a sentence that says what to do.
@Suite(.permit) struct BlockMisuseTests {
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

    /// Each of these was ignored, so that a program believed that it had changed something.
    @Test(arguments: LateUse.allCases)
    func `a request kept and used after its block`(use: LateUse) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        { [use] in
            let library = try TestLibrary()
            let asset = try library.addPicture()
            let (album, folder) = (try library.addAlbum(), try library.addFolder())
            let kept = Box<() -> Void>()
            try library.change { kept.value = use.request(asset, album, folder) }
            kept.value?()
        }
        expect(result, says: "was used after the change block of its request had ended.")
    }

    enum LateUse: String, CaseIterable, Codable, Sendable {
        case favorite
        case keyword
        case content
        case resource
        case albumTitle
        case albumMembers
        case folderChildren

        /// Makes a request, and what is done with it too late.
        func request(
            _ asset: PHAsset,
            _ album: PHAssetCollection,
            _ folder: PHCollectionList
        ) -> () -> Void {
            let change = PHAssetChangeRequest(for: asset)
            let members = PHAssetCollectionChangeRequest(for: album)
            let children = PHCollectionListChangeRequest(for: folder)
            switch self {
            case .favorite: return { change.isFavorite = true }
            case .keyword: return { change.addKeyword("late") }
            case .content: return { change.revertAssetContentToOriginal() }
            case .resource:
                let creation = TestLibrary.pictureRequest()
                return { creation.addResource(with: .photo, data: Data(), options: nil) }
            case .albumTitle: return { members?.title = "late" }
            case .albumMembers: return { members?.addAssets([asset]) }
            case .folderChildren: return { children?.removeChildCollections(at: [0]) }
            }
        }
    }

    @Test func `a placeholder and the properties of a request can be read after its block`() throws
    {
        let library = try TestLibrary()
        let kept = Box<PHAssetCreationRequest>()
        try library.change { kept.value = TestLibrary.pictureRequest() }
        let request = try #require(kept.value)
        #expect(!request.isFavorite)
        let name = try #require(request.placeholderForCreatedAsset?.localIdentifier)
        #expect(try library.asset(name).localIdentifier == name)
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
