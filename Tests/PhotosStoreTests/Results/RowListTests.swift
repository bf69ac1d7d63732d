import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct RowListTests {
    private func entries(_ numbers: some Sequence<Int>) -> [RowEntry] {
        numbers.map { RowEntry(code: UInt64($0), row: Int64($0)) }
    }

    /// The same edit of an array.
    private func expected(_ before: [RowEntry], _ edit: RowListEdit) -> [RowEntry] {
        var after: [RowEntry] = []
        for index in 0...before.count {
            after += edit.arriving.filter { $0.gap == index }.map(\.entry)
            if index < before.count, !edit.leaving.contains(index) { after.append(before[index]) }
        }
        return after
    }

    @Test func `Every edit of every list of up to five rows`() {
        for length in 0...5 {
            let before = entries(stride(from: 10, to: 10 + 10 * length, by: 10))
            let list = RowList(before)
            for leaving in 0..<(1 << length) {
                for arriving in 0..<(1 << (length + 1)) {
                    let gaps: [Int] = (0...length).filter { arriving & 1 << $0 != 0 }
                    let arrivals: [RowListEdit.Arrival] = gaps.flatMap { gap in
                        entries([10 * gap + 3, 10 * gap + 7]).map {
                            RowListEdit.Arrival(gap: gap, entry: $0)
                        }
                    }
                    let edit = RowListEdit(
                        leaving: (0..<length).filter { leaving & 1 << $0 != 0 },
                        arriving: arrivals
                    )
                    let after = list.applying(edit)
                    let right = expected(before, edit)
                    let settled = after.settled
                    if Array(after) != right || Array(settled) != right || Array(list) != before
                        || !after.hasSoundStructure || !settled.hasSoundStructure
                    {
                        Issue.record("\(before) by \(edit) gave \(Array(after))")
                    }
                }
            }
        }
    }

    @Test func `Every pair of edits, one after the other, of every list of up to two rows`() {
        for length in 0...2 {
            let before = entries(stride(from: 100, to: 100 + 100 * length, by: 100))
            for first in edits(of: before, step: 50) {
                let middle = expected(before, first)
                let list = RowList(before).applying(first)
                for second in edits(of: middle, step: 7) {
                    let after = list.applying(second)
                    let right = expected(middle, second)
                    if Array(after) != right
                        || right.map({ after.index(of: $0) }) != right.indices.map(\.self)
                        || !after.hasSoundStructure || Array(list) != middle
                    {
                        Issue.record("\(before) by \(first) and \(second) gave \(Array(after))")
                    }
                }
            }
        }
    }

    /// Every edit that removes some rows and adds at most one to each gap.
    private func edits(of before: [RowEntry], step: UInt64) -> [RowListEdit] {
        let length = before.count
        return (0..<(1 << length)).flatMap { leaving in
            (0..<(1 << (length + 1))).map { arriving in
                RowListEdit(
                    leaving: (0..<length).filter { leaving & 1 << $0 != 0 },
                    arriving: (0...length).filter { arriving & 1 << $0 != 0 }.map { gap in
                        let code = gap < length ? before[gap].code - step : 900 - step
                        let entry = RowEntry(code: code, row: Int64(code))
                        return RowListEdit.Arrival(gap: gap, entry: entry)
                    }
                )
            }
        }
    }

    @Test(arguments: UInt64(21)...24)
    func `Long lists through many edits of one row`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var array = entries((0..<3_000).map { $0 * 1_000 })
        var list = RowList(array)
        for round in 0..<900 {
            let from = numbers.number(below: array.count)
            let code = numbers.number(below: 3_000_000)
            let entry = RowEntry(code: UInt64(code), row: Int64(code * 3_000 + round))
            let arrival = RowListEdit.Arrival(gap: list.gap(before: entry), entry: entry)
            list = list.applying(RowListEdit(leaving: [from], arriving: [arrival]))
            array.remove(at: from)
            array.insert(entry, at: array.firstIndex { entry < $0 } ?? array.count)
            #expect(list.index(of: entry) == array.firstIndex(of: entry), "seed \(seed)")
            if list.hasManyEdits, round % 3 == 0 { list = list.settled }
            guard round % 50 == 49 else { continue }
            #expect(Array(list) == array, "seed \(seed)")
            #expect(list.hasSoundStructure, "seed \(seed)")
            checkSearches(list, array, &numbers, seed)
        }
    }

    @Test(arguments: UInt64(1)...12)
    func `Long lists through many edits`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let length = [0, 1, 255, 256, 257, 5_000, 40_000][numbers.number(below: 7)]
        var array = entries((0..<length).map { $0 * 1_000 })
        var list = RowList(array)
        for _ in 0..<60 {
            let share = [3, 50, 700][numbers.number(below: 3)]
            // Sometimes a whole stretch goes, so that leaves and branches disappear.
            let gone: Range<Int> =
                numbers.chance(0.3) && !array.isEmpty
                ? {
                    let start = numbers.number(below: array.count)
                    return start..<min(array.count, start + numbers.number(below: 9_000))
                }() : 0..<0
            var leaving = Set(gone)
            for _ in 0..<numbers.number(below: share) where !array.isEmpty {
                leaving.insert(numbers.number(below: array.count))
            }
            var arriving: [RowListEdit.Arrival] = []
            for _ in 0..<numbers.number(below: share) {
                let entry = RowEntry(
                    code: UInt64(numbers.number(below: 40_000_000)),
                    row: Int64(numbers.number(below: 1 << 40))
                )
                arriving.append(RowListEdit.Arrival(gap: list.gap(before: entry), entry: entry))
            }
            arriving.sort { $0.entry < $1.entry }
            let edit = RowListEdit(leaving: leaving.sorted(), arriving: arriving)
            let next = list.applying(edit)
            var after: [RowEntry] = []
            var coming = arriving[...]
            for (index, entry) in array.enumerated() {
                while let first = coming.first, first.gap == index {
                    after.append(first.entry)
                    coming.removeFirst()
                }
                if !leaving.contains(index) { after.append(entry) }
            }
            after += coming.map(\.entry)
            #expect(Array(next) == after, "seed \(seed)")
            #expect(Array(list) == array, "seed \(seed)")
            #expect(next.hasSoundStructure, "seed \(seed)")
            array = after
            list = next
            checkSearches(list, array, &numbers, seed)
        }
    }

    private func checkSearches(
        _ list: RowList,
        _ array: [RowEntry],
        _ numbers: inout SeededNumbers,
        _ seed: UInt64
    ) {
        for _ in 0..<20 where !array.isEmpty {
            let index = numbers.number(below: array.count)
            let entry = array[index]
            #expect(list.entry(at: index) == entry, "seed \(seed)")
            #expect(list.index(of: entry) == index, "seed \(seed)")
            #expect(list.index(ofRow: entry.row, in: 0..<array.count) == index, "seed \(seed)")
            #expect(
                list.index(ofRow: entry.row, in: index + 1..<array.count) == nil,
                "seed \(seed)"
            )
            let codes = array.indices.filter { array[$0].code == entry.code }
            #expect(Array(list.range(ofCode: entry.code)) == codes, "seed \(seed)")
            let other = RowEntry(code: entry.code, row: entry.row + 1)
            #expect(list.gap(before: other) == array.count { $0 < other }, "seed \(seed)")
            let end = index + numbers.number(below: array.count - index + 1)
            #expect(list.rows(in: index..<end) == array[index..<end].map(\.row), "seed \(seed)")
        }
    }
}
