import Dispatch
import Glibc

/// Cancels a task at the first Ctrl-C, so that its work ends in a consistent state.
///
/// The second Ctrl-C ends the program.
enum Interruption {
    /// Lets Ctrl-C end the program with its sentence and exit code, as long as no work runs that could be cancelled.
    ///
    /// Where the shell ignores the signal for a command in the background, nothing changes.
    static func endProgramAtOnce() {
        guard !isIgnored else { return }
        signal(SIGINT) { _ in
            // Only calls that are safe in a handler of a signal.
            let text: StaticString = "photokit: The command was interrupted.\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(ExitStatus.cancelled.rawValue)
        }
    }

    /// Whether the signal was ignored when the program began.
    private static let isIgnored: Bool = {
        var present = sigaction()
        sigaction(SIGINT, nil, &present)
        let handler: __sighandler_t? = present.__sigaction_handler.sa_handler
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }()

    static func cancelling<Result: Sendable>(
        on signals: [Int32] = [SIGINT],
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await body() }
        let sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                task.cancel()
            }
            source.resume()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in signals { signal(number, SIG_DFL) }
            endProgramAtOnce()
        }
        return try await task.value
    }
}
