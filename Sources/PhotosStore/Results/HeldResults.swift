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

    func result(of plan: FetchPlan) -> FetchSnapshot? {
        held.withLock { $0[plan]?.result }
    }

    /// The latest result of a plan takes the place of earlier ones.
    func keep(_ result: FetchSnapshot) {
        held.withLock { held in
            held[result.plan] = Entry(result)
            // Each time the table has doubled, those that are gone leave it.
            if held.count >= held.capacity - 1 { held = held.filter { $0.value.result != nil } }
        }
    }
}
