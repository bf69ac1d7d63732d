import MergeWorlds
import PhotosMerge
import TestPermits
import Testing

/// The small models of the design: each counts worlds in which a plausible rule fails, and none
/// for the rule that is used.
@Suite(.permit) struct ModelTests {
    @Test func `a wrong clock harms only what it touched`() throws {
        // One machine's clock is ten years ahead for one edit. Then two machines edit the same
        // photos, the second one later.
        let rules = MergeRules()
        let ahead = Sample.stamp(3_650_000, Sample.a)
        var (kept, keptByLatestOfAll) = (0, 0)
        for photo in Int64(1)...200 {
            let first = try rules.stamp(
                replacing: nil,
                origin: .person,
                in: Sample.context(Sample.b, UInt64(photo), clock: photo)
            )
            let second = try rules.stamp(
                replacing: nil,
                origin: .person,
                in: Sample.context(Sample.c, UInt64(photo), clock: 1_000 + photo)
            )
            if first < second { kept += 1 }
            // The plausible rule: later than all that was seen.
            let latest = Sample.stamp(ahead.time + photo, Sample.b)
            if latest < second { keptByLatestOfAll += 1 }
        }
        #expect(kept == 200)
        #expect(keptByLatestOfAll == 0)
    }

    @Test func `a photo that others trashed is due by the date of the block here`() {
        // The other machine's clock is six years behind, so its date would be due at once.
        let (day, now) = (86_400.0, 1_000 * 86_400.0)
        let theirs = now - 6 * 365 * day
        let date = RetentionClock.trashedDate(before: nil, isTrashed: true, block: now - day)
        #expect(now - theirs >= 30 * day)
        #expect(date.map { now - $0 < 30 * day } == true)
        #expect(RetentionClock.trashedDate(before: date, isTrashed: true, block: now) == date)
        #expect(RetentionClock.trashedDate(before: date, isTrashed: false, block: now) == nil)
    }

    @Test func `retention waits while the clock here and the remote's differ by a day`() {
        let (day, now) = (RetentionClock.day, 20_000 * RetentionClock.day)
        #expect(RetentionClock.mayPurge(clock: now, remote: now + day - 1))
        #expect(!RetentionClock.mayPurge(clock: now, remote: now - day))
        #expect(!RetentionClock.mayPurge(clock: now, remote: nil))
        #expect(!RetentionClock.mayPurge(clock: .max, remote: .min))
    }

    /// A removal that is forgotten as soon as all have it lets an addition back that arrives later.
    @Test func `tombstones go when all have what they had seen`() {
        func isPresentAfterLateAddition(_ rules: MergeRules) -> Bool {
            let addition = AdditionSet(adding: Sample.stamp(1, Sample.a))
            let removal = AdditionSet(
                removing: Sample.stamp(2, Sample.b),
                seen: VersionVector([Dot(Sample.a, 1)])
            )
            let all = VersionVector([Dot(Sample.a, 1), Dot(Sample.b, 1)])
            let late = VersionVector([Dot(Sample.b, 1)])
            let isForgotten = rules.mayForget(removal, appliedBy: [all, all, late])
            return (isForgotten ? addition : rules.merged(removal, addition)).isPresent
        }
        #expect(!isPresentAfterLateAddition(MergeRules()))
        #expect(isPresentAfterLateAddition(MergeRules(wrong: .gravesGoEarly)))
    }

    @Test func `an edit that a purge had not seen brings the whole asset to all machines`() {
        // Every order in which three machines get each other's packets.
        for order in 0..<64 {
            var world = World(machineCount: 3)
            world.act(.makeAsset(1), on: 0)
            world.deliverAll()
            world.act(.rate(1, 2), on: 1)
            world.act(.purge(1), on: 2)
            for step in 0..<6 {
                let pairs = [(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)]
                let pair = pairs[(step * 5 + order) % 6]
                if order >> step & 1 == 0 { world.deliver(from: pair.0, to: pair.1) }
            }
            world.deliverAll()
            world.checkEnd()
            #expect(world.violations.isEmpty)
            let asset = world.machines[2].shown.assets[WorldNames.asset(1)] ?? nil
            #expect(asset?.values[.date] == [1] && asset?.values[.rating] == [2])
        }
    }

    @Test func `two machines that merge duplicates lose no photo, whatever each keeps`() {
        var lostByPlainTrash = 0
        for kept in 1...3 {
            for otherKept in 1...3 {
                for (rules, isPlain) in [
                    (MergeRules(), false), (MergeRules(wrong: .keptIgnored), true),
                ] {
                    var story = Story(rules)
                    story.begin(.makeAsset(1), .makeAsset(2), .makeAsset(3))
                    for number in 1...3 where number != kept {
                        story.act(.trashKeeping(number, kept: kept), on: 1)
                    }
                    for number in 1...3 where number != otherKept {
                        story.act(.trashKeeping(number, kept: otherKept), on: 2)
                    }
                    story.sendAll()
                    let isLost = (1...3).allSatisfy { story.asset($0)?.isTrashed == true }
                    if isPlain { lostByPlainTrash += isLost ? 1 : 0 } else { #expect(!isLost) }
                }
            }
        }
        #expect(lostByPlainTrash == 6)
    }

    @Test func `one asset of these bytes is known by its creation, in any order of arrival`() {
        // Which of three authors knew which asset. Joining in pairs, as creations arrive, depends
        // on the order.
        let flagged = [Creation(knewBytes: false), Creation(knewBytes: true)]
        for creation in flagged { #expect(Creation(value: creation.value) == creation) }
        #expect(Creation(value: []) == nil && Creation(value: [2]) == nil)
        var story = Story(MergeRules())
        story.act(.makeAsset(1), on: 0)
        story.act(.makeAsset(2), on: 1)
        let isWhole = story.isWhole()
        #expect(isWhole)
        // Until aliases exist, nothing is joined.
        #expect(story.asset(1)?.knewBytes == false && story.asset(2)?.knewBytes == false)
    }

    @Test func `runs of two machines stay apart, between all neighbours`() throws {
        var random = WorldRandom(seed: 7)
        let rules = MergeRules()
        for _ in 0..<150 {
            var maker = RunMaker(Dot(Sample.c, 1))
            let base = try #require(rules.positions(4, after: nil, before: nil, by: &maker))
            var lists = [base, base]
            var runs: [[ListPosition]] = []
            for member in 0..<2 {
                for block in 1...(1 + random.below(3)) {
                    let at = random.below(lists[member].count + 1)
                    let low = at > 0 ? lists[member][at - 1] : nil
                    let high = at < lists[member].count ? lists[member][at] : nil
                    var maker = RunMaker(Dot(WorldNames.member(member), UInt64(block)))
                    let count = 1 + random.below(4)
                    let run = try #require(
                        rules.positions(count, after: low, before: high, by: &maker)
                    )
                    #expect(zip(run, run.dropFirst()).allSatisfy { $0 < $1 })
                    if let low, let first = run.first { #expect(low < first) }
                    if let high, let last = run.last { #expect(last < high) }
                    lists[member] = (lists[member] + run).sorted()
                    runs.append(run)
                    if member == 1 {
                        // A run of the other machine lies before or behind, never inside.
                        for other in Set(lists[0]).subtracting(base) where run.count > 1 {
                            #expect(other < run[0] || run[run.count - 1] < other)
                        }
                    }
                }
            }
            #expect(Set(runs.joined()).count == runs.joined().count)
        }
    }

    @Test func `positions that grow too long are refused, and none are equal to a neighbour`() {
        let rules = MergeRules()
        var maker = RunMaker(Dot(Sample.a, 1))
        guard var high = rules.positions(1, after: nil, before: nil, by: &maker)?.first else {
            return
        }
        var insertions = 0
        var low: ListPosition?
        // Each pair of photos goes between the two of the pair before: the worst case.
        while let run = rules.positions(2, after: low, before: low == nil ? nil : high, by: &maker),
            insertions < 100
        {
            (low, high) = (run[0], run[1])
            insertions += 1
        }
        #expect((8..<100).contains(insertions))
    }
}
