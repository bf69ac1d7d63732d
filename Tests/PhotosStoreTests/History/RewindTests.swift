import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Going back from the present must find what was there.
@Suite(.permit) struct RewindTests {
    @Test(arguments: UInt64(1)...4)
    func `The state had by going back is the state there was`(seed: UInt64) throws {
        let library = try Library.temporary(seed: seed)
        var blocks = BlockGenerator(library, seed: seed)
        var recorded = RecordedStates()
        try recorded.record(library)
        try blocks.populate()
        try recorded.record(library)
        for _ in 0..<150 {
            let before = try library.history.currentPosition()
            let isDone = try blocks.commit()
            try recorded.record(library)
            let after = try library.history.currentPosition()
            if !isDone { #expect(before == after, "seed \(seed)") }
            if before != after { try checkLastChange(library, recorded, seed) }
        }
        let sequences = recorded.states.keys.sorted()
        for _ in 0..<60 {
            let pair = [blocks.generator.pick(sequences), blocks.generator.pick(sequences)].sorted()
            try checkPair(library, recorded, from: pair[0], to: pair[1], seed)
        }
    }

    /// Each object once, with exactly the bits that differ and their values before.
    private func checkLastChange(
        _ library: Library,
        _ recorded: RecordedStates,
        _ seed: UInt64
    ) throws {
        let sequence = recorded.latest
        let body = try library.lastChange()
        #expect(Set(body.objects.map(\.id)).count == body.objects.count)
        guard let before = recorded[sequence - 1], let after = recorded[sequence] else {
            Issue.record("seed \(seed): state \(sequence - 1) was not recorded")
            return
        }
        check(body, before.assets, after.assets, seed, sequence)
        check(body, before.collections, after.collections, seed, sequence)
    }

    private func check<R: Record>(
        _ body: ChangeBody,
        _ before: [Int64: R],
        _ after: [Int64: R],
        _ seed: UInt64,
        _ sequence: Int64
    ) {
        let changes = Dictionary(
            uniqueKeysWithValues: body.objects.filter { $0.id.entity == R.entity }.map {
                ($0.id.rowID, $0)
            }
        )
        for row in Set(before.keys).union(after.keys) {
            let context = "seed \(seed), change \(sequence), \(R.entity) \(row)"
            let change = changes[row]
            switch (before[row], after[row]) {
            case (nil, .some): #expect(change?.kind == .inserted, "\(context)")
            case (.some(let old), nil):
                #expect(change?.kind == .deleted, "\(context)")
                let values = Dictionary(
                    uniqueKeysWithValues: change?.values(of: R.Fields.self) ?? []
                )
                for field in FieldMask<R.Fields>(rawValue: change?.fieldBits ?? 0).fields {
                    #expect(values[field] == old[field], "\(context)")
                }
            case (.some(let old), .some(let new)):
                let mask = new.differences(from: old)
                #expect((change?.fieldBits ?? 0) == mask.rawValue, "\(context)")
                #expect((change?.before ?? []) == mask.fields.map { old[$0] }, "\(context)")
                if mask.isEmpty {
                    #expect(change == nil || change?.contentsChanged == true, "\(context)")
                }
            case (nil, nil): break
            }
        }
        #expect(changes.keys.allSatisfy { before[$0] != nil || after[$0] != nil })
    }

    private func checkPair(
        _ library: Library,
        _ recorded: RecordedStates,
        from start: Int64,
        to end: Int64,
        _ seed: UInt64
    ) throws {
        let (before, after) = (try #require(recorded[start]), try #require(recorded[end]))
        for row in Set(before.assets.keys).union(after.assets.keys) {
            let change = try library.history.assetChange(row, from: start, to: end)
            if before.assets[row] == after.assets[row] {
                #expect(change == nil, "seed \(seed), asset \(row), \(start) to \(end)")
            } else {
                #expect(
                    change?.before == before.assets[row],
                    "seed \(seed), asset \(row), \(start) to \(end)"
                )
                #expect(
                    change?.after == after.assets[row],
                    "seed \(seed), asset \(row), \(start) to \(end)"
                )
            }
        }
        for row in Set(before.collections.keys).union(after.collections.keys) {
            let change = try library.history.collectionChange(row, from: start, to: end)
            if before.collections[row] == after.collections[row] {
                #expect(change == nil, "seed \(seed), collection \(row), \(start) to \(end)")
            } else {
                #expect(
                    change?.before == before.collections[row],
                    "seed \(seed), collection \(row)"
                )
                #expect(change?.after == after.collections[row], "seed \(seed), collection \(row)")
            }
        }
        for album in Set(before.members.keys).union(after.members.keys) {
            guard let snapshot = before.members[album] else { continue }
            let forwarded = try library.records.forward(snapshot, to: end)?.after ?? snapshot
            #expect(
                forwarded.rows.array == after.members[album]?.rows.array ?? [],
                "seed \(seed), album \(album), \(start) to \(end)"
            )
        }
    }
}
