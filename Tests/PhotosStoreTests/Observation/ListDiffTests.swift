import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ListDiffTests {
    /// Every list without repetition of up to `limit` of the rows.
    private func lists(of rows: [Int64], upTo limit: Int) -> [[Int64]] {
        var all: [[Int64]] = [[]]
        var last = all
        for _ in 0..<limit {
            last = last.flatMap { list in rows.filter { !list.contains($0) }.map { list + [$0] } }
            all += last
        }
        return all
    }

    @Test func `Every pair of lists of up to five rows`() {
        let afters = lists(of: [1, 2, 3, 4, 5, 6, 7], upTo: 5)
        for length in Int64(0)...5 {
            // The names of rows do not matter, so one list before of each length will do.
            let before = Array(1..<length + 1)
            for after in afters {
                let diff = ListDiff(
                    from: before,
                    to: after,
                    changedRows: Set((before + after).filter { $0 % 2 == 0 })
                )
                let fits = check(diff, before, after)
                if !fits { Issue.record("\(before) to \(after) gave \(diff)") }
            }
        }
    }

    private func check(_ diff: ListDiff, _ before: [Int64], _ after: [Int64]) -> Bool {
        let kept = Set(before).intersection(after)
        let inserted = diff.inserted.map { after[$0] }
        return diff.removed.map { before[$0] } == before.filter { !kept.contains($0) }
            && inserted == after.filter { !kept.contains($0) }
            && diff.changed.map { after[$0] } == after.filter { kept.contains($0) && $0 % 2 == 0 }
            && diff.applied(to: before, inserting: inserted) == after
            && (diff.moves.isEmpty || diff.moves.count == fewestMoves(before, after, kept))
    }

    /// By trying every set of rows that could stay.
    private func fewestMoves(_ before: [Int64], _ after: [Int64], _ kept: Set<Int64>) -> Int {
        // The list after removals and insertions.
        var rest = before.filter(kept.contains).makeIterator()
        let middle = after.map { kept.contains($0) ? rest.next() ?? 0 : $0 }
        let rows = Array(kept)
        var most = 0
        for choice in 0..<(1 << rows.count) {
            let moved = Set(rows.indices.filter { choice & 1 << $0 == 0 }.map { rows[$0] })
            if middle.filter({ !moved.contains($0) }) == after.filter({ !moved.contains($0) }) {
                most = max(most, rows.count - moved.count)
            }
        }
        return rows.count - most
    }

    @Test(arguments: UInt64(1)...20)
    func `Long lists`(seed: UInt64) {
        var generator = SeededNumbers(seed: seed)
        let before = (Int64(0)..<500).shuffled(using: &generator)
        var after = before
        for _ in 0..<generator.number(below: 30) {
            after.remove(at: generator.number(below: after.count))
        }
        for _ in 0..<generator.number(below: 20) {
            let row = after.remove(at: generator.number(below: after.count))
            after.insert(row, at: generator.number(below: after.count))
        }
        for row in Int64(500)..<Int64(500 + generator.number(below: 30)) {
            after.insert(row, at: generator.number(below: after.count))
        }
        let diff = ListDiff(from: before, to: after, changedRows: [])
        let inserted = diff.inserted.map { after[$0] }
        #expect(diff.applied(to: before, inserting: inserted) == after, "seed \(seed)")
    }
}
