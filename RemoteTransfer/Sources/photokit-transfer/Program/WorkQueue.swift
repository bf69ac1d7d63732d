import PhotosBase
import Synchronization
import TransferRules

/// The requests that wait or run.
///
/// Safe on any thread; the mutex guards both lists.
final class WorkQueue: Sendable {
    /// A request that was read.
    private struct Entry: Sendable {
        let id: Int64
        /// Carries the request out.
        let reply: @Sendable () async -> TransferReply
    }

    private struct State {
        var waiting: [Entry] = []
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
        case .success(.work(let work)):
            let run = WorkRun(work: work, remotes: remotes)
            addEntry(Entry(id: work.id) { await run.reply() })
        case .success(.upload(let work)):
            let run = UploadRun(work: work, wire: remotes.wire, patience: remotes.patience)
            addEntry(Entry(id: work.id) { await run.reply() })
        case .success(.cancel(let id)): cancelWork(id)
        case .failure(let problem):
            ReplyOutput.write(
                .failed(id: problem.id, TransferFailure(.unsupported, problem.sentence))
            )
        }
    }

    private func addEntry(_ entry: Entry) {
        let isNew = state.withLock { state in
            guard state.running[entry.id] == nil,
                !state.waiting.contains(where: { $0.id == entry.id })
            else { return false }
            state.waiting.append(entry)
            startWaiting(&state)
            return true
        }
        if !isNew {
            ReplyOutput.write(
                .failed(
                    id: nil,
                    TransferFailure(
                        .unsupported,
                        "The number \(entry.id) belongs to a request that has not ended yet."
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
            let entry = state.waiting.removeFirst()
            state.running[entry.id] = Task {
                let reply = await entry.reply()
                // The number is free before its owner knows of the end.
                self.state.withLock { $0.running[entry.id] = nil }
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
