import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct SortDescriptorTests {
    typealias Item = ExpressionPredicateTests.Item

    private func fields(
        _ descriptors: [NSSortDescriptor],
        _ subject: PredicateSubject = .asset
    ) throws -> [SortKey] {
        try sortKeys(from: descriptors, for: subject, keyPaths: ExpressionPredicateTests.keyPaths)
            .map {
                SortKey(field: $0.field, ascending: $0.ascending)
            }
    }

    private struct SortKey: Equatable {
        var field: Field
        var ascending: Bool
    }

    private func refusal(_ descriptor: NSSortDescriptor) -> PredicateFault? {
        do {
            _ = try fields([descriptor])
            return nil
        } catch {
            return error as? PredicateFault
        }
    }

    @Test
    func `a key comes back as it was given`() {
        let descriptor = NSSortDescriptor(key: "creationDate", ascending: false)
        #expect(descriptor.key == "creationDate")
        #expect(!descriptor.ascending)
        #expect(descriptor == NSSortDescriptor(key: "creationDate", ascending: false))
        #expect(descriptor != NSSortDescriptor(key: "creationDate", ascending: true))
        #expect((descriptor.copy() as? NSSortDescriptor)?.key == "creationDate")
        let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
        #expect(reversed?.key == "creationDate" && reversed?.ascending == true)
    }

    @Test
    func `keys and key paths name fields`() throws {
        let byKey = [
            NSSortDescriptor(key: "creationDate", ascending: false),
            NSSortDescriptor(key: "favorite", ascending: true),
            NSSortDescriptor(key: "localIdentifier", ascending: true),
        ]
        #expect(
            try fields(byKey) == [
                SortKey(field: .asset(.creationDate), ascending: false),
                SortKey(field: .asset(.isFavorite), ascending: true),
                SortKey(field: .asset(.uuid), ascending: true),
            ]
        )
        let byProperty = [
            NSSortDescriptor(keyPath: \Item.creationDate, ascending: false),
            NSSortDescriptor(keyPath: \Item.isFavorite, ascending: true),
            NSSortDescriptor(keyPath: \Item.localIdentifier, ascending: true),
        ]
        #expect(try fields(byProperty) == fields(byKey))
        #expect(
            try fields([NSSortDescriptor(key: "startDate", ascending: true)], .assetCollection)
                == []
        )
        #expect(
            try fields(
                [NSSortDescriptor(key: "estimatedAssetCount", ascending: true)],
                .assetCollection
            )
                == [SortKey(field: .memberCount, ascending: true)]
        )
    }

    @Test
    func `descriptors that a fetch cannot use are refused by name`() throws {
        let unknown = try #require(refusal(NSSortDescriptor(key: "filename", ascending: true)))
        #expect(unknown.code == .unknownKey && unknown.message.contains("filename"))
        let property = try #require(
            refusal(NSSortDescriptor(keyPath: \Item.secret, ascending: true))
        )
        #expect(property.code == .unknownKey && property.message.contains("Item"))
        let order = NSSortDescriptor(key: "duration", ascending: true) { _, _ in .orderedSame }
        #expect(refusal(order)?.code == .unsupported)
        #expect(refusal(NSSortDescriptor(key: "location", ascending: true))?.code == .unsupported)
    }

    @Test
    func `plain objects are sorted by key with missing values first`() {
        let values: [[String: Any]] = [["n": 2, "s": "b"], ["s": "c"], ["n": 1.5, "s": "a"]]
        func sorted(_ descriptor: NSSortDescriptor) -> [String] {
            values.sorted { descriptor.compare($0, to: $1) == .orderedAscending }.compactMap {
                $0["s"] as? String
            }
        }
        #expect(sorted(NSSortDescriptor(key: "n", ascending: true)) == ["c", "a", "b"])
        #expect(sorted(NSSortDescriptor(key: "n", ascending: false)) == ["b", "a", "c"])
        let items = [Photo.all[1], Photo.all[0], Photo.all[3]].map(Item.init)
        let byDate = NSSortDescriptor(keyPath: \Item.creationDate, ascending: true)
        let dates = items.sorted { byDate.compare($0, to: $1) == .orderedAscending }.map(
            \.creationDate
        )
        #expect(dates == [Photo.all[0], Photo.all[1], Photo.all[3]].map(\.creationDate))
    }
}
