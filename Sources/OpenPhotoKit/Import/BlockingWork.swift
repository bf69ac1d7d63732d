import Dispatch
import Photos
import Synchronization

/// Runs work that waits for disks on a thread of its own, so that it takes none from Swift's tasks.
enum BlockingWork {
    /// - Parameter body: asks its argument whether the task was cancelled.
    /// - Returns: what `body` returns.
    /// - Throws: `PHPhotosError`.
    static func run<Output: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Output
    ) async throws -> Output {
        let flag = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    do {
                        continuation.resume(returning: try body { flag.isSet })
                    } catch {
                        continuation.resume(throwing: PHPhotosError(error))
                    }
                }
            }
        } onCancel: {
            flag.set()
        }
    }
}

/// Whether a task was cancelled, for code outside of it.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}
