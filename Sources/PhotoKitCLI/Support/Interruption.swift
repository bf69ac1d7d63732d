import Dispatch
import Glibc

/// Cancels a task at the first Ctrl-C, so that its work ends in a consistent state.
///
/// The second Ctrl-C ends the program.
enum Interruption {
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
        }
        return try await task.value
    }
}
