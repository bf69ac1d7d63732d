import MergeWorlds
import PhotosMerge

extension Scenario {
    /// Two assets, the first in an album, and acts of machines that do not see each other.
    private static func story(
        _ rules: MergeRules,
        _ acts: (machine: Int, act: Act)...
    ) -> Story {
        var story = Story(rules)
        story.begin(
            .makeAsset(1),
            .makeAsset(2),
            .makeFolder(1, in: Act.root),
            .makeFolder(2, in: Act.root),
            .add(1, to: 1)
        )
        for (machine, act) in acts { story.act(act, on: machine) }
        story.sendAll()
        return story
    }

    static let assets = [
        Scenario(
            "two merges of duplicates at once leave a copy outside of Recently Deleted",
            wrong: .keptIgnored,
            .keptMayBeGone
        ) { rules in
            var story = story(
                rules,
                (1, .trashKeeping(1, kept: 2)),
                (2, .trashKeeping(2, kept: 1))
            )
            let outside = [1, 2].filter { story.asset($0)?.isTrashed == false }
            return !outside.isEmpty && story.isWhole()
        },
        Scenario(
            "a deletion of the kept photo that had seen the merge brings no duplicate back",
            wrong: .keptMustLive
        ) { rules in
            var story = story(rules, (1, .trashKeeping(1, kept: 2)))
            story.act(.trash(2), on: 2)
            story.sendAll()
            return story.asset(1)?.isTrashed == true && story.isWhole()
        },
        Scenario(
            "a change that a purge had not seen brings the whole asset back",
            wrong: .purgeIsFinal
        ) { rules in
            var story = story(rules, (1, .purge(1)), (2, .rate(1, 2)))
            let date = story.asset(1, on: 1)?.values[.date]
            return date == [1] && story.isWhole()
        },
        Scenario(
            "trashing, and what files state, bring no purged asset back",
            wrong: .trashingRevives,
            .fileValuesRevive
        ) { rules in
            var trashed = story(rules, (1, .purge(1)), (2, .trash(1)))
            var read = story(rules, (1, .purge(1)), (2, .read(1, 5)))
            return trashed.asset(1) == nil && read.asset(1) == nil && trashed.isWhole()
                && read.isWhole()
        },
        Scenario(
            "an addition to an album, a restoring and an original bring a purged asset back",
            wrong: .additionsDoNotRevive,
            .restoringDoesNotRevive,
            .filesDoNotRevive
        ) { rules in
            var added = story(rules, (1, .purge(1)), (2, .add(1, to: 2)))
            var attached = story(rules, (1, .purge(1)), (2, .attach(1, 1)))
            var restored = story(rules, (0, .trash(1)))
            restored.act(.purge(1), on: 1)
            restored.act(.restore(1), on: 2)
            restored.sendAll()
            return added.asset(1) != nil && attached.asset(1) != nil && restored.asset(1) != nil
                && added.isWhole() && attached.isWhole() && restored.isWhole()
        },
        Scenario(
            "a photo that an album brought back stays when it leaves the album",
            wrong: .revivalNotConfirmed
        ) { rules in
            var story = story(rules, (1, .purge(1)), (2, .add(1, to: 2)))
            story.act(.remove(1, from: 2), on: 0)
            story.sendAll()
            return story.asset(1, on: 1) != nil && story.isWhole()
        },
        Scenario(
            "two originals of one role are both shown, under the same identifiers everywhere",
            wrong: .losingOriginalDropped,
            .olderFileHasRole
        ) { rules in
            var story = story(rules, (1, .attach(1, 1)), (2, .attach(1, 2)))
            let later = story.asset(1)?.files.last == WorldNames.file(2)
            return later && story.asset(111)?.files == [WorldNames.file(1)] && story.isWhole()
        },
        Scenario(
            "three originals of one role make two other assets",
            wrong: .derivedIgnoresChecksum
        ) { rules in
            var story = story(
                rules,
                (0, .attach(1, 0)),
                (1, .attach(1, 1)),
                (2, .attach(1, 2))
            )
            let derived = Set(story.asset(1)?.derived ?? [])
            return derived.count == 2 && story.isWhole()
        },
        Scenario(
            "a purge of an asset leaves the one that shows its lost original",
            wrong: .purgeLeavesDerived
        ) { rules in
            var story = story(rules, (1, .attach(1, 1)), (2, .attach(1, 2)))
            story.act(.purge(1), on: 0)
            story.sendAll()
            return story.asset(111, on: 2) != nil && story.isWhole()
        },
        Scenario(
            "all machines show the same frame of a burst, in whatever order rows are",
            wrong: .burstTiesByArrival
        ) { rules in
            let frames = [1, 2, 3].map { BurstFrame(asset: WorldNames.asset($0)) }
            return rules.representative(of: frames, choice: nil)
                == rules.representative(of: frames.reversed(), choice: nil)
        },
        Scenario(
            "a frame that a person chose represents its burst as long as it is there",
            wrong: .burstChoiceIgnored,
            .burstChoiceMayBeGone
        ) { rules in
            var story = story(rules, (0, .joinBurst(1, 0)), (0, .joinBurst(2, 0)))
            story.act(.chooseFrame(2, of: 0), on: 1)
            story.sendAll()
            let chosen = story.shown(on: 2).representatives[WorldNames.burst(0)]
            guard chosen == WorldNames.asset(2) else { return false }
            story.act(.trash(2), on: 2)
            return story.isWhole()
        },
    ]
}
