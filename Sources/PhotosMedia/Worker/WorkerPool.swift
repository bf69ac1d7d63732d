import PhotosBase
import Synchronization

/// The processes of one kind of worker, with one process for each simultaneous request.
///
/// `processes` guards the idle processes. Nothing else changes. A request takes an idle process, or starts one, and
/// communicates with it outside the lock. Afterwards the process becomes idle again, or ends if the request failed.
/// After 16 answers, a spare process is started while others work. Neither another thread nor the file after a crash
/// then waits for a start.
///
/// Workers with decoders are copies of one ``ForkServer``. If it cannot start a worker, workers are started directly,
/// whose error has the reason.
final class WorkerPool: Sendable {
    /// The largest number of idle processes.
    ///
    /// More processes only run while more threads send requests.
    static let maximumIdle = 4

    /// The number of answers before a spare process is started.
    ///
    /// Shorter jobs do without one.
    private static let answersBeforeSpare = 16

    private let kind: WorkerKind
    private let program: String
    private let environment: [String: String]
    private let processes = Mutex(Processes())

    private struct Processes {
        /// Idle processes that have already read files.
        var idle: [WorkerProcess] = []
        /// A process that has not read any file.
        var spare: WorkerProcess?
        /// Whether a thread is starting a spare process.
        var isStarting = false
        /// The number of answered requests.
        ///
        /// Starting a process takes as long as reading many files.
        var answerCount = 0
        var server: ForkServer?
        /// Whether a new server could not start a worker.
        var isServerUseless = false
    }

    init(_ kind: WorkerKind, program: String, environment: [String: String]) {
        self.kind = kind
        self.program = program
        self.environment = environment
    }

    /// The process identifiers of the idle processes.
    var idleProcessIdentifiers: [Int32] {
        processes.withLock { $0.idle.map(\.identifier) }
    }

    /// The process identifier of the server that starts the workers; nil if there is none.
    var serverIdentifier: Int32? {
        processes.withLock { $0.server?.identifier }
    }

    /// Ends the idle processes.
    ///
    /// Later requests start new ones.
    func close() {
        let ended = processes.withLock { processes in
            defer { processes = Processes() }
            return processes
        }
        // The last references go here, outside the lock, and each process ends with its last reference.
        withExtendedLifetime(ended) {}
    }

    /// Performs a request with a process, and with a second process if the first one dies.
    ///
    /// - Parameters:
    ///   - isFresh: Whether the process must not have read any file.
    ///   - request: The request, which gets the process.
    ///   - keeps: Decides from the result whether the process is kept for later requests.
    /// - Returns: The result of `request`.
    /// - Throws: The error of `request`.
    func withProcess<Result>(
        isFresh: Bool = false,
        perform request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        keeps: (Result) -> Bool
    ) throws(MediaWorkerError) -> Result {
        do throws(MediaWorkerError) {
            return try attemptRequest(request, in: waitingProcess(isFresh: isFresh), keeps: keeps)
        } catch {
            // An earlier file may have damaged the process, so the request is tried again in a fresh one.
            guard error.code == .died else { throw error }
        }
        return try attemptRequest(request, in: waitingProcess(isFresh: true), keeps: keeps)
    }

    /// Returns a process that has read no file, which the caller keeps.
    func freshProcess() throws(MediaWorkerError) -> WorkerProcess {
        if let spare = waitingProcess(isFresh: true) { return spare }
        return try startProcess(by: currentServer()?.server)
    }

    /// Has the next worker started with other addresses, after one has crashed.
    func noteCrash() {
        WorkerRestarts.record()
        replaceServer()
    }

    /// Takes an idle process that still runs; returns nil if there is none.
    private func waitingProcess(isFresh: Bool) -> WorkerProcess? {
        while true {
            let process = processes.withLock { processes -> WorkerProcess? in
                if !isFresh, let idle = processes.idle.popLast() { return idle }
                defer { processes.spare = nil }
                return processes.spare
            }
            guard let process, process.isGone else { return process }
            WorkerRestarts.record()
        }
    }

    /// Starts a process, so that the next request finds it ready.
    func startAhead() {
        let isWanted = processes.withLock { processes in
            guard processes.spare == nil, !processes.isStarting else { return false }
            processes.isStarting = true
            return true
        }
        guard isWanted else { return }
        // A new server loads the decoders first, and the caller need not wait for that. An error is ignored here. A
        // request that finds no process starts one, and reports the error.
        let server = currentServer()
        let spare = server?.isNew == true ? nil : try? startProcess(by: server?.server)
        processes.withLock { processes in
            processes.isStarting = false
            processes.spare = spare
        }
    }

    /// Starts a spare process, once enough requests were answered.
    func startSpare() {
        if processes.withLock({ $0.answerCount >= Self.answersBeforeSpare && $0.spare == nil }) {
            startAhead()
        }
    }

    private func startProcess(by server: ForkServer?) throws(MediaWorkerError) -> WorkerProcess {
        guard let server else {
            return try .start(kind, program: program, environment: environment)
        }
        do throws(MediaWorkerError) {
            return try server.startWorker()
        } catch {
            processes.withLock { processes in
                guard processes.server === server else { return }
                processes.server = nil
                processes.isServerUseless = !server.hasStartedWorkers
            }
            return try .start(kind, program: program, environment: environment)
        }
    }

    /// Returns the server, after starting it if there is none.
    ///
    /// - Returns: The server, and whether this call started it; nil if workers must be started directly.
    private func currentServer() -> (server: ForkServer, isNew: Bool)? {
        guard kind == .decoder, let command = WorkerProgram.forkCommand(program) else { return nil }
        return processes.withLock { processes in
            guard !processes.isServerUseless else { return nil }
            if let server = processes.server { return (server, false) }
            processes.server = try? ForkServer(command, environment: environment)
            return processes.server.map { ($0, true) }
        }
    }

    /// Has the next worker started by a new server, with other addresses.
    private func replaceServer() {
        let replaced = processes.withLock { processes in
            defer { processes.server = nil }
            return processes.server
        }
        // The last reference may go here, outside the lock: the process ends with it.
        withExtendedLifetime(replaced) {}
    }

    private func attemptRequest<Result>(
        _ request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        in waiting: WorkerProcess?,
        keeps: (Result) -> Bool
    ) throws(MediaWorkerError) -> Result {
        let process: WorkerProcess
        if let waiting {
            process = waiting
        } else {
            process = try startProcess(by: currentServer()?.server)
        }
        let result: Result
        do throws(MediaWorkerError) {
            result = try request(process)
        } catch {
            if error.isOfFile { WorkerRestarts.record() }
            if error.code == .died || error.code == .badReply { replaceServer() }
            throw error
        }
        processes.withLock { processes in
            processes.answerCount += 1
            guard keeps(result), processes.idle.count < Self.maximumIdle else { return }
            processes.idle.append(process)
        }
        return result
    }
}
