import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Edits described by their numbers must lead from the list before to the list after, as comparing both does.
@Suite(.permit) struct ListDiffEditTests {
    /// What happens to a row of the list before.
    private enum Fate: Int, CaseIterable {
        case stays, changes, leaves, moves
    }

    private func check(
        _ before: [Int64],
        _ fates: [Fate],
        arrivals: [(gap: Int, from: Int?)]
    ) -> String? {
        let leaving = fates.indices.filter { fates[$0] == .leaves }
        let staying = fates.indices.filter { fates[$0] == .changes }
        let rows = arrivals.indices.map { order in
            arrivals[order].from.map { before[$0] } ?? Int64(1_000 + order)
        }
        var after: [Int64] = []
        for index in 0...before.count {
            after += arrivals.indices.filter { arrivals[$0].gap == index }.map { rows[$0] }
            if index < before.count, fates[index] == .stays || fates[index] == .changes {
                after.append(before[index])
            }
        }
        let diff = ListDiff(
            leaving: leaving,
            arriving: arrivals.map { ListDiff.Arrival(gap: $0.gap, from: $0.from) },
            staying: staying,
            arrivalsChanged: arrivals.indices.filter { arrivals[$0].from != nil }
        )
        let inserted = diff.inserted.map { after[$0] }
        let moved = Set(arrivals.compactMap(\.from).map { before[$0] })
        let right =
            diff.removed.map { before[$0] } == leaving.map { before[$0] }
            && inserted == after.filter { $0 >= 1_000 }
            && Set(diff.changed.map { after[$0] }) == moved.union(staying.map { before[$0] })
            && diff.applied(to: before, inserting: inserted) == after
        return right ? nil : "\(before) to \(after) gave \(diff)"
    }

    @Test func `Every fate of up to four rows, at every place`() {
        for length in 0...4 {
            let before = Array(Int64(1)..<Int64(length + 1))
            for number in 0..<(1 << (2 * length)) {
                let fates = (0..<length).map { Fate(rawValue: number >> (2 * $0) & 3) ?? .stays }
                let moving = fates.indices.filter { fates[$0] == .moves }
                for inserted in 0...2 where moving.count + inserted <= 4 {
                    let coming = moving.map(Optional.some) + Array(repeating: nil, count: inserted)
                    for order in permutations(coming.count) {
                        for gaps in risingGaps(coming.count, upTo: length) {
                            let arrivals = zip(gaps, order).map { (gap: $0, from: coming[$1]) }
                            if let fault = check(before, fates, arrivals: arrivals) {
                                Issue.record("\(fault)")
                            }
                        }
                    }
                }
            }
        }
    }

    private func permutations(_ count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return permutations(count - 1).flatMap { shorter in
            (0..<count).map { index in
                var longer = shorter
                longer.insert(count - 1, at: index)
                return longer
            }
        }
    }

    private func risingGaps(_ count: Int, upTo most: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return risingGaps(count - 1, upTo: most).flatMap { gaps in
            ((gaps.last ?? 0)...most).map { gaps + [$0] }
        }
    }

    @Test(arguments: UInt64(1)...30)
    func `Long lists`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let before = (Int64(0)..<400).map { $0 }
        let fates = before.map { _ in
            numbers.chance(0.8) ? Fate.stays : Fate.allCases[numbers.number(below: 4)]
        }
        var arrivals = fates.indices.filter { fates[$0] == .moves }.map {
            (gap: numbers.chance(0.3) ? $0 : numbers.number(below: 401), from: Optional($0))
        }
        for _ in 0..<numbers.number(below: 60) {
            arrivals.append((numbers.number(below: 401), nil))
        }
        arrivals.shuffle(using: &numbers)
        arrivals.sort { $0.gap < $1.gap }
        let fault = check(before, fates, arrivals: arrivals)
        #expect(fault == nil, "seed \(seed): \(fault ?? "")")
    }

    /// The first rows of a list, as one sees them who sees no others.
    @Test(arguments: UInt64(1)...60)
    func `Edits of a list of which the first rows are seen`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<200 {
            let count = numbers.number(below: 14)
            let before = (0..<count).map(Int64.init)
            let fates = before.map { _ in Fate.allCases[numbers.number(below: 4)] }
            var arrivals = fates.indices.filter { fates[$0] == .moves }.map {
                (gap: numbers.number(below: count + 1), from: Optional($0))
            }
            for _ in 0..<numbers.number(below: 4) {
                arrivals.append((numbers.number(below: count + 1), nil))
            }
            arrivals.shuffle(using: &numbers)
            arrivals.sort { $0.gap < $1.gap }
            let changed = arrivals.indices.filter { arrivals[$0].from != nil }
            var after: [Int64] = []
            for index in 0...count {
                for order in arrivals.indices where arrivals[order].gap == index {
                    after.append(arrivals[order].from.map { before[$0] } ?? Int64(1_000 + order))
                }
                if index < count, fates[index] == .stays || fates[index] == .changes {
                    after.append(before[index])
                }
            }
            let limit = numbers.number(below: 12) + 1
            let (old, new) = (Array(before.prefix(limit)), Array(after.prefix(limit)))
            let diff = ListDiff(
                ListDiff.Edit(
                    leaving: fates.indices.filter { fates[$0] == .leaves },
                    arriving: arrivals.map { ListDiff.Arrival(gap: $0.gap, from: $0.from) },
                    arrivalsChanged: changed,
                    staying: fates.indices.filter { fates[$0] == .changes }
                ),
                count: count,
                before: old.count,
                after: new.count
            )
            let kept = Set(old).intersection(new)
            let touched = kept.filter { fates[Int($0)] == .changes || fates[Int($0)] == .moves }
            #expect(
                diff.removed.map { old[$0] } == old.filter { !kept.contains($0) },
                "seed \(seed)"
            )
            let inserted = diff.inserted.map { new[$0] }
            #expect(inserted == new.filter { !kept.contains($0) }, "seed \(seed)")
            #expect(Set(diff.changed.map { new[$0] }) == touched, "seed \(seed)")
            #expect(diff.applied(to: old, inserting: inserted) == new, "seed \(seed)")
        }
    }

    @Test func `A row that keeps its place is not moved`() {
        let diff = ListDiff(
            leaving: [],
            arriving: [.init(gap: 2, from: 1), .init(gap: 5, from: 2)],
            staying: [],
            arrivalsChanged: [0, 1]
        )
        #expect(diff.moves.map { [$0.from, $0.to] } == [[2, 4]])
        #expect(Array(diff.changed) == [1, 4])
    }
}
