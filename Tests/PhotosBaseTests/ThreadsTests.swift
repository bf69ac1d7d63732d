import Dispatch
import PhotosBase
import Synchronization
import TestPermits
import Testing

/// Work that blocks, on threads beside those of Swift's tasks.
@Suite(.permit) struct ThreadsTests {
    private struct Refused: Error, Equatable {}

    /// Counts the work that is under way.
    private final class Count: Sendable {
        private let state = Mutex((now: 0, most: 0))

        var most: Int { state.withLock(\.most) }

        func begin() -> Int {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
                return state.now
            }
        }

        func end() { state.withLock { $0.now -= 1 } }
    }

    @Test(.timeLimit(.minutes(5)))
    func `work waits for a thread, and no more threads than the limit work at once`()
        async throws
    {
        let threads = BlockingThreads(limit: 3)
        let (working, meeting) = (Count(), DispatchSemaphore(value: 0))
        let work = { @Sendable (number: Int) in
            // The first three meet here, so the limit is reached.
            if working.begin() == 3 { for _ in 0..<100 { meeting.signal() } }
            meeting.wait()
            working.end()
            return number
        }
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 { group.addTask { try await threads.run { work(number) } } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(results == Set(0..<100))
        #expect(working.most == 3)
    }

    @Test func `work that waits for a thread is counted`() async throws {
        let threads = BlockingThreads(limit: 1)
        let (started, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        #expect(threads.waitingCount == 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await threads.run {
                    started.signal()
                    end.wait()
                }
            }
            try await BlockingWork.run { _ in started.wait() }
            for _ in 0..<2 { group.addTask { try await threads.run {} } }
            while threads.waitingCount < 2 { await Task.yield() }
            end.signal()
            try await group.waitForAll()
        }
        #expect(threads.waitingCount == 0)
    }

    @Test func `an error of the work is thrown, and the thread goes on`() async throws {
        let threads = BlockingThreads(limit: 1)
        await #expect(throws: Refused()) { try await threads.run { throw Refused() } }
        #expect(try await threads.run { 7 } == 7)
        await #expect(throws: Refused()) { try await BlockingWork.run { _ in throw Refused() } }
    }

    @Test func `work on a thread of its own learns that its task was cancelled`() async throws {
        let (started, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await BlockingWork.run { isCancelled in
                started.signal()
                cancelled.wait()
                return isCancelled()
            }
        }
        try await BlockingWork.run { _ in started.wait() }
        task.cancel()
        cancelled.signal()
        #expect(try await task.value)
        #expect(try await !BlockingWork.run { $0() })
    }
}
