import ServeRules

/// Lets requests make parts of movies, in the order of a ``MovieQueue``.
actor MovieTurns {
    private var queue = MovieQueue()
    /// The requests that wait, each for whether it begins.
    private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var last = 0

    /// The number of requests that wait.
    var waitingCount: Int { waiting.count }

    /// Does work of a client when its turn has come.
    ///
    /// - Parameters:
    ///   - client: The client that asks.
    ///   - work: Makes a part.
    /// - Returns: What the work returns.
    /// - Throws: ``Problem/busyWithMovies`` if too many wait, and the error of the work.
    func run<Made: Sendable>(
        for client: Client,
        _ work: @Sendable () async throws -> Made
    ) async throws -> Made {
        last += 1
        let number = last
        let request = MovieQueue.Request(
            number: number,
            visitor: client.credential.id,
            isLimited: client.isLimited
        )
        switch queue.add(request) {
        case .begins: break
        case .refused: throw Problem.busyWithMovies
        case .waits:
            guard await waitForTurn(number) else { throw CancellationError() }
        }
        defer { end(number) }
        // The client may have gone just when its turn came.
        try Task.checkCancellation()
        return try await work()
    }

    private func waitForTurn(_ number: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[number] = $0 }
        } onCancel: {
            Task { await self.leaveLine(number) }
        }
    }

    private func leaveLine(_ number: Int) {
        guard let continuation = waiting.removeValue(forKey: number) else { return }
        end(number)
        continuation.resume(returning: false)
    }

    private func end(_ number: Int) {
        for next in queue.remove(number) {
            waiting.removeValue(forKey: next)?.resume(returning: true)
        }
    }
}
