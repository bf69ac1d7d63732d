import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Commits whose ring was lost reach observers all the same.
@Suite(.permit) struct LostRingTests {
    private final class Log: Sendable {
        let end = Mutex<Int64>(1)
        let notified = Mutex<[Int64]>([])
    }

    @Test func `a commit that left the stamp as it was is found by a look that insists`() {
        let log = Log()
        // As of a log that was written long before its commit was seen.
        let version = LibraryVersion(
            commits: 0,
            sequence: 4,
            logMark: FileModification(size: 100, seconds: 1, nanoseconds: 0)
        )
        let feed = ChangeFeed {
            version
        } current: {
            log.end.withLock { $0 }
        }
        _ = feed.add { _, to in log.notified.withLock { $0.append(to) } }
        feed.check()
        log.end.withLock { $0 = 2 }
        feed.check()
        feed.queue.wait()
        #expect(log.notified.withLock { $0 } == [])
        feed.check(insisting: true)
        feed.queue.wait()
        #expect(log.notified.withLock { $0 } == [2])
    }

    @Test func `a library that rings no commitNotifier is followed by looking`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Silent.photolib")
        var environment = EngineEnvironment.test()
        environment.notificationSender = LossyNotificationSender()
        let writer = try Library.open(url, create: true, environment: environment)
        let reader = try Library.open(url, mode: .readOnly)
        let (notified, continuation) = AsyncStream.makeStream(of: Int64.self)
        _ = reader.feed.add { _, to in continuation.yield(to) }
        _ = try writer.addAlbum("A")
        var sequences = notified.makeAsyncIterator()
        #expect(await sequences.next() == (try writer.history.currentPosition().sequence))
        reader.close()
        writer.close()
    }
}
