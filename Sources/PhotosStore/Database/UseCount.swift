import Dispatch
import Glibc
import Synchronization

/// Counts the uses of an open library that are under way, so that closing waits for their end and turns later ones away.
///
/// A use inside another one of the same thread belongs to the outer one: it is never turned away, so that what has begun
/// can end. A thread that closes inside a use of its own does not wait for itself: the closing is put off to the end of
/// that use. The first and the last step of a use cost one atomic operation each; nothing is allocated.
final class UseCount: Sendable {
    /// One outermost use, on the stack of its thread.
    private struct Use {
        var count: ObjectIdentifier
        var outer: UnsafeMutablePointer<Use>?
        var closesAtEnd = false
    }

    /// What `close` has to do.
    enum Closing {
        /// This thread closes now: nobody uses the library any more.
        case now
        /// This thread is inside a use, at whose end the library is closed.
        case later
        /// Somebody else has closed it.
        case done
    }

    /// Two for each use under way, and one once closing has begun.
    private let state = Atomic<Int>(0)
    /// Signalled whenever the last use ends after closing has begun.
    private let idle = DispatchSemaphore(value: 0)
    /// Signalled once all is closed, and passed on by each who waited.
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
    ///   - close: Called at the end where `body` itself closed the library: ends the work with it, and calls ``finish()``.
    ///   - body: What uses the library.
    /// - Returns: What `body` returns.
    /// - Throws: ``StoreError`` with code `libraryMissing` once closing has begun, and what `body` throws.
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

    /// Turns later uses away, and waits for those under way.
    ///
    /// - Returns: What is left to do. After `now`, call ``finish()`` when all is closed.
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

    /// Lets those go on who wait for the end of the closing.
    func finish() { closed.signal() }

    private func leave() {
        if state.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == 1 {
            idle.signal()
        }
    }

    private func waitUntilIdle() {
        // Whoever is turned away counts for a moment, too, and signals again.
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
