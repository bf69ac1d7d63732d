import Synchronization

/// The results that somebody holds, by plan, so that the same fetch need not be done again.
///
/// It holds none of them itself. The mutex guards the table.
final class HeldResults: Sendable {
    private let held = Mutex<[FetchPlan: Entry]>([:])

    private struct Entry: Sendable {
        weak let result: FetchSnapshot?

        init(_ result: FetchSnapshot) { self.result = result }
    }

    private let everHeld = Atomic<Bool>(false)
    private let everHeldAlbums = Atomic<Bool>(false)

    /// Whether somebody held a result at any time.
    var areHeld: Bool { everHeld.load(ordering: .relaxed) }
    /// Whether somebody held a result of an album at any time.
    var haveAlbums: Bool { everHeldAlbums.load(ordering: .relaxed) }

    func result(of plan: FetchPlan) -> FetchSnapshot? {
        guard plan.isMemorable else { return nil }
        return held.withLock { $0[plan]?.result }
    }

    /// The latest result of a plan takes the place of earlier ones.
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
            // Each time the table has doubled, those that are gone leave it.
            if held.count >= held.capacity - 1 { held = held.filter { $0.value.result != nil } }
        }
    }
}
