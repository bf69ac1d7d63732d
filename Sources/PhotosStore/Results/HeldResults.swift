import Synchronization

/// The results in memory, by plan, so that the same fetch need not be repeated.
///
/// The table has weak references only. The mutex guards it.
final class HeldResults: Sendable {
    private let held = Mutex<[FetchPlan: Entry]>([:])

    private struct Entry: Sendable {
        weak let result: FetchSnapshot?

        init(_ result: FetchSnapshot) { self.result = result }
    }

    private let everHeld = Atomic<Bool>(false)
    private let everHeldAlbums = Atomic<Bool>(false)

    /// Whether any result was ever held.
    var areHeld: Bool { everHeld.load(ordering: .relaxed) }
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
    func keep(_ result: FetchSnapshot) {
        everHeld.store(true, ordering: .relaxed)
        if case .members = result.plan.scope { everHeldAlbums.store(true, ordering: .relaxed) }
        guard result.plan.isMemorable else { return }
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
