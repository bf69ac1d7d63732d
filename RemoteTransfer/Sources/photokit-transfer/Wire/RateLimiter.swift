import Synchronization
import TransferRules

/// The limit of bandwidth of one remote.
///
/// Safe on any thread; the mutex guards the bucket.
final class RateLimiter: Sendable {
    private let bucket: Mutex<TokenBucket>

    init(rate: Double) { bucket = Mutex(TokenBucket(rate: rate, now: SteadyClock.now)) }

    /// Waits until so many bytes may pass.
    func delayTransfer(of bytes: Int, pausing activity: Activity) async throws {
        let wait = bucket.withLock { $0.reserveBytes(bytes, now: SteadyClock.now) }
        guard wait > 0 else { return }
        activity.pause()
        defer { activity.resume() }
        try await Task.sleep(for: .seconds(wait))
    }

    func setRate(_ rate: Double) { bucket.withLock { $0.rate = rate } }

    /// The bytes to handle at a time, so that a slow limit passes them in short steps.
    var step: Int {
        bucket.withLock { Int(min(Double(FileBody.chunkBytes), max(4096, $0.rate / 4))) }
    }
}
