/// Runs work of some milliseconds on the threads of Swift's tasks.
///
/// The event loop of the connection serves others meanwhile. ``Blocking`` is for work that waits.
enum Threads {
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
    }
}
