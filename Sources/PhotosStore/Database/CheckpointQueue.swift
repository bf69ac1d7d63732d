import Dispatch
import Synchronization

/// Carries out the checkpoints of one library after the commits that made them due, on a thread of its own.
///
/// The atomic flag tells whether a checkpoint waits for the thread, so that at most one waits beside the one that runs.
final class CheckpointQueue: Sendable {
    private let queue = DispatchQueue(label: "OpenPhotoKit checkpoints")
    private let isWaiting = Atomic<Bool>(false)

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
