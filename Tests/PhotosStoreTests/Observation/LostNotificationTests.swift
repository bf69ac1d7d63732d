import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import Testing

/// Commits whose ring was lost reach observers all the same.
struct LostRingTests {
    private final class Log: Sendable {
        let end = Mutex<Int64>(1)
        let told = Mutex<[Int64]>([])
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
        _ = feed.add { _, to in log.told.withLock { $0.append(to) } }
        feed.look()
        log.end.withLock { $0 = 2 }
        feed.look()
        feed.queue.wait()
        #expect(log.told.withLock { $0 } == [])
        feed.look(insisting: true)
        feed.queue.wait()
        #expect(log.told.withLock { $0 } == [2])
    }

    @Test func `a library that rings no commitNotifier is followed by looking`() async throws {
        let folder = try TemporaryFolder()
        let place = folder.url.appendingPathComponent("Silent.photolib")
        var environment = EngineEnvironment.test()
        environment.notificationSender = LossyNotificationSender()
        let writer = try Library.open(place, create: true, environment: environment)
        let reader = try Library.open(place, mode: .readOnly)
        let (told, teller) = AsyncStream.makeStream(of: Int64.self)
        _ = reader.feed.add { _, to in teller.yield(to) }
        _ = try writer.addAlbum("A")
        var places = told.makeAsyncIterator()
        #expect(await places.next() == (try writer.currentPosition().sequence))
        reader.close()
        writer.close()
    }
}
