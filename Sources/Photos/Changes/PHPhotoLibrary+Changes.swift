import Foundation
import PhotosStore

extension PHPhotoLibrary {
    /// Runs a block that makes change requests, then carries all of them out as one, or none.
    ///
    /// The block and the handler run on serial queues of the library; the handler gets the error where nothing was
    /// changed. Calling this inside a change block traps.
    public func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        Self.trapWhenNested()
        let work = UncheckedTransfer((changeBlock, completionHandler))
        let library = Self.override
        changeQueue.async {
            let outcome = Result {
                try Self.$override.withValue(library) { try self.carryOut(work.value.0) }
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

    /// Runs a block that makes change requests, then carries all of them out as one, or throws and does nothing.
    public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        Self.trapWhenNested()
        let work = UncheckedTransfer(changeBlock)
        let library = Self.override
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            changeQueue.async {
                let outcome = Result {
                    try Self.$override.withValue(library) { try self.carryOut(work.value) }
                }
                // After the observers of this block, as a completion handler.
                self.callbackQueue.async { continuation.resume(with: outcome) }
            }
        }
    }

    /// Runs a block that makes change requests and waits until all of them are carried out, or throws.
    ///
    /// Not for the main thread of a program that draws. Calling this inside a change block traps.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        Self.trapWhenNested()
        try changeQueue.sync { try carryOut(changeBlock) }
    }

    private static func trapWhenNested() {
        precondition(
            ChangeBlockBuilder.current == nil,
            "A change block was started inside another one. Put all requests in one block, or start the second when the first has finished."
        )
    }

    private func carryOut(_ changeBlock: () -> Void) throws {
        do {
            let builder = ChangeBlockBuilder(library: self, store: try store())
            builder.run(changeBlock)
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
