import MergeWorlds
import PhotosMerge

extension Scenario {
    static let registers = [
        Scenario(
            "equal stamps with different values give one value",
            wrong: .equalStampsKeepFirst
        ) { rules in
            let stamp = Sample.stamp(5, Sample.a)
            let contents = [Sample.value(1, stamp).content, Sample.value(2, stamp).content]
            return Sample.union(contents, rules) == Sample.union(contents.reversed(), rules)
        },
        Scenario(
            "values of one time are ordered by their members",
            wrong: .stampsIgnoreMember,
            .firstArrivalStays,
            .lastArrivalStays
        ) { rules in
            let contents = [Sample.a, Sample.b].map {
                Sample.value(UInt8($0.id.high), Sample.stamp(5, $0)).content
            }
            return Sample.union(contents, rules) == contents[1]
                && Sample.union(contents.reversed(), rules) == contents[1]
        },
        Scenario(
            "numbers of blocks do not decide between values",
            wrong: .stampsCompareNumbers
        ) { rules in
            let late = Sample.value(1, Sample.stamp(9, Sample.a, 1)).content
            let early = Sample.value(2, Sample.stamp(5, Sample.b, 7)).content
            return rules.merged(late, early) == late && rules.merged(early, late) == late
        },
        Scenario(
            "the greater date wins whoever wrote it",
            wrong: .maximumByStamp
        ) { rules in
            let key = RegisterKey(.assetModified, of: Sample.asset)
            let great = Sample.value(9, Sample.stamp(5, Sample.a), key).content
            let small = Sample.value(2, Sample.stamp(7, Sample.b), key).content
            return rules.merged(great, small) == great && rules.merged(small, great) == great
        },
        Scenario(
            "what a person says outweighs a later word of a file",
            wrong: .stampsIgnoreClass
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1))
            story.act(.describe(1, 1), on: 1)
            story.act(.read(1, 2), on: 2)
            story.sendAll()
            let values = story.asset(1)?.values[.caption]
            return story.isWhole() && values == [1]
        },
        Scenario(
            "a file that is read over a person's word has its class",
            wrong: .classIsOwn
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1), .describe(1, 1))
            story.act(.read(1, 2), on: 1)
            return story.isWhole()
        },
        Scenario(
            "a change wins over what it replaces, whatever the clocks say",
            wrong: .timeIsOwnClock
        ) { rules in
            var world = World(machineCount: 2, rules: rules)
            world.setClockError(300_000_000, on: 0)
            world.act(.makeAsset(1), on: 0)
            world.act(.rate(1, 1), on: 0)
            world.deliverAll()
            world.act(.rate(1, 2), on: 1)
            world.deliverAll()
            world.checkEnd()
            return world.violations.isEmpty
        },
    ]

    static let sets = [
        Scenario(
            "a removal covers what it had seen, and nothing else",
            wrong: .removalsIgnored,
            .removalsCoverAll,
            .coverageIsStrict,
            .coverageIsOneTooMany,
            .presenceByStamp
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1), .makeFolder(1, in: Act.root), .add(1, to: 1))
            story.act(.remove(1, from: 1), on: 1)
            story.sendAll()
            guard !story.has(1, in: 1, on: 2) else { return false }
            // One adds the photo again; another, who has not seen that, removes it once more.
            story.act(.add(1, to: 1), on: 0)
            story.send(from: 0, to: 1)
            story.act(.add(1, to: 1), on: 2)
            story.act(.remove(1, from: 1), on: 1)
            story.sendAll()
            return story.has(1, in: 1) && story.isWhole()
        },
        Scenario(
            "removals of two machines cover what either had seen",
            wrong: .removalVectorsReplaced
        ) { rules in
            let key = RegisterKey(.membership, of: Sample.pair)
            func removal(by member: MemberID, seen: Dot) -> RegisterContent {
                let stamp = Sample.stamp(9, member)
                let set = AdditionSet(removing: stamp, seen: VersionVector([seen]))
                return Register(key, set).content
            }
            let contents = [
                removal(by: Sample.b, seen: Dot(Sample.a, 1)),
                removal(by: Sample.c, seen: Dot(Sample.b, 7)),
                Register(key, AdditionSet(adding: Sample.stamp(5, Sample.a))).content,
            ]
            return Sample.union(contents, rules)
                == Sample.union([contents[2], contents[1], contents[0]], rules)
        },
        Scenario(
            "of the additions of one member the last one counts",
            wrong: .earliestAdditionKept
        ) { rules in
            let key = RegisterKey(.membership, of: Sample.pair)
            let seen = VersionVector([Dot(Sample.a, 1)])
            let contents = [
                Register(key, AdditionSet(adding: Sample.stamp(5, Sample.a, 1))).content,
                Register(key, AdditionSet(adding: Sample.stamp(8, Sample.a, 3))).content,
                Register(key, AdditionSet(removing: Sample.stamp(9, Sample.b), seen: seen)).content,
            ]
            guard case .additions(let set) = Sample.union(contents, rules) else { return false }
            return set.isPresent
        },
        Scenario(
            "the context of a block is its own, and not that of its packet",
            wrong: .removalUsesLaterVector
        ) { rules in
            var world = World(machineCount: 3, rules: rules)
            world.sendsEachBlock = false
            for act in [Act.makeAsset(1), .makeFolder(1, in: Act.root), .add(1, to: 1)] {
                world.act(act, on: 0)
            }
            world.deliverAll()
            world.act(.remove(1, from: 1), on: 1)
            world.act(.remove(1, from: 1), on: 2)
            world.act(.add(1, to: 1), on: 2)
            world.deliver(from: 2, to: 1)
            world.deliverAll()
            world.checkEnd()
            return world.violations.isEmpty
        },
        Scenario(
            "a removal covers the author's own additions",
            wrong: .removalOmitsOwnAdditions
        ) { rules in
            var story = Story(rules)
            story.begin(.makeAsset(1), .makeFolder(1, in: Act.root), .add(1, to: 1))
            story.act(.remove(1, from: 1), on: 0)
            return !story.has(1, in: 1) && story.isWhole()
        },
        Scenario(
            "a photo that is moved in its album does not come back after a removal",
            wrong: .moveAddsPhoto
        ) { rules in
            var story = Story(rules)
            story.begin(
                .makeAsset(1),
                .makeAsset(2),
                .makeFolder(1, in: Act.root),
                .add(1, to: 1),
                .add(2, to: 1)
            )
            story.act(.reorder(2, in: 1), on: 1)
            story.act(.remove(2, from: 1), on: 2)
            story.sendAll()
            return !story.has(2, in: 1) && story.isWhole()
        },
    ]
}
