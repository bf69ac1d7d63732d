import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What a library does about the notifications of its own commits.
@Suite(.permit) struct OwnNotificationTests {
    @Test func `The thread that waits for notifications asks nothing about own commits`()
        async throws
    {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Shared.photolib")
        let asked = Mutex(0)
        var environment = EngineEnvironment.test(seed: 1)
        // No check without a notification while the test runs.
        environment.observerPatience = 60_000
        environment.trace = { _ in
            if Thread.current.name == "photokit notifications" { asked.withLock { $0 += 1 } }
        }
        let library = try Library.open(url, create: true, environment: environment)
        let (notified, continuation) = AsyncStream.makeStream(of: Int64.self)
        _ = library.feed.add { _, to in continuation.yield(to) }
        var sequences = notified.makeAsyncIterator()
        let asset = try library.addPicture()
        #expect(await sequences.next() == (try library.history.currentPosition().sequence))
        for number in 1...40 {
            try library.commit(.set(asset, [.rating: .integer(Int64(number % 5 + 1))]))
            #expect(await sequences.next() == (try library.history.currentPosition().sequence))
        }
        let other = try Library.open(url, environment: .test(seed: 2))
        let end = try other.commit(.set(asset, [.isFavorite: .flag(true)])).sequence
        // The thread has seen all notifications of this library before the one of the other library.
        #expect(await sequences.next() == end)
        #expect(asked.withLock { $0 } <= 2)
        other.close()
        library.close()
    }

    @Test func `Commits of two libraries in turns all reach both`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Shared.photolib")
        func open(_ seed: UInt64) throws -> Library {
            var environment = EngineEnvironment.test(seed: seed)
            environment.observerPatience = 60_000
            return try Library.open(url, create: true, environment: environment)
        }
        let libraries = [try open(1), try open(2)]
        let asset = try libraries[0].addPicture()
        let streams = libraries.map { library in
            let (notified, continuation) = AsyncStream.makeStream(of: Int64.self)
            _ = library.feed.add { _, to in continuation.yield(to) }
            return notified
        }
        let threads = libraries.map { library in
            Task.detached {
                for number in 0..<100 {
                    try library.commit(.set(asset, [.caption: .text("\(library.mode) \(number)")]))
                }
            }
        }
        for thread in threads { try await thread.value }
        let end = try libraries[0].history.currentPosition().sequence
        // Without a check by time, a notification that was taken for an own one would be missing for ever.
        for stream in streams {
            for await sequence in stream where sequence == end { break }
        }
        for library in libraries { library.close() }
    }
}
