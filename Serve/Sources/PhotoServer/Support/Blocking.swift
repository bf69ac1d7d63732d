import NIOPosix

/// Runs work that waits for disks or decoders on threads of its own, so that it blocks no thread of Swift's tasks.
enum Blocking {
    /// Which threads run the work.
    enum Threads: Sendable {
        case common
        /// For files of photos, which may be in a folder that hangs: lists and stored previews never wait for them.
        case files

        private static let pool: NIOThreadPool = {
            let pool = NIOThreadPool(numberOfThreads: 8)
            pool.start()
            return pool
        }()

        fileprivate var pool: NIOThreadPool { self == .common ? .singleton : Self.pool }
    }

    static func run<Result: Sendable>(
        on threads: Threads = .common,
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await threads.pool.runIfActive(body)
    }
}
