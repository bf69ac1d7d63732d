import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// Predicates and orders of captions, keywords and ratings, as a program writes them.
@Suite(.permit) struct FactFetchTests {
    let fixture: LibraryFixture
    let assets: [PHAsset]

    init() throws {
        fixture = try LibraryFixture()
        assets = try fixture.makeAssets(3)
        let assets = assets
        try fixture.library.performChangesAndWait {
            let first = PHAssetChangeRequest(for: assets[0])
            first.caption = "At the lake"
            first.addKeyword("lake")
            first.addKeyword("Summer")
            PHAssetChangeRequest(for: assets[1]).addKeyword("lakeside")
            PHAssetChangeRequest(for: assets[2]).caption = "at home"
        }
    }

    @Test(arguments: [
        ("caption == 'At the lake'", [0]), ("caption CONTAINS[c] 'AT'", [0, 2]),
        ("caption == nil", [1]), ("keywords CONTAINS 'lake'", [0]),
        ("keywords CONTAINS[c] 'summer'", [0]), ("'lakeside' IN keywords", [1]),
        ("keywords == nil", [2]), ("keywords != nil AND caption != nil", [0]),
        ("NOT keywords CONTAINS 'lake'", [1, 2]),
    ])
    func `a fetch finds what the predicate holds for`(format: String, expected: [Int]) throws {
        let predicate = NSPredicate(format: format)
        let options = PHFetchOptions()
        options.predicate = predicate
        let names = assets.map(\.localIdentifier)
        try fixture.library.withCurrent {
            let result = PHAsset.fetchAssets(with: options)
            let found = (0..<result.count).compactMap {
                names.firstIndex(of: result[$0].localIdentifier)
            }
            #expect(found.sorted() == expected)
            let present = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
            let holding = try names.indices.filter { index in
                let asset = try #require(
                    (0..<present.count).map { present[$0] }
                        .first { $0.localIdentifier == names[index] }
                )
                return predicate.evaluate(with: asset)
            }
            #expect(holding == expected)
        }
    }

    @Test func `facts are keys of sorting`() {
        let options = PHFetchOptions()
        options.sortDescriptors = [
            NSSortDescriptor(key: "cameraModel", ascending: false),
            NSSortDescriptor(key: "caption", ascending: false),
        ]
        fixture.library.withCurrent {
            let result = PHAsset.fetchAssets(with: options)
            let found = (0..<result.count).map { result[$0].localIdentifier }
            #expect(found == [2, 0, 1].map { assets[$0].localIdentifier })
        }
    }
}
