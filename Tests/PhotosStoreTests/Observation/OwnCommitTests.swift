import Dispatch
import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// A process knows of its own commits, and asks the log for those of others.
@Suite(.permit) struct OwnCommitTests {
    private final class Log: Sendable {
        let end = Mutex<Int64>(1)
        let questions = Mutex(0)
        let notified = Mutex<[Int64]>([])

        func feed() -> ChangeFeed {
            let feed = ChangeFeed {
                nil
            } current: {
                self.questions.withLock { $0 += 1 }
                return self.end.withLock { $0 }
            }
            _ = feed.add { _, to in self.notified.withLock { $0.append(to) } }
            return feed
        }
    }

    @Test func `An own commit is reported without a question`() {
        let log = Log()
        let feed = log.feed()
        let before = log.questions.withLock { $0 }
        feed.notifyObservers(of: 2)
        feed.queue.wait()
        #expect(log.notified.withLock { $0 } == [2])
        #expect(log.questions.withLock { $0 } == before)
        // A commit that was reported already calls nobody.
        feed.notifyObservers(of: 2)
        feed.notifyObservers(of: 1)
        feed.queue.wait()
        #expect(log.notified.withLock { $0 } == [2])
    }

    @Test func `A commit of another process that is found while an own one waits is reported`() {
        let log = Log()
        let feed = log.feed()
        let gate = DispatchSemaphore(value: 0)
        feed.queue.async { CallQueue.performWork { gate.wait() } }
        feed.notifyObservers(of: 2)
        log.end.withLock { $0 = 3 }
        feed.check()
        gate.signal()
        feed.queue.wait()
        #expect(log.notified.withLock { $0.last } == 3)
        log.end.withLock { $0 = 4 }
        feed.check()
        feed.queue.wait()
        #expect(log.notified.withLock { $0.last } == 4)
    }

    @Test(arguments: [LibraryClient.owner, .application("org.example.frame")])
    func `A library's commit is reported to its observers without a question`(
        client: LibraryClient
    ) throws {
        let tracer = StatementTracer()
        var environment = EngineEnvironment.traced(by: tracer)
        environment.client = client
        let folder = try TemporaryFolder()
        let library = try Library.open(
            folder.url.appendingPathComponent("L.photolib", isDirectory: true),
            create: true,
            environment: environment
        )
        let notified = Mutex<[Int64]>([])
        _ = library.feed.add { _, to in notified.withLock { $0.append(to) } }
        // The first commit reads what the application may do.
        _ = try library.addAlbum("A")
        library.feed.queue.wait()
        let statements = try tracer.statements {
            _ = try library.addAlbum("B")
            library.feed.queue.wait()
        }
        #expect(notified.withLock { $0.last } == (try library.history.currentPosition().sequence))
        #expect(!statements.contains { $0.contains("ORDER BY sequence DESC") }, "\(statements)")
        library.close()
    }

    @Test func `An application whose access ends after its commit reads nothing more`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("L.photolib", isDirectory: true)
        let owner = try Library.open(url, create: true, environment: .test())
        var environment = EngineEnvironment.test()
        environment.client = .application("org.example.frame")
        let library = try Library.open(url, environment: environment)
        _ = try library.addPictures(2)
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 2)
        try owner.clients.setAccess(.denied, for: .readWrite, of: "org.example.frame")
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.isEmpty)
        #expect(throws: StoreError.self) { try library.addAlbum("A") }
        for library in [library, owner] { library.close() }
    }
}
