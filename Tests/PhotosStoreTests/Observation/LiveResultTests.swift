import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Results brought forward must be what the same fetch gives, and their diffs must say how.
@Suite(.permit) struct LiveResultTests {
    @Test(arguments: UInt64(11)...16)
    func `Results brought forward are what a fetch gives`(seed: UInt64) throws {
        let clock = TestClock()
        let library = try Library.temporary(seed: seed, clock: clock)
        var blocks = BlockGenerator(library, seed: seed)
        try blocks.populate()
        var plans = try LivePlans.all(library, blocks, now: clock.now)
        var recorded = RecordedStates()
        var lists: [FetchPlan: [Int64: [Int64]]] = [:]
        var held: [FetchPlan: Held] = [:]
        var stale: [FetchPlan: Held] = [:]
        var steps = 0
        for number in 0..<400 {
            clock.advance(seconds: 1)
            _ = try blocks.commit()
            try recorded.record(library)
            let current = recorded.latest
            if number == 200 { plans = try LivePlans.all(library, blocks, now: clock.now) }
            for plan in plans {
                let fresh = try library.records.fetch(plan, anew: true)
                lists[plan, default: [:]][current] = fresh.rows.array
                let check = Check(
                    library: library,
                    recorded: recorded,
                    lists: lists[plan] ?? [:],
                    seed: seed
                )
                if let old = held[plan], old.sequence < current {
                    held[plan] = try check.forward(old, to: current)
                    steps += 1
                } else if held[plan] == nil {
                    held[plan] = Held(fresh, current)
                }
                guard let old = stale[plan] else {
                    stale[plan] = Held(fresh, current)
                    continue
                }
                guard old.sequence < current, blocks.generator.chance(0.15) else { continue }
                // Somewhere on the way first, sometimes, then the rest.
                let middle = Int64.random(in: old.sequence...current, using: &blocks.generator)
                let next = try middle > old.sequence ? check.forward(old, to: middle) : old
                steps += 1
                stale[plan] =
                    blocks.generator.chance(0.3)
                    ? Held(fresh, current)
                    : next.sequence < current ? try check.forward(next, to: current) : next
            }
        }
        #expect(steps > 3_000, "Too little was brought forward to prove anything.")
    }

    /// A result and the place of the log that it is known to be right for.
    struct Held {
        var snapshot: FetchSnapshot
        var sequence: Int64

        init(_ snapshot: FetchSnapshot, _ sequence: Int64) {
            self.snapshot = snapshot
            self.sequence = sequence
        }
    }

    struct Check {
        let library: Library
        let recorded: RecordedStates
        /// What a fetch of the plan gave at each place.
        let lists: [Int64: [Int64]]
        let seed: UInt64

        func forward(_ held: Held, to sequence: Int64) throws -> Held {
            let plan = held.snapshot.plan
            let change = try library.records.forward(held.snapshot, to: sequence)
            let before = held.snapshot.rows.array
            // Plans that are fetched again are compared with the present.
            let isAtPresent = !plan.isIncremental && (change != nil || lists[sequence] != before)
            let end = isAtPresent ? recorded.latest : sequence
            let expected = try #require(lists[end], "seed \(seed)")
            let context: Comment = "seed \(seed), \(held.sequence) to \(sequence), \(plan)"
            let touched = changedRows(plan.entity, before, expected, from: held.sequence, to: end)
            guard let change else {
                #expect(before == expected, context)
                #expect(touched.isEmpty, context)
                return Held(held.snapshot, sequence)
            }
            #expect(change.after.rows.array == expected, context)
            #expect(change.after.sequence == end, context)
            let diff = try #require(change.diff, context)
            #expect(!diff.isEmpty, context)
            let inserted = diff.inserted.map { expected[$0] }
            if change.after.rows.array == expected {
                #expect(diff.applied(to: before, inserting: inserted) == expected, context)
                #expect(Set(diff.changed.map { expected[$0] }) == touched, context)
            }
            return Held(change.after, end)
        }

        /// The rows in both lists whose own fields differ.
        private func changedRows(
            _ entity: Entity,
            _ before: [Int64],
            _ after: [Int64],
            from start: Int64,
            to end: Int64
        ) -> Set<Int64> {
            let (old, new) = (recorded[start], recorded[end])
            return Set(before).intersection(after).filter { row in
                switch entity {
                case .asset: old?.assets[row] != new?.assets[row]
                // Where a collection stands is no property of its own.
                case .collection:
                    old?.collections[row]?.elsewhere != new?.collections[row]?.elsewhere
                }
            }
        }
    }
}

extension CollectionRecord {
    /// The same without its place.
    fileprivate var elsewhere: CollectionRecord {
        var record = self
        record.parent = nil
        record.position = nil
        return record
    }
}

/// Plans of every kind that an application has.
enum LivePlans {
    static func all(_ library: Library, _ blocks: BlockGenerator, now: Date) throws -> [FetchPlan] {
        let albums = try library.records.rows(of: blocks.albums, in: .collection).values.sorted()
        let folder = try library.records.rows(of: blocks.folders, in: .collection).values.min() ?? 1
        let asset = try library.records.rows(of: blocks.assets, in: .asset).values.min() ?? 1
        let visible = Condition.visible(includeHidden: false, includeAllBurst: false, sources: .all)
        let withHidden = Condition.visible(
            includeHidden: true,
            includeAllBurst: true,
            sources: .all
        )
        let byDate = FetchPlan.SortTerm(.asset(.creationDate))
        let byTitle = FetchPlan.SortTerm(.collection(.title), ascending: false)
        let favorite = Condition.field(.asset(.isFavorite), .equal, .integer(1))
        let isAlbum = Condition.field(.collection(.kind), .equal, .integer(1))
        func children(_ row: Int64) -> FetchPlan {
            FetchPlan(
                .collections,
                filter: .field(.collection(.parent), .equal, .integer(row)),
                order: [FetchPlan.SortTerm(.collection(.position))]
            )
        }
        var plans = [
            FetchPlan(.assets, filter: visible, order: [byDate]),
            FetchPlan(
                .assets,
                filter: .all([visible, favorite]),
                order: [FetchPlan.SortTerm(.asset(.modificationDate), ascending: false)]
            ),
            FetchPlan(
                .assets,
                filter: visible,
                order: [
                    FetchPlan.SortTerm(.asset(.caption)),
                    FetchPlan.SortTerm(.asset(.creationDate), ascending: false),
                ]
            ),
            FetchPlan(.assets, filter: visible, order: [byDate], limit: 5),
            FetchPlan(
                .assets,
                filter: withHidden,
                order: [FetchPlan.SortTerm(.rowID, ascending: false)]
            ),
            FetchPlan(.assets, filter: .trashed),
            FetchPlan(
                .assets,
                filter: .all([visible, .not(.field(.asset(.caption), .equal, .text("a")))])
            ),
            FetchPlan(.collections, filter: isAlbum, order: [byTitle]),
            FetchPlan(
                .collections,
                filter: .all([isAlbum, .field(.memberCount, .greater, .integer(3))])
            ),
            FetchPlan(.parent(of: albums.first ?? 1)),
            FetchPlan(.collectionsContaining(asset: asset), order: [byTitle]),
            children(1), children(folder),
        ]
        for album in [SmartAlbum.userLibrary, .allHidden, .recentlyAdded] {
            let base = album.showsHidden ? withHidden : visible
            plans.append(FetchPlan(.assets, filter: .all([base, album.condition(now: now)])))
        }
        for album in albums.prefix(3) {
            plans.append(
                FetchPlan(
                    .members(album: album),
                    filter: visible,
                    order: [FetchPlan.SortTerm(.memberPosition)]
                )
            )
        }
        if let album = albums.last {
            plans.append(FetchPlan(.members(album: album), filter: visible, order: [byDate]))
            plans.append(FetchPlan(.members(album: album), filter: .all([withHidden, favorite])))
        }
        return plans
    }
}
