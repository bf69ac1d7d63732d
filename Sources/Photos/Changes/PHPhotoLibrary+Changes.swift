import Foundation
package import PhotosStore

extension PHPhotoLibrary {
    /// Carries out a block on the change queue, then calls its handler on the callback queue.
    func enqueue(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, (any Error)?) -> Void)?
    ) {
        Self.trapWhenNested()
        let work = UncheckedTransfer((changeBlock, completionHandler))
        let library = Self.override
        changeQueue.async {
            let outcome = Result {
                try Self.$override.withValue(library) { try self.commitBlock(work.value.0) }
            }
            guard let handler = work.value.1 else { return }
            let transfer = UncheckedTransfer(handler)
            self.callbackQueue.async {
                Self.$override.withValue(library) {
                    switch outcome {
                    case .success: transfer.value(true, nil)
                    case .failure(let error): transfer.value(false, error)
                    }
                }
            }
        }
    }

    /// Carries out a block on the change queue.
    ///
    /// - Returns: The position of the block in the log; nil if it changed nothing.
    @discardableResult
    package func enqueue(_ changeBlock: @escaping () -> Void) async throws -> LogPosition? {
        Self.trapWhenNested()
        let work = UncheckedTransfer(changeBlock)
        let library = Self.override
        return try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<LogPosition?, any Error>) in
            changeQueue.async {
                let outcome = Result {
                    try Self.$override.withValue(library) { try self.commitBlock(work.value) }
                }
                // The continuation resumes after the observers of this block ran, like a completion handler.
                self.callbackQueue.async { continuation.resume(with: outcome) }
            }
        }
    }

    /// Carries out a block on the change queue while the caller waits.
    ///
    /// - Returns: The position of the block in the log; nil if it changed nothing.
    @discardableResult
    package func wait(_ changeBlock: () -> Void) throws -> LogPosition? {
        Self.trapWhenNested()
        return try changeQueue.sync { try commitBlock(changeBlock) }
    }

    private static func trapWhenNested() {
        precondition(
            ChangeBlockBuilder.current == nil,
            "A change block was started inside another one. Put all requests in one block, or start the second when the first has finished."
        )
    }

    private func commitBlock(_ changeBlock: () -> Void) throws -> LogPosition? {
        do {
            let builder = ChangeBlockBuilder(library: self, store: try store())
            builder.run(changeBlock)
            // The requests keep the files of edits until the commit has read those files.
            defer { builder.letGo() }
            let committed = try builder.store.commits.commit(try builder.finish())
            return committed.isLogged ? committed.position : nil
        } catch {
            throw PHPhotosError(error)
        }
    }
}
