import Photos
import PhotosBase

/// Runs work of a library that waits for disks on a thread of its own.
enum LibraryWork {
    /// Runs blocking work and waits for its result.
    ///
    /// - Parameter body: Calls its argument to find out whether the task was cancelled.
    /// - Returns: The result of `body`.
    /// - Throws: `PHPhotosError`.
    static func run<Output: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> Output
    ) async throws -> Output {
        do {
            return try await BlockingWork.run(body)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
