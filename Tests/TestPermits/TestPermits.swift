import Foundation
import Synchronization

/// The permits of this process.
///
/// The mutex guards the number of free permits and the waiting tests.
final class TestPermits: Sendable {
    static let ofProcess = TestPermits(environment: ProcessInfo.processInfo.environment)

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The state of the generator that chooses the next test; nil chooses the test that has waited longest.
        var random: UInt64?
    }

    private let state: Mutex<State>

    init(count: Int, seed: UInt64? = nil) {
        precondition(count > 0, "Tests need at least one permit.")
        state = Mutex(State(free: count, random: seed))
    }

    convenience init(environment: [String: String]) {
        self.init(
            count: Self.number("PHOTOKIT_TESTS_AT_ONCE", in: environment)
                ?? 2 * ProcessInfo.processInfo.activeProcessorCount,
            seed: Self.number("PHOTOKIT_TEST_SEED", in: environment)
        )
    }

    private static func number<Number: FixedWidthInteger>(
        _ name: String,
        in environment: [String: String]
    ) -> Number? {
        guard let text = environment[name] else { return nil }
        guard let number = Number(text) else {
            preconditionFailure("The variable \(name) is \"\(text)\", and must be a number.")
        }
        return number
    }

    /// How many tests wait for a permit.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let mayBegin = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if mayBegin { continuation.resume() }
        }
    }

    func release() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.remove(at: Self.nextIndex(&state))
        }
        next?.resume()
    }

    private static func nextIndex(_ state: inout State) -> Int {
        guard let seed = state.random else { return 0 }
        // The step of a linear congruential generator, with Knuth's constants for MMIX.
        let next = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        state.random = next
        return Int((next >> 33) % UInt64(state.waiting.count))
    }
}
