import Foundation
import Synchronization

/// An active request that can be cancelled.
protocol ActiveRequest: AnyObject, Sendable {
    func cancel()
}

/// The active requests of this process, by number.
///
/// The mutex guards the requests.
final class ActiveRequests: Sendable {
    static let shared = ActiveRequests()

    private let state = Mutex<(last: Int32, active: [Int32: any ActiveRequest])>((0, [:]))

    /// Returns a number that no active request has.
    func nextNumber() -> Int32 {
        state.withLock { state in
            repeat {
                state.last = state.last == .max ? 1 : state.last + 1
            } while state.active[
                state.last
            ] != nil
            return state.last
        }
    }

    func addRequest(_ request: any ActiveRequest, number: Int32) {
        state.withLock { $0.active[number] = request }
    }

    func remove(_ number: Int32) {
        _ = state.withLock { $0.active.removeValue(forKey: number) }
    }

    func cancel(_ number: Int32) { state.withLock { $0.active[number] }?.cancel() }
}
