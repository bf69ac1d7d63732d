import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Two instances on one folder, as two processes have them.
@Suite(.permit) struct TwoLibrariesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What an observer was told, and who waits for how much of it.
    private final class Listener: Sendable {
        private let state = Mutex<
            (ranges: [(Int64, Int64)], waiter: (Int64, CheckedContinuation<Void, Never>)?)
        >(
            ([], nil)
        )

        func hear(_ from: Int64, _ to: Int64) {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.ranges.append((from, to))
                guard let (wanted, waiter) = state.waiter, to >= wanted else { return nil }
                state.waiter = nil
                return waiter
            }
            waiter?.resume()
        }

        func wait(for sequence: Int64) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.ranges.last.map({ $0.1 >= sequence }) == true { return true }
                    state.waiter = (sequence, continuation)
                    return false
                }
                if isThere { continuation.resume() }
            }
        }

        var ranges: [(Int64, Int64)] { state.withLock { $0.ranges } }
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)
        var isSet: Bool { state.withLock { $0 } }
        func set() { state.withLock { $0 = true } }
    }

    @Test func `Commits of both interleave without loss`() async throws {
        let first = try Library.temporary(in: folder, seed: 1)
        let second = try Library.temporary(in: folder, seed: 2)
        let album = try first.addAlbum("A")
        let start = try first.history.currentPosition().sequence
        try await withThrowingTaskGroup(of: Void.self) { group in
            for library in [first, second] {
                group.addTask {
                    for number in 0..<25 {
                        let uuid = library.environment.makeUUID()
                        try library.commit(
                            .picture(uuid, seed: UInt8(number)),
                            .members(album, .append([uuid]))
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try first.history.currentPosition().sequence == start + 50)
        #expect(try first.history.currentPosition() == second.history.currentPosition())
        #expect(try first.members(of: album) == second.members(of: album))
        #expect(try first.members(of: album).count == 50)
        let changes = try second.history.changes(after: 0, upTo: start + 50)
        #expect(changes.map(\.position.sequence) == Array(1...start + 50))
        #expect(try first.originals().count == 50)
        #expect(try first.staged().isEmpty)
    }

    @Test(.timeLimit(.minutes(20)), arguments: [true, false])
    func `The other one's observers hear every commit once and in order`(
        hasNotifier: Bool
    ) async throws {
        let writer = try Library.temporary(in: folder, seed: 1)
        let observer = try Library.temporary(in: folder, seed: 2)
        if !hasNotifier {
            // Who watches a file that nobody rings must find out by looking.
            try FileManager.default.removeItem(at: observer.layout.commitNotifier)
        }
        let listener = Listener()
        let start = try writer.history.currentPosition().sequence
        let id = observer.feed.add { listener.hear($0, $1) }
        for number in 0..<20 { try writer.addPicture(seed: UInt8(number)) }
        await listener.wait(for: start + 20)
        observer.feed.remove(id)
        var end = start
        for range in listener.ranges {
            #expect(range.0 == end)
            #expect(range.1 > range.0)
            end = range.1
        }
        #expect(end == start + 20)
    }

    @Test(.timeLimit(.minutes(20)))
    func `An observer hears its own library, in memory too, but nothing from before it came`()
        async throws
    {
        let library = try Library.temporary()
        try library.addPicture()
        let (early, late) = (Listener(), Listener())
        _ = library.feed.add { early.hear($0, $1) }
        try library.addPicture()
        _ = library.feed.add { late.hear($0, $1) }
        try library.addPicture()
        await early.wait(for: 3)
        await late.wait(for: 3)
        #expect(early.ranges.first?.0 == 1)
        #expect(late.ranges.map(\.0).allSatisfy { $0 >= 2 })
        #expect(late.ranges.last?.1 == 3)
    }

    @Test func `One that commits without pause does not keep the other out`() async throws {
        let busy = try Library.temporary(in: folder, seed: 1)
        let other = try Library.temporary(in: folder, seed: 2)
        let uuid = try busy.addPicture()
        let isDone = Flag()
        let most = try await withThrowingTaskGroup(of: Duration.self) { group in
            group.addTask {
                var rating: Int64 = 0
                while !isDone.isSet {
                    rating = (rating + 1) % 6
                    try busy.commit(.set(uuid, [.rating: .integer(rating)]))
                }
                return .zero
            }
            group.addTask {
                defer { isDone.set() }
                var most = Duration.zero
                for _ in 0..<20 {
                    let start = ContinuousClock.now
                    try other.addPicture()
                    most = max(most, ContinuousClock.now - start)
                }
                return most
            }
            return try await group.reduce(.zero) { max($0, $1) }
        }
        #expect(most < .seconds(10))
    }

    @Test func `a commit without a notification is noticed by the version`() throws {
        let folder = try TemporaryFolder()
        let writer = try Library.temporary(in: folder, seed: 1)
        let reader = try Library.temporary(in: folder, seed: 2)
        try writer.addPicture(seed: 1)
        // The log's file grows behind a commit, which looks like one.
        writer.core.waitForCheckpoints()
        let commitNotifier = try Data(contentsOf: writer.layout.commitNotifier)
        let version = try #require(reader.core.version)
        #expect(reader.core.version == version)
        try writer.addPicture(seed: 2)
        // As if the writer had died before the notification.
        try commitNotifier.write(to: writer.layout.commitNotifier)
        #expect(reader.core.version != version)
    }
}
