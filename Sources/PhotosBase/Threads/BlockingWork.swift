import Foundation
import Synchronization

/// Runs work that waits for disks or programs on a thread of its own, so that it blocks no thread of Swift's tasks.
///
/// The thread is not one of Dispatch's either, because Dispatch has one thread for each core. If the work held such a
/// thread while it waited for its helpers, a core would be idle until Dispatch noticed, about a second later.
public enum BlockingWork {
    /// Runs work on a new thread, and waits for its result.
    ///
    /// - Parameter body: Calls its argument to find out whether the task was cancelled.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public static func run<Output: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Output
    ) async throws -> Output {
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try body { flag.isSet } })
                }
            }
        } onCancel: {
            flag.set()
        }
    }
}

/// Whether a task was cancelled, for code outside the task.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}
