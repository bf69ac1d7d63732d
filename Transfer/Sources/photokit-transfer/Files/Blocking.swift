import NIOPosix

/// Runs work that waits for a disk on threads of its own, so that it blocks no thread of Swift's tasks.
enum Blocking {
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await NIOThreadPool.singleton.runIfActive(body)
    }
}
