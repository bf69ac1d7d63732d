import PhotosStore
import Synchronization

/// The transfer of one file from a remote to this disk, for all requests that wait for it.
///
/// The mutex guards the state; handlers are called outside the mutex.
final class FileFetch: Sendable {
    typealias End = @Sendable ((any Error)?) -> Void

    private struct Waiter {
        var progress: @Sendable (Double) -> Void
        var end: End
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var last = 0
        var fraction = 0.0
        var hasBegun = false
        /// Whether the file is fetched, or the last waiter has gone: nobody can join any more.
        var isOver = false
    }

    let resource: ResourceRecord
    let library: Library
    private let state = Mutex(State())

    init(_ resource: ResourceRecord, _ library: Library) {
        self.resource = resource
        self.library = library
    }

    /// Adds a waiter, whose `end` is called once; returns its number, or nil if the fetch is over.
    func join(
        progress: @escaping @Sendable (Double) -> Void,
        end: @escaping End
    ) -> Int? {
        let (number, fraction) = state.withLock { state -> (Int?, Double) in
            guard !state.isOver else { return (nil, 0) }
            state.last += 1
            state.waiters[state.last] = Waiter(progress: progress, end: end)
            return (state.last, state.fraction)
        }
        if number != nil, fraction > 0 { progress(fraction) }
        return number
    }

    /// Removes a waiter, whose `end` gets the error `cancelled`; returns whether it was the last one.
    func leave(_ number: Int) -> Bool {
        let (waiter, isOver) = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: number)
            if waiter != nil, state.waiters.isEmpty { state.isOver = true }
            return (waiter, state.isOver)
        }
        waiter?.end(StoreError(.cancelled, "The request was cancelled."))
        return isOver
    }

    /// Carries out the transfer on this thread, unless another thread does so, or nobody waits any more.
    func run(whenOver: () -> Void) {
        let isMine = state.withLock { state in
            guard !state.hasBegun, !state.isOver else { return false }
            state.hasBegun = true
            return true
        }
        guard isMine else { return }
        let access = NetworkAccess(
            progress: { self.note($0) },
            isCancelled: { self.state.withLock { $0.isOver } }
        )
        var failure: (any Error)?
        do { try library.makeLocal([resource], access) } catch { failure = error }
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        whenOver()
        for waiter in waiters {
            if failure == nil { waiter.progress(1) }
            waiter.end(failure)
        }
    }

    /// Whether the transfer waits for a thread.
    var isWaiting: Bool { state.withLock { !$0.hasBegun && !$0.isOver } }

    private func note(_ fraction: Double) {
        let waiters = state.withLock { state -> [Waiter] in
            guard fraction > state.fraction else { return [] }
            state.fraction = fraction
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.progress(fraction) }
    }
}
