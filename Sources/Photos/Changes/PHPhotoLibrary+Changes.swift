import Foundation
import PhotosStore

extension PHPhotoLibrary {
    /// Carries out a block on the queue of changes, then tells its handler on that of callbacks.
    func enqueue(_ changeBlock: @escaping () -> Void, _ completionHandler: ((Bool, (any Error)?) -> Void)?) {
        Self.trapWhenNested()
        let work = UncheckedTransfer((changeBlock, completionHandler))
        changeQueue.async {
            let outcome = Result { try self.carryOut(work.value.0) }
            guard let handler = work.value.1 else { return }
            let transfer = UncheckedTransfer(handler)
            self.callbackQueue.async {
                switch outcome {
                case .success: transfer.value(true, nil)
                case .failure(let error): transfer.value(false, error)
                }
            }
        }
    }

    /// Carries out a block on the queue of changes.
    func enqueue(_ changeBlock: @escaping () -> Void) async throws {
        Self.trapWhenNested()
        let work = UncheckedTransfer(changeBlock)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            changeQueue.async {
                continuation.resume(with: Result { try self.carryOut(work.value) })
            }
        }
    }

    /// Carries out a block on the queue of changes while the caller waits.
    func wait(_ changeBlock: () -> Void) throws {
        Self.trapWhenNested()
        try changeQueue.sync { try carryOut(changeBlock) }
    }

    private static func trapWhenNested() {
        precondition(
            ChangeBlockBuilder.current == nil,
            "A change block was started inside another one. Put all requests in one block, or start the second when the first has finished.")
    }

    private func carryOut(_ changeBlock: () -> Void) throws {
        do {
            let builder = ChangeBlockBuilder(library: self, store: try store())
            ChangeBlockBuilder.$current.withValue(builder, operation: changeBlock)
            try builder.store.commit(try builder.finish())
        } catch {
            throw PHPhotosError(error)
        }
    }
}

/// Carries a closure of the caller to a queue of ours.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    // Unchecked because PhotoKit's signatures do not ask for Sendable closures: each is called once, by one thread.
    let value: Value

    init(_ value: Value) { self.value = value }
}
