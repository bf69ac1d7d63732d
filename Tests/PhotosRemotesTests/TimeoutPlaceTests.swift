import Crypto
import Dispatch
import Foundation
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// A folder hangs when a gate is closed: the call then stands in the system, and the clock goes on by an hour.
@Suite(.permit) struct TimeoutPlaceTests {
    let folder: TemporaryFolder
    let inner: RefusingPlace
    let place: TimeoutPlace
    let clock = HangingClock()
    let bytes: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let name = "originals/ab/abcd"

    init() throws {
        folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("remote")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        inner = RefusingPlace(try FolderPlace(url.path))
        place = TimeoutPlace(inner, path: url.path, now: clock.now)
    }

    private var object: RemoteObject {
        RemoteObject(checksum: Array(SHA256.hash(data: bytes)), byteCount: Int64(bytes.count))
    }

    private func store() throws {
        try place.putObject(
            name,
            from: folder.file("photo", bytes),
            as: object,
            watch: TransferWatch()
        )
    }

    private func expectSilence(_ body: () throws -> Void) {
        #expect {
            try body()
        } throws: { error in
            let failure = error as? RemoteFailure
            return failure?.code == .unreachable
                && failure?.sentence.contains("stopped answering") == true
        }
    }

    @Test func `a folder that answers works as without a limit`() throws {
        try store()
        let moved = Atomic<Int64>(0)
        let watch = TransferWatch(moved: { moved.add($0, ordering: .relaxed) })
        try place.proveObject(name, expecting: object, watch: watch)
        #expect(moved.load(ordering: .relaxed) == object.byteCount)
        var streamed: [UInt8] = []
        try place.streamObject(name, byteCount: object.byteCount, watch: watch) { streamed += $0 }
        #expect(streamed == bytes)
        #expect(
            try place.readObject(name, range: 10..<20, of: object, watch: watch)
                == Data(bytes[10..<20])
        )
        #expect(try place.readObject(name, atMost: object.byteCount) == Data(bytes))
        #expect(try place.size(of: name) == object.byteCount)
        #expect(try place.size(of: name + "x") == nil)
        let target = folder.url.appendingPathComponent("back/photo")
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try place.getObject(name, to: target, expecting: object, watch: watch)
        #expect(try Data(contentsOf: target) == Data(bytes))
        #expect(throws: RemoteFailure.self) {
            try place.getObject(name, to: target, expecting: object, watch: watch)
        }
        let beside = try FileManager.default.contentsOfDirectory(
            atPath: target.deletingLastPathComponent().path
        )
        #expect(beside == ["photo"])
        for number in 0..<600 {
            try place.putObject(
                "originals/n/\(number)",
                from: folder.file("small", [1]),
                byteCount: 1,
                checksum: nil,
                watch: watch
            )
        }
        var listed: Set<String> = []
        try place.listObjects(withPrefix: "originals/n/") { name, _ in listed.insert(name) }
        #expect(listed.count == 600)
        try place.probe()
        try place.removeObject(name)
        #expect(try place.size(of: name) == nil)
        #expect(place.diskMarks == inner.diskMarks && !place.diskMarks.isEmpty)
    }

    @Test func `the caller's error ends a stream and a list, and the place goes on`() throws {
        struct Enough: Error {}
        try store()
        #expect(throws: Enough.self) {
            try place.streamObject(name, byteCount: object.byteCount, watch: TransferWatch()) { _ in
                throw Enough()
            }
        }
        #expect(throws: Enough.self) {
            try place.listObjects(withPrefix: "") { _, _ in throw Enough() }
        }
        #expect(try place.size(of: name) == object.byteCount)
    }

    @Test func `each call ends when the folder hangs`() throws {
        try store()
        let target = folder.url.appendingPathComponent("back")
        let calls: [() throws -> Void] = [
            { _ = try place.size(of: name) },
            { try place.listObjects(withPrefix: "") { _, _ in } },
            {
                try place.putObject(
                    name,
                    from: folder.file("other", bytes),
                    as: object,
                    watch: TransferWatch()
                )
            },
            { try place.getObject(name, to: target, expecting: object, watch: TransferWatch()) },
            { try place.proveObject(name, expecting: object, watch: TransferWatch()) },
            { _ = try place.readObject(name, range: 0..<1, of: object, watch: TransferWatch()) },
            { _ = try place.readObject(name, atMost: 1) },
            {
                try place.streamObject(name, byteCount: object.byteCount, watch: TransferWatch()) {
                    _ in
                }
            },
            { try place.removeObject("originals/none") },
            { try place.probe() },
        ]
        for call in calls {
            let hang = Hang(clock)
            inner.setOnCall(hang.stand)
            expectSilence(call)
            // Others do not wait for a folder that hangs.
            let begun = hang.count
            expectSilence(call)
            #expect(hang.count == begun)
            #expect(place.diskMarks.isEmpty)
            inner.setOnCall(nil)
            hang.end()
            try waitUntilAnswering()
        }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    /// The call that was left comes back by itself; nothing tells when.
    private func waitUntilAnswering() throws {
        while true {
            do {
                #expect(try place.size(of: name) == object.byteCount)
                return
            } catch let failure as RemoteFailure where failure.code == .unreachable {
                usleep(1_000)
            }
        }
    }

    @Test func `an object that comes too late touches nothing`() throws {
        try store()
        let target = folder.url.appendingPathComponent("back")
        let hang = Hang(clock)
        inner.setOnCall(hang.stand)
        expectSilence {
            try place.getObject(name, to: target, expecting: object, watch: TransferWatch())
        }
        let fromElsewhere = Data([1, 2, 3])
        try fromElsewhere.write(to: target)
        inner.setOnCall(nil)
        hang.end()
        try waitUntilAnswering()
        #expect(try Data(contentsOf: target) == fromElsewhere)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(files) == ["remote", "photo", "back"])
    }

    @Test func `cancelling ends a call that hangs`() throws {
        let hang = Hang(HangingClock())
        inner.setOnCall(hang.stand)
        let watch = TransferWatch(isCancelled: { hang.count > 0 })
        #expect {
            try place.proveObject(name, expecting: object, watch: watch)
        } throws: { error in
            (error as? RemoteFailure)?.code == .cancelled
        }
        hang.end()
    }
}

/// A clock that goes on by hand; the mutex guards its time.
final class HangingClock: Sendable {
    private let time = Mutex(SuspendingClock.now)

    @Sendable func now() -> SuspendingClock.Instant { time.withLock { $0 } }

    func advance() { time.withLock { $0 += .seconds(3_600) } }
}

/// A folder that hangs until somebody ends it; an atomic number counts the calls that it holds.
private final class Hang: Sendable {
    private let clock: HangingClock
    private let gate = DispatchSemaphore(value: 0)
    private let calls = Atomic(0)

    init(_ clock: HangingClock) { self.clock = clock }

    var count: Int { calls.load(ordering: .sequentiallyConsistent) }

    @Sendable func stand() {
        calls.add(1, ordering: .sequentiallyConsistent)
        clock.advance()
        gate.wait()
    }

    func end() {
        for _ in 0..<count { gate.signal() }
    }
}
