import Dispatch
import Foundation
import Glibc
import PhotosBase
import PhotosMedia
import Synchronization

/// The running program `photokit-transfer`, which alone opens connections, and the requests to it.
///
/// The mutex guards the number of the last request, the requests under way, and whether the program still runs. A thread
/// reads the program's answers. The program ends with this object.
package final class TransferProgram: Sendable {
    package static let name = "photokit-transfer"
    /// The environment variable with the path of another program.
    package static let variable = "PHOTOKIT_TRANSFER"

    private struct State {
        var last: Int64 = 0
        var waiting: [Int64: Waiting] = [:]
        var hasEnded = false
        /// The silence of each remote.
        var silences: [String: ServiceSilence] = [:]
    }

    /// A request under way.
    struct Request: Sendable {
        fileprivate let number: Int64
        fileprivate let waiting: Waiting
        fileprivate let remote: String
    }

    /// A wait for the end of a request; the semaphore signals it.
    fileprivate final class Waiting: Sendable {
        let isDone = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<TransferResult, RemoteFailure>?>(nil)
        let moved: @Sendable (Int64) -> Void
        /// The bytes that the program has reported so far.
        private let seen = Mutex<Int64>(0)

        init(_ moved: @escaping @Sendable (Int64) -> Void) { self.moved = moved }

        func recordProgress(_ bytes: Int64) {
            let before = seen.withLock { seen in
                defer { seen = max(seen, bytes) }
                return seen
            }
            if bytes > before { moved(bytes - before) }
        }

        func endWaiting(with result: Result<TransferResult, RemoteFailure>) {
            outcome.withLock { $0 = result }
            isDone.signal()
        }
    }

    private let process: ChildProcess
    private let socket: Descriptor
    private let state = Mutex(State())
    private let writing = Mutex(())

    /// Returns the path of the program; nil where there is none.
    package static func path(environment: [String: String]) -> String? {
        let paths =
            environment[variable].map { [$0] }
            ?? InstalledProgram.paths(
                of: name,
                environment: environment,
                program: InstalledProgram.running()
            )
        return paths.first(where: InstalledProgram.isProgram)
    }

    /// Starts the program.
    ///
    /// - Throws: ``RemoteFailure`` with code `noProgram`.
    package static func start(environment: [String: String]) throws -> TransferProgram {
        guard let path = path(environment: environment) else {
            throw RemoteFailure(
                .noProgram,
                "The program photokit-transfer was not found. Install the package openphotokit-remotes, or run Scripts/install-photokit in a clone. PHOTOKIT_TRANSFER names another path."
            )
        }
        return try TransferProgram(path, environment: environment)
    }

    private init(_ path: String, environment: [String: String]) throws {
        do throws(SystemError) {
            let (process, socket) = try ChildProcess.start(path, [], environment: environment) {
                [$0, $0, STDERR_FILENO]
            }
            (self.process, self.socket) = (process, Descriptor(socket))
        } catch {
            let reason = String(cString: strerror(error.code))
            throw Self.programFailure("\(path) cannot be started (\(reason))")
        }
        Thread { [weak self, socket] in
            var lines = LineSplitter()
            while let bytes = try? DescriptorBytes.next(of: socket.number), !bytes.isEmpty {
                lines.add(bytes)
                while let line = lines.next() { self?.receiveLine(Data(line)) }
            }
            self?.endAllRequests()
        }.start()
    }

    deinit {
        // The program ends when its input does.
        shutdown(socket.number, Int32(SHUT_WR))
        Thread { [process] in process.awaitEnd() }.start()
    }

    /// Whether the program still answers.
    var isRunning: Bool { state.withLock { !$0.hasEnded } }

    /// Carries out a request, and waits for its end.
    ///
    /// - Throws: ``RemoteFailure``.
    func performWork(
        _ work: TransferWork,
        watch: TransferWatch
    ) throws -> TransferResult {
        try waitForResult(of: beginRequest(for: work, watch: watch), watch: watch)
    }

    /// Begins a request, which the caller ends or abandons.
    ///
    /// - Throws: ``RemoteFailure``.
    func beginRequest(for work: TransferWork, watch: TransferWatch) throws -> Request {
        let remote = [work.remote.endpoint, work.remote.url].compactMap(\.self)
        return try beginRequest(of: remote.joined(separator: " "), watch: watch) { number in
            var work = work
            work.id = number
            return work
        }
    }

    /// Sends a file to an address, and waits for the end.
    ///
    /// - Parameters:
    ///   - work: The upload.
    ///   - watch: Receives the numbers of bytes.
    /// - Returns: Status and header fields of the last answer.
    /// - Throws: ``RemoteFailure``.
    func performUpload(_ work: UploadWork, watch: TransferWatch) throws -> TransferResult {
        let host = URLComponents(string: work.url)?.host ?? ""
        let request = try beginRequest(of: "upload " + host, watch: watch) { number in
            var work = work
            work.id = number
            return work
        }
        return try waitForResult(of: request, watch: watch)
    }

    private func beginRequest(
        of remote: String,
        watch: TransferWatch,
        numbering line: (_ number: Int64) -> some Encodable
    ) throws -> Request {
        // Waiting asks only where an answer takes long, and of many short requests none would be cancelled.
        try watch.check()
        let waiting = Waiting(watch.moved)
        let number: Int64? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.last += 1
            state.waiting[state.last] = waiting
            return state.last
        }
        guard let number else { throw Self.programFailure("it has ended") }
        try sendLine(line(number))
        return Request(number: number, waiting: waiting, remote: remote)
    }

    /// Waits for the end of a request.
    ///
    /// - Throws: ``RemoteFailure``.
    func waitForResult(of request: Request, watch: TransferWatch) throws -> TransferResult {
        var isCancelled = false
        while request.waiting.isDone.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
            guard !isCancelled, watch.isCancelled() else { continue }
            isCancelled = true
            // A program that has ended ends the request, too.
            try? sendLine(["cancel": request.number])
        }
        guard let outcome = request.waiting.outcome.withLock({ $0 }) else {
            throw Self.programFailure("it has ended")
        }
        let meaning = state.withLock { state in
            state.silences[request.remote, default: ServiceSilence()].meaning(of: outcome)
        }
        do {
            return try meaning.get()
        } catch {
            // Whoever ends this program may have ended that one, too.
            if error.code == .noProgram { try watch.check() }
            throw error
        }
    }

    /// Cancels a request, and waits until it touches its file no more.
    func abandonRequest(_ request: Request) {
        try? sendLine(["cancel": request.number])
        _ = try? waitForResult(of: request, watch: TransferWatch())
    }

    private func sendLine(_ line: some Encodable) throws {
        var bytes = Array(try RemoteCoding.encoder.encode(line))
        bytes.append(UInt8(ascii: "\n"))
        do {
            try writing.withLock { [bytes] _ in try DescriptorBytes.send(bytes, to: socket.number) }
        } catch {
            throw Self.programFailure("it does not read its requests")
        }
    }

    // MARK: Answers

    private func receiveLine(_ line: Data) {
        switch TransferReply.read(line) {
        case .progress(let number, let bytes):
            state.withLock { $0.waiting[number] }?.recordProgress(bytes)
        case .done(let number, let result): endRequest(number, with: .success(result))
        case .failed(let number?, let failure):
            endRequest(number, with: .failure(RemoteFailure(failure)))
        case .failed(nil, _), nil: break
        }
    }

    private func endRequest(_ number: Int64, with outcome: Result<TransferResult, RemoteFailure>) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.endWaiting(with: outcome)
    }

    private func endAllRequests() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for request in waiting {
            request.endWaiting(with: .failure(Self.programFailure("it has ended")))
        }
    }

    private static func programFailure(_ reason: String) -> RemoteFailure {
        RemoteFailure(
            .noProgram,
            "The program photokit-transfer does not work: \(reason). Install it again as you installed photokit: as the package openphotokit-remotes, or with Scripts/install-photokit."
        )
    }
}
