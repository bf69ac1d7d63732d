import PhotosBase
import TransferRules

/// Tries of a step that may be repeated.
struct Retrying: Sendable {
    let patience: Double

    /// Runs a step until it succeeds, or fails for good.
    ///
    /// - Parameter step: A step that changes nothing when it is repeated.
    /// - Returns: The result of the step.
    /// - Throws: The failure of the last try.
    func run<Value: Sendable>(_ step: () async throws -> Value) async throws -> Value {
        var backoff = Backoff(patience: patience)
        while true {
            let start = SteadyClock.now
            do {
                return try await step()
            } catch let failure as TransferFailure {
                try await Self.waitForRetry(&backoff, after: failure, since: start)
            }
        }
    }

    /// Waits before the next try, or throws the failure.
    static func waitForRetry(
        _ backoff: inout Backoff,
        after failure: TransferFailure,
        since start: Double
    ) async throws {
        let elapsed = SteadyClock.now - start
        guard
            let wait = backoff.nextWait(
                after: failure,
                elapsed: elapsed,
                random: .random(in: 0...1)
            )
        else {
            throw failure
        }
        do { try await Task.sleep(for: .seconds(wait)) } catch { throw TransferFailure.cancelled }
    }
}
