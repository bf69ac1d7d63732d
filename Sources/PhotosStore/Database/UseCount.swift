import Dispatch
import Glibc
import Synchronization

/// Counts the current uses of an open library, so that closing waits for their end and rejects later uses.
///
/// A use inside another use of the same thread belongs to the outer one, and is never rejected, so that the outer use
/// can end. A thread that closes the library inside its own use does not wait for itself. Closing is then postponed to
/// the end of that use. Starting and ending a use cost one atomic operation each, and no memory is allocated.
final class UseCount: Sendable {
    /// An outermost use, on the stack of its thread.
    private struct Use {
        var count: ObjectIdentifier
        var outer: UnsafeMutablePointer<Use>?
        var closesAtEnd = false
    }

    /// The result of starting to close.
    enum Closing {
        /// This thread closes now, because all uses have ended.
        case now
        /// This thread is inside a use, at whose end the library is closed.
        case later
        /// Another thread has closed the library.
        case done
    }

    /// The number of current uses times two, plus one once closing has begun.
    private let state = Atomic<Int>(0)
    /// Signalled whenever the last use ends after closing has begun.
    private let idle = DispatchSemaphore(value: 0)
    /// Signalled once everything is closed; each waiting thread signals it again for the next one.
    private let closed = DispatchSemaphore(value: 0)

    /// The innermost use of each thread.
    private static let innermost: pthread_key_t = {
        var key = pthread_key_t()
        precondition(
            pthread_key_create(&key, nil) == 0,
            "The system gives no thread-specific key. Use fewer libraries that take such keys."
        )
        return key
    }()

    var isClosed: Bool { state.load(ordering: .acquiring) & 1 == 1 }

    /// Runs `body` as a use.
    ///
    /// - Parameters:
    ///   - close: Called at the end if `body` itself closed the library; ends the work with it, and calls ``finish()``.
    ///   - body: The code that uses the library.
    /// - Returns: The result of `body`.
    /// - Throws: ``StoreError`` with code `libraryMissing` once closing has begun, and errors of `body`.
    func use<Result>(
        closing close: () -> Void = {},
        _ body: () throws -> Result
    ) throws -> Result {
        let outer = Self.current
        if isInside(outer) { return try body() }
        guard state.wrappingAdd(2, ordering: .acquiringAndReleasing).newValue & 1 == 0 else {
            leave()
            throw StoreError(.libraryMissing, "The library was closed. Open it again to go on.")
        }
        var use = Use(count: ObjectIdentifier(self), outer: outer)
        return try withUnsafeMutablePointer(to: &use) { use in
            pthread_setspecific(Self.innermost, use)
            defer {
                pthread_setspecific(Self.innermost, outer)
                leave()
                if use.pointee.closesAtEnd {
                    waitUntilIdle()
                    close()
                }
            }
            return try body()
        }
    }

    /// Rejects later uses, and waits for the current ones.
    ///
    /// - Returns: The remaining work. After `now`, call ``finish()`` when everything is closed.
    func beginClosing() -> Closing {
        let isFirst = state.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue & 1 == 0
        if let use = ownUse(Self.current) {
            if isFirst { use.pointee.closesAtEnd = true }
            return .later
        }
        guard isFirst else {
            closed.wait()
            closed.signal()
            return .done
        }
        waitUntilIdle()
        return .now
    }

    /// Releases the threads that wait until closing is done.
    func finish() { closed.signal() }

    private func leave() {
        if state.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == 1 {
            idle.signal()
        }
    }

    private func waitUntilIdle() {
        // A rejected use counts for a moment, too, and signals again.
        while state.load(ordering: .acquiring) != 1 { idle.wait() }
    }

    private static var current: UnsafeMutablePointer<Use>? {
        pthread_getspecific(innermost)?.assumingMemoryBound(to: Use.self)
    }

    private func isInside(_ use: UnsafeMutablePointer<Use>?) -> Bool { ownUse(use) != nil }

    private func ownUse(_ innermost: UnsafeMutablePointer<Use>?) -> UnsafeMutablePointer<Use>? {
        var use = innermost
        while let present = use {
            if present.pointee.count == ObjectIdentifier(self) { return present }
            use = present.pointee.outer
        }
        return nil
    }
}
