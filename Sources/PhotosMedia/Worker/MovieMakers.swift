import Dispatch
import Synchronization

/// The workers that make fragments of movies, each of one movie.
///
/// A worker keeps its movie open with its place, so that the next fragment begins where the last one ended. It reads no
/// other file. It ends 30 s after its last answer, or when another movie needs its place. `state` guards the list; workers
/// answer outside the mutex.
final class MovieMakers: Sendable {
    /// The largest number of workers.
    static let most = 2

    /// What a worker makes.
    struct Work: Hashable, Sendable {
        /// The content of the file.
        var content: String
        var longestSide: Int
    }

    private struct Maker {
        let number: Int
        let work: Work
        /// Nil while the process is started.
        var process: WorkerProcess?
        var isWorking = true
        /// The number of answers of all workers before its last one.
        var lastUse = 0
    }

    private struct State {
        var makers: [Maker] = []
        var uses = 0
    }

    private let state = Mutex(State())
    private let patience: DispatchTimeInterval

    /// Makes an empty list.
    ///
    /// - Parameter patience: The time after its last answer at which a worker ends.
    init(patience: DispatchTimeInterval = .seconds(30)) {
        self.patience = patience
    }

    /// The process identifiers of the workers that wait for a request.
    var waitingProcessIdentifiers: [Int32] {
        state.withLock { state in
            state.makers.filter { !$0.isWorking }.compactMap { $0.process?.identifier }
        }
    }

    /// Ends the workers that wait.
    func close() {
        let ended = state.withLock { state in
            let waiting = state.makers.filter { !$0.isWorking }
            state.makers.removeAll { !$0.isWorking }
            return waiting
        }
        withExtendedLifetime(ended) {}
    }

    /// Performs a request with the worker of its movie, or with a new one.
    ///
    /// - Parameters:
    ///   - work: The movie.
    ///   - start: Starts a worker that has read no file.
    ///   - request: The request, which gets the process.
    ///   - keeps: Decides from the result whether the worker is kept.
    /// - Returns: The result of `request`.
    /// - Throws: The error of `request`; `busy` if as many workers as there may be are working.
    func withMaker<Result>(
        of work: Work,
        start: () throws(MediaWorkerError) -> WorkerProcess,
        perform request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        keeps: (Result) -> Bool
    ) throws(MediaWorkerError) -> Result {
        let (number, waiting) = try reserve(work)
        do throws(MediaWorkerError) {
            let process: WorkerProcess
            if let waiting, !waiting.isGone {
                process = waiting
            } else {
                process = try start()
            }
            let result = try request(process)
            if keeps(result) { release(number, process) } else { remove(number) }
            return result
        } catch {
            remove(number)
            throw error
        }
    }

    /// Takes the place of a waiting worker of a movie, or a free one.
    private func reserve(
        _ work: Work
    ) throws(MediaWorkerError) -> (number: Int, process: WorkerProcess?) {
        let (reserved, ended) = state.withLock { state -> ((Int, WorkerProcess?)?, Maker?) in
            if let index = state.makers.firstIndex(where: { !$0.isWorking && $0.work == work }) {
                state.makers[index].isWorking = true
                return ((state.makers[index].number, state.makers[index].process), nil)
            }
            var ended: Maker?
            if state.makers.count >= Self.most {
                let oldest = state.makers.indices.filter { !state.makers[$0].isWorking }
                    .min { state.makers[$0].lastUse < state.makers[$1].lastUse }
                guard let oldest else { return (nil, nil) }
                ended = state.makers.remove(at: oldest)
            }
            state.uses += 1
            state.makers.append(Maker(number: state.uses, work: work))
            return ((state.uses, nil), ended)
        }
        // The process of another movie ends here, outside the mutex.
        withExtendedLifetime(ended) {}
        guard let reserved else { throw MediaWorkerError(.busy) }
        return reserved
    }

    private func release(_ number: Int, _ process: WorkerProcess) {
        let use = state.withLock { state -> Int in
            state.uses += 1
            if let index = state.makers.firstIndex(where: { $0.number == number }) {
                state.makers[index].process = process
                state.makers[index].isWorking = false
                state.makers[index].lastUse = state.uses
            }
            return state.uses
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
            self?.endUnused(number, since: use)
        }
    }

    private func endUnused(_ number: Int, since use: Int) {
        let ended = state.withLock { state -> Maker? in
            let unused = state.makers.firstIndex {
                $0.number == number && !$0.isWorking && $0.lastUse == use
            }
            return unused.map { state.makers.remove(at: $0) }
        }
        withExtendedLifetime(ended) {}
    }

    private func remove(_ number: Int) {
        let ended = state.withLock { state -> Maker? in
            let index = state.makers.firstIndex { $0.number == number }
            return index.map { state.makers.remove(at: $0) }
        }
        withExtendedLifetime(ended) {}
    }
}
