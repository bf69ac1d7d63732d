import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PositionTests {
    @Test(arguments: UInt64(1)...5)
    func `Places lie strictly between their neighbours, after any number of insertions`(
        seed: UInt64
    ) {
        var generator = SeededNumbers(seed: seed)
        var list: [Position] = []
        for _ in 0..<600 {
            let index =
                generator.chance(0.3) ? list.count / 2 : generator.number(below: list.count + 1)
            let count = generator.number(below: 4) + 1
            let low = index > 0 ? list[index - 1] : nil
            let high = index < list.count ? list[index] : nil
            let positions = Position.positions(count, after: low, before: high)
            #expect(positions.count == count)
            list.insert(contentsOf: positions, at: index)
        }
        #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        #expect(
            list.allSatisfy { $0.bytes.count >= 8 && ($0.bytes.count == 8 || $0.bytes.last != 0) }
        )
    }

    @Test func `Appending and prepending never lengthen`() {
        let positions = Position.positions(2_000, after: nil, before: nil)
        let before = Position.positions(2_000, after: nil, before: positions[0])
        #expect((positions + before).allSatisfy { $0.bytes.count == 8 })
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
        #expect(zip(before, before.dropFirst()).allSatisfy { $0 < $1 })
        #expect(before.last.map { $0 < positions[0] } == true)
    }

    @Test func `Many places between two neighbours cost the logarithm of their number`() {
        let ends = Position.positions(2, after: nil, before: nil)
        let positions = Position.positions(10_000, after: ends[0], before: ends[1])
        let list = [ends[0]] + positions + [ends[1]]
        #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 })
        #expect(positions.map(\.bytes.count).max() ?? 0 <= 8 + 2)
    }

    @Test(arguments: [true, false])
    func `Inserting beside one neighbour again and again costs a byte for eight insertions`(
        isLow: Bool
    ) {
        let ends = Position.positions(2, after: nil, before: nil)
        var (low, high) = (ends[0], ends[1])
        for _ in 0..<800 {
            let position = Position.positions(1, after: low, before: high)[0]
            #expect(low < position && position < high)
            if isLow { high = position } else { low = position }
        }
        let limit = 8 + 800 / 7 + 1
        #expect(max(low.bytes.count, high.bytes.count) <= limit)
    }
}
