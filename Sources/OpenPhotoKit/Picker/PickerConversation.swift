import Dispatch
import Foundation
import Glibc
import PhotosBase
import PhotosMedia
import Synchronization

/// A run of `photokit-serve --pick`, which gets the request and writes a line for each event.
///
/// The mutex guards the state. A thread of its own waits for the program, because a person may take hours.
final class PickerConversation: Sendable {
    private struct State {
        var continuation: CheckedContinuation<PickerLine, any Error>?
        /// The connection to the program, which ends when it can read nothing more.
        var socket: Descriptor?
        var isCancelled = false
    }

    private let program: String
    private let arguments: [String]
    private let environment: [String: String]
    private let state = Mutex(State())
    private let complaints = Mutex(Data())

    init(program: String, arguments: [String], environment: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    /// Asks, and waits for the last line.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - onReady: Called once with the address of the page and a code to type there, on the thread that waits for the
    ///     program. The code is nil from a program of an earlier version.
    /// - Returns: The last line of the program.
    /// - Throws: ``PhotoPickerError`` where the program does not answer.
    func run(
        _ request: PickerRequest,
        onReady: @escaping @Sendable (URL, String?) -> Void
    ) async throws -> PickerLine {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.continuation = continuation }
                Thread.detachNewThread { self.converse(line, onReady) }
            }
        } onCancel: {
            state.withLock { state in
                state.isCancelled = true
                Self.hangUp(state)
            }
        }
    }

    /// Ends the question with an error.
    func fail(_ error: PhotoPickerError) {
        finish(.failure(error))
        state.withLock { Self.hangUp($0) }
    }

    private static func hangUp(_ state: State) {
        if let socket = state.socket { shutdown(socket.number, Int32(SHUT_WR)) }
    }

    private func finish(_ result: Result<PickerLine, any Error>) {
        let (continuation, isCancelled) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.isCancelled)
        }
        // A program whose input ended says anything: it may have read no request yet.
        if isCancelled, case .failure = result {
            continuation?.resume(returning: .taskCancelled)
        } else {
            continuation?.resume(with: result)
        }
    }

    // MARK: The thread

    private func converse(_ request: Data, _ onReady: @Sendable (URL, String?) -> Void) {
        guard !state.withLock(\.isCancelled) else { return finish(.success(.taskCancelled)) }
        let (process, socket, errors): (ChildProcess, Descriptor, Descriptor)
        do throws(SystemError) {
            (process, socket, errors) = try start()
        } catch {
            return finish(.failure(failure("it does not start (\(systemMessage(error.code)))")))
        }
        state.withLock { state in
            state.socket = socket
            if state.isCancelled { Self.hangUp(state) }
        }
        defer { state.withLock { $0.socket = nil } }
        let isCollected = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.collect(errors)
            isCollected.signal()
        }
        // A program that reads no request ends, and its output ends, too.
        try? DescriptorBytes.send(request, to: socket.number)
        listen(to: socket, onReady)
        process.awaitEnd()
        // A child of the program may keep its standard error open.
        _ = isCollected.wait(timeout: .now() + 2)
        let last =
            complaints.withLock { String(decoding: $0.suffix(500), as: UTF8.self) }
            .split(separator: "\n").last.map { ": \($0)" } ?? ""
        finish(.failure(failure("it ended without an answer\(last)")))
    }

    /// Starts the program, and returns it with the connections to its input and output, and to its standard error.
    private func start() throws(SystemError) -> (ChildProcess, Descriptor, Descriptor) {
        let errors = try SocketPair(.bytes)
        defer { close(errors.other) }
        let own = Descriptor(errors.own)
        let (process, socket) = try ChildProcess.start(
            program,
            arguments,
            environment: environment
        ) { [$0, $0, errors.other] }
        return (process, Descriptor(socket), own)
    }

    private func listen(to socket: Descriptor, _ onReady: (URL, String?) -> Void) {
        var lines = LineSplitter()
        while let bytes = try? DescriptorBytes.next(of: socket.number), !bytes.isEmpty {
            lines.add(bytes)
            while let line = lines.next() { take(Data(line), onReady) }
        }
    }

    private func take(_ bytes: Data, _ onReady: (URL, String?) -> Void) {
        guard let line = try? JSONDecoder().decode(PickerLine.self, from: bytes) else {
            return fail(failure("it writes something else than JSON"))
        }
        switch line.event {
        case "ready":
            guard let address = line.address.flatMap(URL.init(string:)) else {
                return fail(failure("it tells no address"))
            }
            guard state.withLock({ $0.continuation != nil && !$0.isCancelled }) else { return }
            onReady(address, line.code)
        case "failed":
            finish(.failure(PhotoPickerError(.refused, line.message ?? "photokit-serve refused.")))
        default: finish(.success(line))
        }
    }

    private func collect(_ errors: Descriptor) {
        while let bytes = try? DescriptorBytes.next(of: errors.number), !bytes.isEmpty {
            complaints.withLock { $0 = Data(($0 + bytes).suffix(4096)) }
        }
    }

    private func failure(_ what: String) -> PhotoPickerError {
        PhotoPickerError(
            .programFailed,
            "\(program) cannot ask: \(what). Install it again, or set PHOTOKIT_SERVE to another."
        )
    }
}

extension PickerLine {
    fileprivate static let taskCancelled = PickerLine(event: "cancelled", reason: "askerEnded")
}
