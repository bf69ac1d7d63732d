import Foundation
import Photos
import TestPermits
import Testing

/// Objects that a client's own tests make, as they do on Apple's systems.
@Suite(.permit) struct TestDoubleTests {
    final class MockAsset: PHAsset, @unchecked Sendable {
        // Unchecked because the base class is; it stores one constant.
        private let name: String

        init(_ name: String) {
            self.name = name
            super.init()
        }

        override var localIdentifier: String { name }
        override var creationDate: Date? { Date(timeIntervalSinceReferenceDate: 1) }
        override var mediaType: PHAssetMediaType { .video }
        override func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { true }
    }

    final class MockResult: PHFetchResult<PHAsset>, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override var count: Int { 2 }
        override func object(at index: Int) -> PHAsset { MockAsset("mock \(index)") }
    }

    final class MockObjectDetails: PHObjectChangeDetails<PHAsset>, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override var objectBeforeChanges: PHAsset { MockAsset("before") }
        override var objectAfterChanges: PHAsset? { MockAsset("after") }
        override var assetContentChanged: Bool { true }
    }

    final class MockHistoryDetails: PHPersistentObjectChangeDetails, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override var insertedLocalIdentifiers: Set<String> { ["one"] }
    }

    final class MockMetadata: PHAssetExtendedMetadata, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override var caption: String? { "mocked" }
    }

    final class MockResultDetails: PHFetchResultChangeDetails<PHAsset>, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override init() { super.init() }
        override var fetchResultAfterChanges: PHFetchResult<PHAsset> { MockResult() }
        override var insertedIndexes: IndexSet? { [0, 1] }
    }

    final class MockChange: PHChange, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override init() { super.init() }
    }

    final class MockToken: PHPersistentChangeToken, @unchecked Sendable {
        // Unchecked because the base class is; it stores nothing.
        override init() { super.init() }
        required init?(coder: NSCoder) { nil }
    }

    final class MockHistory: PHPersistentChangeFetchResult {
        override init() { super.init() }
    }

    final class MockOutput: PHContentEditingOutput {
        override init() { super.init() }
        override var renderedContentURL: URL { URL(fileURLWithPath: "/mock") }
    }

    final class MockRecipe: PHAdjustmentData {
        override init() { super.init() }
        override var formatVersion: String { "mock" }
    }

    @Test func `subclasses of all that a program is given are made with no arguments`() throws {
        let details = MockResultDetails()
        #expect(details.fetchResultBeforeChanges.count == 0 && details.removedIndexes == nil)
        #expect(details.fetchResultAfterChanges.count == 2 && details.insertedIndexes?.count == 2)
        #expect(!details.hasIncrementalChanges && !details.hasMoves)
        #expect(details.removedObjects.isEmpty && details.changedObjects.isEmpty)
        #expect(PHFetchResultChangeDetails<PHAssetCollection>().insertedObjects.isEmpty)
        #expect(MockChange().changeDetails(for: PHFetchResult<PHAsset>()) == nil)
        #expect(Array(MockHistory()).isEmpty)
        #expect(MockOutput().renderedContentURL.path == "/mock")
        #expect(MockRecipe().formatVersion == "mock" && MockRecipe().data.isEmpty)
        #expect(PHCloudIdentifier().archivalStringValue.isEmpty)
        #expect(MockToken() == MockToken())
        let library = try TestLibrary()
        let error = #expect(throws: PHPhotosError.self) {
            try library.photos.fetchPersistentChanges(since: MockToken())
        }
        #expect(error?.code == .persistentChangeTokenExpired)
    }

    @Test func `an asset of a test's own is what it says`() {
        let asset = MockAsset("a")
        #expect(asset.localIdentifier == "a" && asset.mediaType == .video)
        #expect(asset.creationDate != nil && asset.canPerform(.delete))
        #expect(asset == MockAsset("a") && asset != MockAsset("b"))
        #expect(asset.hash == MockAsset("a").hash)
    }

    @Test func `plain objects are made with no arguments, each with an identifier of its own`() {
        #expect(PHAsset() != PHAsset() && PHAssetCollection() != PHAssetCollection())
        #expect(PHCollectionList() != PHCollectionList() && PHObject() != PHObject())
        #expect(PHAsset().mediaType == .unknown && PHAsset().creationDate == nil)
        #expect(PHFetchResult<PHAsset>().count == 0)
        #expect(PHChange().changeDetails(for: PHAsset()) == nil)
        #expect(PHPersistentObjectChangeDetails().updatedLocalIdentifiers.isEmpty)
        #expect(throws: PHPhotosError.self) { try PHPersistentChange().changeDetails(for: .asset) }
    }

    @Test func `a result of a test's own serves its objects`() {
        let result = MockResult()
        #expect(result[1].localIdentifier == "mock 1")
        #expect(
            result.firstObject?.localIdentifier == "mock 0"
                && result.lastObject?.localIdentifier == "mock 1"
        )
        let names = Box([String]())
        result.enumerateObjects { asset, _, _ in names.value?.append(asset.localIdentifier) }
        #expect(names.value == ["mock 0", "mock 1"])
    }

    @Test func `details of a test's own say what they override`() {
        let details: PHObjectChangeDetails<PHAsset> = MockObjectDetails()
        #expect(
            details.objectBeforeChanges.localIdentifier == "before" && details.assetContentChanged
        )
        #expect(MockHistoryDetails().insertedLocalIdentifiers == ["one"])
        #expect(MockMetadata().caption == "mocked" && MockMetadata().keywords.isEmpty)
    }

    @Test func `assets of a test's own are refused by a real change`() throws {
        let library = try TestLibrary()
        #expect(
            library.refusal { PHAssetChangeRequest(for: MockAsset("a")).isFavorite = true }
                == .changeNotSupported
        )
        let album = try library.addAlbum()
        #expect(
            library.refusal { PHAssetCollectionChangeRequest(for: album)?.addAssets([PHAsset()]) }
                == .changeNotSupported
        )
    }
}
