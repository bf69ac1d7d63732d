import Dispatch
import PhotosStore
import Synchronization

/// The network's part in one request: fetches the files that the request lacks, and calls its progress handler.
///
/// The owner does its work, and calls ``begin(after:end:)`` with the error if the work fails. After the fetch, the
/// owner does its work again. The mutex guards the state; closures are called outside the mutex.
final class RequestFetch: Sendable {
    private struct State {
        var isCancelled = false
        var rounds = 0
        var round: FetchRound?
        var calls: ProgressCalls?
    }

    /// The number of fetches after which a request fails whose file has left this disk again each time.
    private static let mostRounds = 3

    private let use: NetworkUse
    private let isAhead: Bool
    private let arrived: FileFetch.Arrival?
    private let state = Mutex(State())

    /// Makes the part of a request.
    ///
    /// - Parameters:
    ///   - use: The use of the network that the request allows.
    ///   - isAhead: Whether no one waits for its result yet.
    ///   - arrived: Called, on any thread, whenever further bytes of the only file came and were compared; nil for
    ///     requests that need whole files.
    init(_ use: NetworkUse, isAhead: Bool = false, arrived: FileFetch.Arrival? = nil) {
        self.use = use
        self.isAhead = isAhead
        self.arrived = arrived
    }

    /// Begins to fetch the files that an error names.
    ///
    /// - Parameters:
    ///   - error: The error of the owner's work.
    ///   - end: Called once, after the progress handler: with nil as soon as the files are on this disk, else with the
    ///     error. Called before this method returns if there is nothing to fetch, else on another thread.
    /// - Returns: False, without a call of `end`, if the error is another one, or the request may not use the network.
    func begin(after error: any Error, end: @escaping FileFetch.End) -> Bool {
        guard use.isAllowed, let need = error as? FilesElsewhere else { return false }
        let begins = state.withLock { state in
            state.rounds += 1
            return state.rounds <= Self.mostRounds
        }
        guard begins else { return false }
        do {
            let missing = try need.library.originals.elsewhere(need.resources)
            // Another request has fetched the files meanwhile.
            guard !missing.isEmpty else {
                end(nil)
                return true
            }
            fetchFiles(missing, need: need, end: end)
        } catch {
            end(error)
        }
        return true
    }

    /// Fetches the files that an error names, and waits for them.
    ///
    /// - Parameter error: The error of the owner's work.
    /// - Returns: False if the error is another one, or the request may not use the network.
    /// - Throws: The error that ended the fetch.
    func run(after error: any Error) throws -> Bool {
        let group = DispatchGroup()
        let failure = Mutex<(any Error)?>(nil)
        group.enter()
        let hasBegun = begin(after: error) { error in
            failure.withLock { $0 = error }
            group.leave()
        }
        guard hasBegun else {
            group.leave()
            return false
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
        return true
    }

    /// Ends the fetch with the error `cancelled`, and all later ones; the handler is not called any more.
    func cancel() {
        let (round, calls) = state.withLock { state in
            state.isCancelled = true
            return (state.round, state.calls)
        }
        calls?.silence()
        round?.cancel()
    }

    private func fetchFiles(
        _ missing: [ResourceRecord],
        need: FilesElsewhere,
        end: @escaping FileFetch.End
    ) {
        let calls = need.isPreliminary ? nil : progressCalls()
        let round = FetchRound(of: missing, calls: calls) { [self] error in
            // The round keeps the owner through `end`.
            state.withLock { $0.round = nil }
            end(error)
        }
        let isCancelled = state.withLock { state in
            state.round = round
            return state.isCancelled
        }
        calls?.recordProgress(0)
        if isCancelled { round.cancel() }
        round.start(
            missing,
            in: need.library,
            isAhead: isAhead,
            arrived: need.resources.count == 1 ? arrived : nil
        )
    }

    private func progressCalls() -> ProgressCalls? {
        guard let handler = use.handler else { return nil }
        return state.withLock { state in
            if let calls = state.calls { return calls }
            let calls = ProgressCalls(handler) { [weak self] in self?.cancel() }
            if state.isCancelled { calls.silence() }
            state.calls = calls
            return calls
        }
    }
}

/// A fetch of several files at once, which ends with the last file.
///
/// The mutex guards the state; closures are called outside the mutex.
private final class FetchRound: Sendable {
    private struct State {
        var progress: FetchProgress
        var left: Int
        var parts: [FileFetches.Part] = []
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let calls: ProgressCalls?
    private let end: FileFetch.End

    init(of resources: [ResourceRecord], calls: ProgressCalls?, end: @escaping FileFetch.End) {
        state = Mutex(
            State(
                progress: FetchProgress(byteCounts: resources.map(\.byteCount)),
                left: resources.count
            )
        )
        self.calls = calls
        self.end = end
    }

    func start(
        _ resources: [ResourceRecord],
        in library: Library,
        isAhead: Bool,
        arrived: FileFetch.Arrival?
    ) {
        for (index, resource) in resources.enumerated() {
            let failure = state.withLock { $0.failure }
            guard failure == nil else {
                recordEnd(of: index, error: failure)
                continue
            }
            let part = FileFetches.shared.join(resource, in: library, isAhead: isAhead) {
                self.recordProgress(of: index, fraction: $0)
            } arrived: {
                arrived?($0)
            } end: {
                self.recordEnd(of: index, error: $0)
            }
            let hasFailed = state.withLock { state in
                state.parts.append(part)
                return state.failure != nil
            }
            if hasFailed { FileFetches.shared.leave(part) }
        }
    }

    func cancel() {
        let parts = state.withLock { state in
            if state.failure == nil {
                state.failure = StoreError(.cancelled, "The request was cancelled.")
            }
            return state.parts
        }
        for part in parts { FileFetches.shared.leave(part) }
    }

    private func recordProgress(of index: Int, fraction: Double) {
        if let total = state.withLock({ $0.progress.recordProgress(of: index, fraction: fraction) })
        {
            calls?.recordProgress(total)
        }
    }

    /// Notes the end of one file; the first error ends the others, too.
    private func recordEnd(of index: Int, error: (any Error)?) {
        let (isLast, isFirstFailure) = state.withLock { state in
            let isFirst = error != nil && state.failure == nil
            if isFirst { state.failure = error }
            state.left -= 1
            return (state.left == 0, isFirst)
        }
        if isFirstFailure { cancel() }
        guard isLast else { return }
        let failure = state.withLock { $0.failure }
        guard let calls else {
            end(failure)
            return
        }
        calls.finish(failure.map { PHPhotosError($0) }) { self.end(failure) }
    }
}
