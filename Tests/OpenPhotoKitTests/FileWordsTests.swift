import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// The words in files and rejections, as a program reads, searches and sets them.
@Suite(.permit) struct FileWordsTests {
    let fixture: LibraryFixture
    let assets: [PHAsset]

    init() throws {
        fixture = try LibraryFixture()
        assets = try fixture.makeAssets(3)
        var words = RecordedFacts(reader: MediaFacts.readerVersion)
        words.title = "Wedding of Eve"
        words.creators = ["Ada"]
        words.placeNames = .init(city: "Vienna", country: "Austria")
        words.rating = -1
        let store = try fixture.library.store()
        let reading = FactsReading(
            asset: try #require(assets[1].source?.row),
            original: nil,
            isSameContent: true,
            companion: .replaced(words)
        )
        try store.commits.commit(ChangeBlock([.takeFacts([reading])]))
    }

    private func found(_ text: String, _ withheld: PhotoSearch.Subjects = []) -> [Int] {
        fixture.library.withCurrent {
            let search = PhotoSearch(text, in: fixture.library, withholding: withheld)
            let result = PHAsset.fetchAssets(matching: search, with: nil)
            let names = assets.map(\.localIdentifier)
            return (0..<result.count).compactMap {
                names.firstIndex(of: result[$0].localIdentifier)
            }.sorted()
        }
    }

    @Test func `words are shown, searched and withheld`() throws {
        let words = assets[1].fileWords
        #expect(words.title == "Wedding of Eve" && words.headline == nil)
        #expect(words.creators == ["Ada"] && words.placeNames == ["Vienna", "Austria"])
        #expect(assets[0].fileWords.title == nil)
        for text in ["wedding", "title:eve", "vienna", "city:austria", "creator:ada"] {
            #expect(found(text) == [1], "\(text)")
        }
        #expect(found("caption:wedding").isEmpty)
        #expect(found("no title") == [0, 2])
        #expect(found("vienna", .places).isEmpty)
        #expect(found("wedding", .places) == [1])
    }

    @Test func `a rejection has no stars, and stars take it back`() throws {
        #expect(found("rejected") == [1])
        #expect(found("rating=0 -rejected") == [0, 2])
        let asset = assets[1]
        func present() throws -> PHAsset {
            try #require(
                fixture.library.withCurrent {
                    PHAsset.fetchAssets(
                        withLocalIdentifiers: [asset.localIdentifier],
                        options: nil
                    ).firstObject
                }
            )
        }
        #expect(try present().isRejected && present().rating == .unset)
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: asset).rating = .init(rawValue: 4) ?? .unset
        }
        #expect(try !present().isRejected && present().rating.rawValue == 4)
        #expect(found("rejected").isEmpty)
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: asset).setRejected(true)
        }
        #expect(try present().isRejected && present().rating == .unset)
    }

    @Test(arguments: [
        ("title CONTAINS[c] 'wedding'", [1]), ("city == 'Vienna'", [1]),
        ("country == nil", [0, 2]),
        ("'Ada' IN creators", [1]), ("isRejected == YES", [1]),
    ])
    func `words are keys of predicates`(format: String, expected: [Int]) {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format)
        let names = assets.map(\.localIdentifier)
        fixture.library.withCurrent {
            let result = PHAsset.fetchAssets(with: options)
            let found = (0..<result.count).compactMap {
                names.firstIndex(of: result[$0].localIdentifier)
            }
            #expect(found.sorted() == expected)
        }
    }
}
