import PhotosStore
import Synchronization

/// The transfer of one file from a remote to this disk, for all requests that wait for it.
///
/// The mutex guards the state; handlers are called outside the mutex.
final class FileFetch: Sendable {
    typealias End = @Sendable ((any Error)?) -> Void
    typealias Arrival = @Sendable (ArrivingFile) -> Void

    private struct Waiter {
        var progress: @Sendable (Double) -> Void
        var arrived: Arrival?
        var end: End
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var last = 0
        var fraction = 0.0
        /// The file while it comes part by part, because a waiter uses its parts.
        var file: ArrivingFile?
        var hasBegun = false
        /// Whether the file is fetched, or the last waiter has gone: nobody can join any more.
        var isOver = false
    }

    let resource: ResourceRecord
    let library: Library
    private let state = Mutex(State())

    init(of resource: ResourceRecord, in library: Library) {
        self.resource = resource
        self.library = library
    }

    /// Adds a waiter, whose `end` is called once; returns its number, or nil if the fetch is over.
    func join(
        progress: @escaping @Sendable (Double) -> Void,
        arrived: Arrival? = nil,
        end: @escaping End
    ) -> Int? {
        let (number, fraction, file) = state.withLock { state -> (Int?, Double, ArrivingFile?) in
            guard !state.isOver else { return (nil, 0, nil) }
            state.last += 1
            state.waiters[state.last] = Waiter(progress: progress, arrived: arrived, end: end)
            return (state.last, state.fraction, state.file)
        }
        if number != nil, fraction > 0 { progress(fraction) }
        if number != nil, let file { arrived?(file) }
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
        let (isMine, comesInParts) = state.withLock { state in
            guard !state.hasBegun, !state.isOver else { return (false, false) }
            state.hasBegun = true
            return (true, state.waiters.values.contains { $0.arrived != nil })
        }
        guard isMine else { return }
        let arrived: Arrival = { file in self.noteArrival(file) }
        let access = NetworkAccess(
            progress: { self.reportProgress($0) },
            isCancelled: { self.state.withLock { $0.isOver } },
            arrived: comesInParts ? arrived : nil
        )
        var failure: (any Error)?
        do { try library.transfers.makeLocal([resource], access: access) } catch { failure = error }
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

    private func reportProgress(_ fraction: Double) {
        let waiters = state.withLock { state -> [Waiter] in
            guard fraction > state.fraction else { return [] }
            state.fraction = fraction
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.progress(fraction) }
    }

    private func noteArrival(_ file: ArrivingFile) {
        let waiters = state.withLock { state in
            state.file = file
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.arrived?(file) }
    }
}
