import ServeRules
import TestPermits
import Testing

/// Edits replayed on lists.
@Suite(.permit) struct ListEditsTests {
    @Test func partsAreAppliedInOrder() {
        var list = Array("abcdef")
        let edits = ListPatch(
            removed: IndexRanges(ascending: [0, 3]),
            inserted: IndexRanges(ascending: [1, 5]),
            changed: IndexRanges(ascending: [0]),
            moves: [.init(from: 4, to: 0)]
        )
        // b c e f → b X c e f Y: f goes first, and becomes F.
        edits.apply(to: &list, inserted: Array("XY"), changed: Array("F"))
        #expect(String(list) == "FbXceY")
        #expect(edits.entryCount == 6)
    }

    @Test func editsOfOtherPropertiesChangeNoValue() {
        let list = Array("abc")
        let changed = ListPatch(changed: IndexRanges(ascending: [0, 2]))
        #expect(!changed.changesValues(of: list, changed: Array("ac")))
        #expect(changed.changesValues(of: list, changed: Array("ab")))
        #expect(!ListPatch().changesValues(of: list, changed: []))
        let others = [
            ListPatch(removed: IndexRanges(ascending: [1])),
            ListPatch(inserted: IndexRanges(ascending: [1])),
            ListPatch(moves: [.init(from: 0, to: 1)]),
        ]
        for edits in others { #expect(edits.changesValues(of: list, changed: [])) }
    }

    /// A slow replay in the words of PhotoKit's documentation.
    private func reference(
        _ list: [Int],
        _ edits: ListPatch,
        _ inserted: [Int],
        _ changed: [Int]
    ) -> [Int] {
        var list = list
        for range in edits.removed.ranges.reversed() { list.removeSubrange(range) }
        for (index, value) in zip(edits.inserted.ranges.flatMap(\.self), inserted) {
            list.insert(value, at: index)
        }
        let values = edits.moves.map { list[$0.from] }
        for index in edits.moves.map(\.from).sorted(by: >) { list.remove(at: index) }
        for (move, value) in zip(edits.moves, values).sorted(by: { $0.0.to < $1.0.to }) {
            list.insert(value, at: move.to)
        }
        for (index, value) in zip(edits.changed.ranges.flatMap(\.self), changed) {
            list[index] = value
        }
        return list
    }

    @Test(arguments: 0..<200)
    func randomEditsEqualTheReference(_ seed: UInt64) {
        var random = Seeded(state: seed)
        let count = Int.random(in: 0...40, using: &random)
        let removed = (0..<count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
        let middle = count - removed.count
        let added = Int.random(in: 0...12, using: &random)
        let inserted = Array((0..<(middle + added)).shuffled(using: &random).prefix(added)).sorted()
        let length = middle + added
        let moved = Int.random(in: 0...min(5, length), using: &random)
        let sources = (0..<length).shuffled(using: &random).prefix(moved)
        let targets = (0..<length).shuffled(using: &random).prefix(moved)
        let changed = (0..<length).filter { _ in Bool.random(using: &random) }
        let edits = ListPatch(
            removed: IndexRanges(ascending: removed),
            inserted: IndexRanges(ascending: inserted),
            changed: IndexRanges(ascending: changed),
            moves: zip(sources, targets).map { .init(from: $0, to: $1) }
        )
        let insertedValues = inserted.indices.map { 1000 + $0 }
        let changedValues = changed.indices.map { 2000 + $0 }
        var list = Array(0..<count)
        let expected = reference(list, edits, insertedValues, changedValues)
        edits.apply(to: &list, inserted: insertedValues, changed: changedValues)
        #expect(list == expected)
    }
}

/// Numbers that follow from a seed.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
