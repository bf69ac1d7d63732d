import Dispatch
import Synchronization

/// Carries out one kind of a library's work after the calls that made it due, on a thread of its own: checkpoints, or
/// the index of words.
///
/// The atomic flag is true while a call waits for the thread, so that at most one waits beside the one that runs.
final class CheckpointQueue: Sendable {
    private let queue: DispatchQueue
    private let isWaiting = Atomic<Bool>(false)

    init(label: String = "OpenPhotoKit checkpoints", qos: DispatchQoS = .unspecified) {
        queue = DispatchQueue(label: label, qos: qos)
    }

    /// Runs `checkpoint` on the thread, unless another call waits already, and returns at once.
    func schedule(_ checkpoint: @escaping @Sendable () -> Void) {
        guard !isWaiting.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [self] in
            // Cleared first: a commit during the checkpoint may make another one due.
            isWaiting.store(false, ordering: .releasing)
            checkpoint()
        }
    }

    /// Waits until the calls so far have ended.
    func wait() { queue.sync {} }
}
