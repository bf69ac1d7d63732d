import Synchronization

/// The results in memory, by plan, so that the same fetch need not be repeated.
///
/// There are weak references only. The mutexes guard them.
final class HeldResults: Sendable {
    private let held = Mutex<[FetchPlan: Entry]>([:])
    /// The results of plans that are not memorable, oldest first.
    private let others = Mutex<[Entry]>([])

    private struct Entry: Sendable {
        weak let result: FetchSnapshot?

        init(_ result: FetchSnapshot) { self.result = result }
    }

    private let everHeldAlbums = Atomic<Bool>(false)

    /// The number of entries of released results that a read of the tables passes over without removing them.
    private static let passedOver = 64

    /// Whether any result is held.
    var areHeld: Bool {
        let isOtherHeld = others.withLock { others in
            let count = others.count
            let dead = others.reversed().prefix { $0.result == nil }.count
            if dead > Self.passedOver { others.removeAll { $0.result == nil } }
            return dead < count
        }
        return isOtherHeld
            || held.withLock { held in
                let count = held.count
                let dead = held.values.prefix { $0.result == nil }.count
                if dead > Self.passedOver { held = held.filter { $0.value.result != nil } }
                return dead < count
            }
    }

    /// The albums of the results that are held.
    var albums: Set<Int64> {
        guard everHeldAlbums.load(ordering: .relaxed) else { return [] }
        return held.withLock { held in
            Set(
                held.compactMap { plan, entry in
                    guard case .members(let album) = plan.scope, entry.result != nil else {
                        return nil
                    }
                    return album
                }
            )
        }
    }

    func result(of plan: FetchPlan) -> FetchSnapshot? {
        guard plan.isMemorable else { return nil }
        return held.withLock { $0[plan]?.result }
    }

    /// Records a result, which replaces earlier results of the same plan.
    func storeResult(_ result: FetchSnapshot) {
        if case .members = result.plan.scope { everHeldAlbums.store(true, ordering: .relaxed) }
        guard result.plan.isMemorable else {
            others.withLock { others in
                // As below, entries of released results are removed before the list grows.
                if others.count >= others.capacity { others.removeAll { $0.result == nil } }
                others.append(Entry(result))
            }
            return
        }
        held.withLock { held in
            if let other = held[result.plan]?.result, other.readScope == result.readScope,
                other.sequence > result.sequence
            {
                return
            }
            held[result.plan] = Entry(result)
            // Whenever the table is full, entries of released results are removed before it grows.
            if held.count >= held.capacity - 1 { held = held.filter { $0.value.result != nil } }
        }
    }
}
