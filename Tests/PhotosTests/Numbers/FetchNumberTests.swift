import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// Fetches take every number; only an index outside a result traps.
@Suite(.permit) struct FetchNumberTests {
    let library: TestLibrary
    let assets: [PHAsset]

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(5)
    }

    @Test(arguments: NumberEnds.integers)
    func `a limit`(limit: Int) async throws {
        let expected = limit > 0 ? min(limit, 5) : 5
        let options = library.options {
            $0.fetchLimit = limit
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        }
        let result = PHAsset.fetchAssets(with: options)
        #expect(result.count == expected)
        let album = try library.addAlbum("A", assets)
        #expect(PHAsset.fetchAssets(in: album, options: options).count == expected)
        let albums = library.options { $0.fetchLimit = limit }
        #expect(
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: albums)
                .count == 1
        )
        #expect(PHCollection.fetchTopLevelUserCollections(with: albums).count == 1)
        #expect(PHAsset.fetchKeyAssets(in: album, options: options)?.count ?? 0 <= 5)
        // Bringing a result forward is reckoned with its limit, too.
        let change = await library.observed { PHAssetChangeRequest.deleteAssets([assets[4]]) }
        let details = try #require(change?.changeDetails(for: result))
        #expect(details.fetchResultAfterChanges.count == min(expected, 4))
        #expect(replayed(details) == details.fetchResultAfterChanges.names)
    }

    @Test func `kinds, subtypes and sources`() {
        for number in NumberEnds.integers {
            if let type = PHAssetMediaType(rawValue: number) {
                let found = PHAsset.fetchAssets(with: type, options: library.options())
                #expect(found.count == (type == .image ? 5 : 0))
                #expect(library.assets.countOfAssets(with: type) == (type == .image ? 5 : 0))
            }
            for other in NumberEnds.integers {
                guard let type = PHAssetCollectionType(rawValue: number),
                    let subtype = PHAssetCollectionSubtype(rawValue: other)
                else { continue }
                let found = PHAssetCollection.fetchAssetCollections(
                    with: type,
                    subtype: subtype,
                    options: library.options()
                )
                #expect(found.count >= 0)
            }
            for other in NumberEnds.integers {
                guard let type = PHCollectionListType(rawValue: number),
                    let subtype = PHCollectionListSubtype(rawValue: other)
                else { continue }
                let found = PHCollectionList.fetchCollectionLists(
                    with: type,
                    subtype: subtype,
                    options: library.options()
                )
                #expect(found.count >= 0)
            }
            let options = library.options {
                $0.includeAssetSourceTypes = PHAssetSourceType(rawValue: UInt(bitPattern: number))
            }
            #expect(PHAsset.fetchAssets(with: options).count <= 5)
            if let operation = PHAssetEditOperation(rawValue: number) {
                _ = assets[0].canPerform(operation)
            }
        }
    }

    @Test func `the range that an index is looked for in`() {
        let result = library.assets
        for location in NumberEnds.integers {
            for length in NumberEnds.integers {
                let range = NSRange(location: location, length: length)
                let index = result.index(of: assets[3], in: range)
                let isInside =
                    location <= 3 && length > 0
                    && Double(location) + Double(length) > 3
                #expect(index == (isInside ? 3 : NSNotFound), "\(location), \(length)")
            }
        }
    }

    @Test func `numbers and dates in predicates`() {
        let keys = ["mediaType", "mediaSubtypes", "pixelWidth", "duration", "creationDate"]
        let numbers: [Any] =
            NumberEnds.integers + NumberEnds.reals + NumberEnds.dates
            + [UInt64.max, UInt64(1) << 63, Float.infinity, NSNumber(value: Double.nan)]
        for key in keys {
            for number in numbers {
                for format in [
                    "\(key) == %@", "\(key) <= %@", "\(key) > %@", "(\(key) & %@) != 0",
                    "\(key) IN {%@, 1}", "\(key) BETWEEN {%@, %@}",
                ] {
                    let predicate = NSPredicate(
                        format: format,
                        argumentArray: [number, number]
                    )
                    let found = PHAsset.fetchAssets(
                        with: library.options { $0.predicate = predicate }
                    )
                    let evaluated = assets.filter { predicate.evaluate(with: $0) }
                    #expect(found.count == evaluated.count, "\(format) \(number)")
                }
            }
        }
        for number in NumberEnds.integers {
            let predicate = NSPredicate(format: "pixelWidth >= \(number)")
            let found = PHAsset.fetchAssets(with: library.options { $0.predicate = predicate })
            #expect(found.count == (number <= 1 ? 5 : 0))
        }
    }

    @Test(arguments: [45, 200])
    func `nested brackets`(count: Int) {
        for inner in ["mediaType == 1", "(mediaType) == 1", "mediaType & 1 == (1)"] {
            let format =
                String(repeating: "(", count: count) + inner + String(repeating: ")", count: count)
            let options = library.options { $0.predicate = NSPredicate(format: format) }
            #expect(PHAsset.fetchAssets(with: options).count == 5)
        }
    }

    @Test func `predicates that a loop puts together`() {
        var both = NSPredicate(format: "mediaType == 1")
        var either = both
        for _ in 0..<300 {
            let next = NSPredicate(format: "pixelWidth == 8")
            both = NSCompoundPredicate(andPredicateWithSubpredicates: [both, next])
            either = NSCompoundPredicate(orPredicateWithSubpredicates: [next, either])
        }
        for predicate in [both, either] {
            #expect(
                PHAsset.fetchAssets(with: library.options { $0.predicate = predicate }).count == 5
            )
        }
    }

    @Test func `an asset that a collection in memory holds twice`() {
        func transient(_ indexes: [Int]) -> PHFetchResult<PHAsset> {
            PHAsset.fetchAssets(
                in: PHAssetCollection.transientAssetCollection(
                    with: indexes.map { assets[$0] },
                    title: nil
                ),
                options: nil
            )
        }
        for (before, after) in [
            ([0, 0], [0]), ([0], [0, 0]), ([0, 1, 0], [1, 0, 0]), ([0, 1, 0, 1], [1, 1, 2, 0, 0]),
            ([0, 0, 1], [1, 0, 0]), ([2, 2, 2], []), ([], [2, 2]),
        ] {
            let details = PHFetchResultChangeDetails(
                from: transient(before),
                to: transient(after),
                changedObjects: [assets[0]]
            )
            #expect(replayed(details) == after.map { assets[$0].localIdentifier })
            #expect(details.changedObjects.allSatisfy { $0 == assets[0] })
        }
    }
}

/// Indexes outside a fetch result trap, with a sentence.
@Suite(.permit) struct FetchIndexTraps {
    private static func result() throws -> PHFetchResult<PHAsset> {
        let library = try TestLibrary()
        try library.addPictures(2)
        return library.assets
    }

    private func expect(
        _ result: ExitTest.Result?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = result.said
        #expect(
            text.contains("is outside a fetch result of 2 objects"),
            sourceLocation: sourceLocation
        )
    }

    @Test(arguments: [Int.min, -1, 2, Int.max])
    func `an object at an index`(index: Int) async {
        let said = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index] in
            _ = try Self.result().object(at: index)
        }
        expect(said)
    }

    @Test(arguments: [Int.min, -1, 2, Int.max - 1])
    func `objects at indexes`(index: Int) async {
        let said = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index] in
            _ = try Self.result().objects(at: IndexSet([0, index]))
        }
        expect(said)
    }

    @Test(arguments: [Int.min, -1, 2, Int.max - 1])
    func `an enumeration of indexes`(index: Int) async {
        let said = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index] in
            try Self.result().enumerateObjects(at: IndexSet([0, index]), options: []) { _, _, _ in
            }
        }
        expect(said)
    }

    @Test func `brackets beyond the limit`() async {
        let said = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: String(repeating: "(", count: 100_000))
        }
        let text = said.said
        #expect(text.contains("nests brackets more than 250 levels deep"))
    }

    @Test func `compound predicates beyond the limit`() async {
        let said = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let library = try TestLibrary()
            var predicate = NSPredicate(format: "mediaType == 1")
            for _ in 0..<20_000 {
                predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
            }
            _ = PHAsset.fetchAssets(
                with: library.options { [predicate] in $0.predicate = predicate }
            )
        }
        let text = said.said
        #expect(text.contains("nests more than 40 levels deep"))
    }
}
