import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// Fetches by words in captions, keywords and file names.
@Suite(.permit) struct WordFetchTests {
    let fixture: LibraryFixture
    let assets: [PHAsset]

    init() throws {
        fixture = try LibraryFixture()
        assets = try fixture.makeAssets(4)
        let assets = assets
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[0]).caption = "A Beach at Örebro"
            PHAssetChangeRequest(for: assets[1]).addKeyword("sunset")
            PHAssetChangeRequest(for: assets[1]).addKeyword("beach")
        }
    }

    private func found(_ words: [String], orIn albums: [[PHAssetCollection]] = []) -> Set<String> {
        fixture.library.withCurrent {
            let result = PHAsset.fetchAssets(containing: words, orIn: albums, with: nil)
            return Set(result.objects(at: IndexSet(0..<result.count)).map(\.localIdentifier))
        }
    }

    private func names(_ indexes: Int...) -> Set<String> {
        Set(indexes.map { assets[$0].localIdentifier })
    }

    @Test func `all words are needed, and case and accents make no difference`() {
        #expect(found(["BEACH"]) == names(0, 1))
        #expect(found(["beach", "örebro"]) == names(0))
        #expect(found(["orebro"]) == names(0))
        #expect(found(["beach", "sunset"]) == names(1))
        #expect(found(["nothing"]).isEmpty)
        #expect(found([]) == names(0, 1, 2, 3))
    }

    private func album(_ indexes: Int...) throws -> PHAssetCollection {
        let library = fixture.library
        let members = indexes.map { assets[$0] }
        try library.performChangesAndWait {
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Album")
                .addAssets(members)
        }
        let albums = library.withCurrent {
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
        }
        return albums.object(at: albums.count - 1)
    }

    @Test func `members of albums count as containing a word`() throws {
        let one = try album(2)
        let two = try album(2, 3)
        #expect(found(["beach"], orIn: [[one]]) == names(0, 1, 2))
        #expect(found(["beach", "sunset"], orIn: [[one], [two]]) == names(1, 2))
        #expect(found(["nothing"], orIn: [[one, two]]) == names(2, 3))
        #expect(found(["nothing"], orIn: [[]]).isEmpty)
    }

    @Test func `a result follows changes`() throws {
        let library = fixture.library
        let waiter = FetchWaiter(library) { PHAsset.fetchAssets(containing: ["beach"], with: nil) }
        defer { waiter.end() }
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[3]).caption = "another beach"
            PHAssetChangeRequest(for: assets[0]).caption = nil
        }
        #expect(waiter.wait() == names(1, 3))
    }

    @Test func `characters of the stored form are found in keywords`() throws {
        let keywords = ["and/or", "C:\\photos", "a, b", "[draft]", "end\\"]
        try fixture.library.performChangesAndWait {
            for (asset, keyword) in zip(assets, keywords) {
                PHAssetChangeRequest(for: asset).addKeyword(keyword)
            }
            PHAssetChangeRequest(for: assets[3]).addKeyword(keywords[4])
        }
        #expect(found(["d/o"]) == names(0))
        #expect(found(["/"]) == names(0))
        #expect(found(["c:\\p"]) == names(1))
        #expect(found(["\\"]) == names(1, 3))
        #expect(found(["\\/"]).isEmpty)
        #expect(found(["a, b"]) == names(2))
        #expect(found(["a,"]) == names(2))
        #expect(found(["[draft"]) == names(3))
        #expect(found(["t]"]) == names(3))
        // Between keywords, the stored text has characters that no keyword has.
        #expect(found(["sunset,"]).isEmpty)
        #expect(found(["[sunset"]).isEmpty)
        #expect(found(["beach]"]).isEmpty)
    }

    @Test func `some words are not searched exactly in keywords`() {
        for word in ["a b", "été", "%", "_", "'", "é☃️", "a/b", "\\", "a,", "[a", ""] {
            #expect(PHAsset.canSearchKeywords(for: word), "\(word)")
        }
        for word in ["\"", "[", "]", ",", "[]", "a\nb"] {
            #expect(!PHAsset.canSearchKeywords(for: word), "\(word)")
        }
    }
}

/// A fetch result that follows the library until something has changed.
final class FetchWaiter: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // Unchecked because the semaphore orders the observer's write before the test's read.

    private let library: PHPhotoLibrary
    private var result: PHFetchResult<PHAsset>
    private let changed = DispatchSemaphore(value: 0)

    init(_ library: PHPhotoLibrary, _ fetch: () -> PHFetchResult<PHAsset>) {
        self.library = library
        result = library.withCurrent(fetch)
        super.init()
        library.register(self)
    }

    func photoLibraryDidChange(_ change: PHChange) {
        guard let details = change.changeDetails(for: result), details.hasIncrementalChanges else {
            return
        }
        result = details.fetchResultAfterChanges
        changed.signal()
    }

    /// Returns the identifiers after the first change; none where no change comes within ten seconds.
    func wait() -> Set<String> {
        guard changed.wait(timeout: .now() + 10) == .success else { return [] }
        return Set(result.objects(at: IndexSet(0..<result.count)).map(\.localIdentifier))
    }

    func end() { library.unregisterChangeObserver(self) }
}
