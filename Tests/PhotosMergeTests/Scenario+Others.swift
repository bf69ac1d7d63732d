import MergeWorlds
import PhotosMerge

extension Scenario {
    private static func set(_ registers: Register...) -> RegisterSet {
        var set = RegisterSet()
        for register in registers { set.store(register) }
        return set
    }

    /// The conflicts that a packet with one value makes, where another value is present.
    private static func conflicts(
        _ rules: MergeRules,
        present: Stamp,
        arriving: Stamp,
        seen: [Dot],
        contextOfPresent: VersionVector? = nil
    ) -> [MergeConflict] {
        let packet = MergePacket(
            author: arriving.member,
            blocks: arriving.number...arriving.number,
            seen: VersionVector(seen),
            registers: [Sample.value(2, arriving)]
        )
        return rules.merge(
            packet,
            present: { _ in Sample.value(1, present) },
            context: { _ in contextOfPresent }
        ).conflicts
    }

    static let others = [
        Scenario(
            "where an asset is shown follows the asset that was kept",
            wrong: .scopeForgetsKept
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1), .makeAsset(2))
            story.act(.trashKeeping(1, kept: 2), on: 1)
            story.send(from: 1, to: 0)
            story.act(.trash(2), on: 2)
            return story.isWhole()
        },
        Scenario(
            "a photo that is purged leaves its albums",
            wrong: .scopeForgetsMembers
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1), .makeFolder(1, in: Act.root), .add(1, to: 1))
            story.act(.purge(1), on: 1)
            return story.isWhole() && !story.has(1, in: 1)
        },
        Scenario(
            "a frame that leaves its burst leaves it a representative",
            wrong: .scopeForgetsOldBurst
        ) {
            rules in
            var story = Story(rules)
            story.begin(.makeAsset(1), .makeAsset(2), .joinBurst(1, 0), .joinBurst(2, 0))
            story.act(.joinBurst(1, 1), on: 1)
            return story.isWhole()
        },
        Scenario(
            "a file that loses its role is shown at once",
            wrong: .scopeForgetsDerived
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1))
            story.act(.attach(1, 1), on: 1)
            story.act(.attach(1, 2), on: 2)
            return story.isWhole()
        },
        Scenario(
            "an undo writes only what still has the stamp of its block",
            wrong: .undoIgnoresStamp
        ) { rules in
            let block = Dot(Sample.a, 3)
            let mine = Sample.value(1, Sample.stamp(5, Sample.a, 3))
            let key = RegisterKey(.caption, of: Sample.asset)
            let others = Sample.value(2, Sample.stamp(7, Sample.b, 1), key)
            let rows = set(mine, others)
            return try rules.undoable(block, [mine.key, key], in: rows) == [mine.key]
        },
        Scenario(
            "a value that its successor had seen is no conflict",
            wrong: .conflictsOfSeenValues
        ) { rules in
            let present = Sample.stamp(5, Sample.a, 4)
            let seen = conflicts(
                rules,
                present: present,
                arriving: Sample.stamp(9, Sample.b),
                seen: [Dot(Sample.a, 4)]
            )
            let unseen = conflicts(
                rules,
                present: present,
                arriving: Sample.stamp(9, Sample.b),
                seen: [Dot(Sample.a, 3)]
            )
            return seen.isEmpty && unseen.map(\.lost.value) == [[1]]
        },
        Scenario(
            "a value that arrives too late, and that nobody had seen, is a conflict",
            wrong: .conflictsMissLosers
        ) { rules in
            let arriving = Sample.stamp(4, Sample.b)
            let present = Sample.stamp(9, Sample.a, 4)
            let unseen = conflicts(
                rules,
                present: present,
                arriving: arriving,
                seen: [],
                contextOfPresent: VersionVector()
            )
            let seen = conflicts(
                rules,
                present: present,
                arriving: arriving,
                seen: [],
                contextOfPresent: VersionVector([arriving.dot])
            )
            return unseen.map(\.lost.value) == [[2]] && seen.isEmpty
        },
        Scenario(
            "what members forget at different times is in no digest",
            wrong: .digestHasGraves
        ) { rules in
            let value = Sample.value(1, Sample.stamp(5, Sample.a))
            return rules.unit(of: [value], isShown: false).isEmpty
                && !rules.unit(of: [value], isShown: true).isEmpty
        },
        Scenario(
            "a removal is forgotten when all have what it had seen, and not before",
            wrong: .gravesGoEarly
        ) { rules in
            let removal = AdditionSet(
                removing: Sample.stamp(9, Sample.b),
                seen: VersionVector([Dot(Sample.a, 1)])
            )
            let (both, removalOnly) = (
                VersionVector([Dot(Sample.a, 1), Dot(Sample.b, 1)]),
                VersionVector([Dot(Sample.b, 1)])
            )
            return rules.mayForget(removal, appliedBy: [both, both])
                && !rules.mayForget(removal, appliedBy: [both, removalOnly])
                && !rules.mayForget(removal, appliedBy: [both], isKept: true)
        },
    ]
}
