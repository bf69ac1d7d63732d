import PhotosBase
import Synchronization
import TestPermits
import Testing

/// Work that several tasks ask for, and that is done once.
@Suite(.permit) struct SharedWorkTests {
    private struct Refused: Error, Equatable {}

    /// A gate at which work waits, and which counts it.
    private final class Gate: Sendable {
        private let counted = Atomic(0)
        private let stream: AsyncStream<Void>
        private let opener: AsyncStream<Void>.Continuation

        init() { (stream, opener) = AsyncStream.makeStream() }

        var count: Int { counted.load(ordering: .relaxed) }

        func pass() async {
            counted.add(1, ordering: .relaxed)
            for await _ in stream {}
        }

        func open() { opener.finish() }
    }

    @Test(.timeLimit(.minutes(5)))
    func `tasks that ask for the same share it, and later ones do it again`() async throws {
        let work = SharedWork<Int, Int>()
        let gate = Gate()
        let begun = AsyncStream<Void>.makeStream()
        let first = Task {
            try await work.value(of: 1) {
                begun.continuation.finish()
                await gate.pass()
                return 7
            }
        }
        for await _ in begun.stream {}
        // It has joined when this call returns.
        let second = Task.immediate {
            try await work.value(of: 1) {
                await gate.pass()
                return 7
            }
        }
        let other = try await work.value(of: 2) { 8 }
        #expect(other == 8)
        gate.open()
        #expect(try await first.value == 7)
        #expect(try await second.value == 7)
        #expect(gate.count == 1)
        let later = try await work.value(of: 1) { 9 }
        #expect(later == 9)
    }

    @Test(.timeLimit(.minutes(5)))
    func `work ends when nobody waits for it any more`() async throws {
        let work = SharedWork<Int, Int>()
        let begun = AsyncStream<Void>.makeStream()
        let task = Task {
            try await work.value(of: 1) {
                begun.continuation.finish()
                try await Task.sleep(for: .seconds(3_600))
                return 1
            }
        }
        for await _ in begun.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `an error reaches those who wait`() async {
        let work = SharedWork<Int, Int>()
        await #expect(throws: Refused.self) {
            try await work.value(of: 1) { throw Refused() }
        }
    }
}
