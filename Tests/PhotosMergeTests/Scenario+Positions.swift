import MergeWorlds
import PhotosMerge

extension Scenario {
    /// Runs of two members in one gap.
    private static func runs(_ rules: MergeRules) -> [[ListPosition]] {
        [Sample.a, Sample.b].compactMap { member in
            var maker = RunMaker(Dot(member, 1))
            return rules.positions(3, after: nil, before: nil, by: &maker)
        }
    }

    static let positions = [
        Scenario(
            "two machines that fill one gap make no equal positions",
            wrong: .positionsWithoutTag
        ) { rules in
            let runs = runs(rules)
            return Set(runs[0]).isDisjoint(with: runs[1])
        },
        Scenario(
            "what two machines put into one gap does not interleave",
            wrong: .positionsWithIndexFirst
        ) { rules in
            let runs = runs(rules)
            return runs[0][2] < runs[1][0] || runs[1][2] < runs[0][0]
        },
        Scenario(
            "a place in a gap is not the beginning of the next position",
            wrong: .positionMayBeginNext
        ) { rules in
            let low = try ListPosition(bytes: [0x80, 0, 0, 0, 0, 0, 0, 5, 0xFF, 0xFF])
            let high = try ListPosition(bytes: [0x80, 0, 0, 0, 0, 0, 0, 6, 0, 2])
            var maker = RunMaker(Dot(MemberID(UniqueID(high: .max, low: 0)), 1))
            let positions = rules.positions(2, after: low, before: high, by: &maker) ?? []
            return positions.count == 2 && positions.allSatisfy { low < $0 && $0 < high }
        },
    ]
}
