import Dispatch
import Foundation
import Glibc
import PhotosBase
import Synchronization

/// A run of `photokit-serve --pick`, which gets the request and writes a line for each event.
///
/// The mutex guards the state. A thread of its own waits for the program, because a person may take hours.
final class PickerConversation: Sendable {
    private struct State {
        var continuation: CheckedContinuation<PickerLine, any Error>?
        /// Our end of the program's standard input; the program ends when this socket is closed.
        var input: Int32 = -1
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
    ///   - onAddress: Called once with the address of the page, on the thread that waits for the program.
    /// - Returns: The last line of the program.
    /// - Throws: ``PhotoPickerError`` where the program does not answer.
    func run(
        _ request: PickerRequest,
        onAddress: @escaping @Sendable (URL) -> Void
    ) async throws -> PickerLine {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.continuation = continuation }
                Thread.detachNewThread { self.converse(line, onAddress) }
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
        if state.input >= 0 { shutdown(state.input, Int32(SHUT_RDWR)) }
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

    private func converse(_ request: Data, _ onAddress: @Sendable (URL) -> Void) {
        // Writing to a socket, unlike to a pipe, can do without a signal when the program has ended.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            return finish(.failure(failure("too many files are open")))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        let isCancelled = state.withLock { state in
            state.input = ends[0]
            return state.isCancelled
        }
        defer {
            state.withLock { $0.input = -1 }
            close(ends[0])
        }
        guard !isCancelled else { return finish(.success(.taskCancelled)) }
        do {
            try process.run()
        } catch {
            return finish(.failure(failure("it does not start (\(error.localizedDescription))")))
        }
        try? (process.standardInput as? FileHandle)?.close()
        let isCollected = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.collect(errors.fileHandleForReading)
            isCollected.signal()
        }
        send(request, to: ends[0])
        listen(to: output.fileHandleForReading, onAddress)
        process.waitUntilExit()
        // A child of the program may keep its standard error open.
        _ = isCollected.wait(timeout: .now() + 2)
        let last =
            complaints.withLock { String(decoding: $0.suffix(500), as: UTF8.self) }
            .split(separator: "\n").last.map { ": \($0)" } ?? ""
        finish(.failure(failure("it ended without an answer\(last)")))
    }

    private func send(_ data: Data, to socket: Int32) {
        // A program that reads no request ends, and its output ends, too.
        try? DescriptorBytes.send(data, to: socket)
    }

    private func listen(to output: FileHandle, _ onAddress: (URL) -> Void) {
        var buffer = Data()
        while true {
            let part = output.availableData
            if part.isEmpty { return }
            buffer += part
            while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                take(Data(buffer[..<end]), onAddress)
                buffer = Data(buffer[buffer.index(after: end)...])
            }
        }
    }

    private func take(_ bytes: Data, _ onAddress: (URL) -> Void) {
        guard let line = try? JSONDecoder().decode(PickerLine.self, from: bytes) else {
            return fail(failure("it writes something else than JSON"))
        }
        switch line.event {
        case "ready":
            guard let address = line.address.flatMap(URL.init(string:)) else {
                return fail(failure("it tells no address"))
            }
            guard state.withLock({ $0.continuation != nil && !$0.isCancelled }) else { return }
            onAddress(address)
        case "failed":
            finish(.failure(PhotoPickerError(.refused, line.message ?? "photokit-serve refused.")))
        default: finish(.success(line))
        }
    }

    private func collect(_ errors: FileHandle) {
        while true {
            let part = errors.availableData
            if part.isEmpty { return }
            complaints.withLock { $0 = Data(($0 + part).suffix(4096)) }
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
