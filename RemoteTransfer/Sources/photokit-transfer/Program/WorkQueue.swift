import PhotosBase
import Synchronization
import TransferRules

/// The requests that wait or run.
///
/// Safe on any thread; the mutex guards both lists.
final class WorkQueue: Sendable {
    private struct State {
        var waiting: [TransferWork] = []
        var running: [Int64: Task<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    private let parallel: Int
    private let remotes: ServiceRemotes

    init(parallel: Int, remotes: ServiceRemotes) {
        self.parallel = parallel
        self.remotes = remotes
    }

    /// Takes a line of the input.
    func addRequest(_ request: Result<TransferRequest, UnreadableRequest>) {
        switch request {
        case .success(.work(let work)): addWork(work)
        case .success(.cancel(let id)): cancelWork(id)
        case .failure(let problem):
            ReplyOutput.write(
                .failed(id: problem.id, TransferFailure(.unsupported, problem.sentence))
            )
        }
    }

    private func addWork(_ work: TransferWork) {
        let isNew = state.withLock { state in
            guard state.running[work.id] == nil,
                !state.waiting.contains(where: { $0.id == work.id })
            else { return false }
            state.waiting.append(work)
            startWaiting(&state)
            return true
        }
        if !isNew {
            ReplyOutput.write(
                .failed(
                    id: nil,
                    TransferFailure(
                        .unsupported,
                        "The number \(work.id) belongs to a request that has not ended yet."
                    )
                )
            )
        }
    }

    private func cancelWork(_ id: Int64) {
        let wasWaiting = state.withLock { state in
            state.running[id]?.cancel()
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return false }
            state.waiting.remove(at: index)
            return true
        }
        if wasWaiting { ReplyOutput.write(.failed(id: id, .cancelled)) }
    }

    private func startWaiting(_ state: inout State) {
        while state.running.count < parallel, !state.waiting.isEmpty {
            let work = state.waiting.removeFirst()
            state.running[work.id] = Task {
                let reply = await WorkRun(work: work, remotes: self.remotes).reply()
                // The number is free before its owner knows of the end.
                self.state.withLock { $0.running[work.id] = nil }
                ReplyOutput.write(reply)
                self.state.withLock { self.startWaiting(&$0) }
            }
        }
    }

    /// Waits until all requests have ended.
    func finish() async {
        while let task = state.withLock({ state in
            startWaiting(&state)
            return state.running.values.first
        }) {
            await task.value
        }
    }
}
