import Foundation
import GRDB
import Photos
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Requests for the data of large files that are in a remote alone: the data arrive as they come.
@Suite(.permit) struct DistantStreamTests {
    private static let part = 4 << 20

    let remote: RemoteFake
    let library: TestLibrary
    let resource: PHAssetResource
    let data: Data
    let manager = PHAssetResourceManager.default()

    init() throws {
        remote = RemoteFake()
        library = try TestLibrary(remote: remote)
        var data = TestLibrary.picture(seed: 5)
        var random = SeededNumbers(seed: 5)
        data.append(contentsOf: random.bytes(count: 3 * Self.part + 70_000))
        self.data = data
        let bytes = data
        let name = Box<String>()
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: bytes, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        let asset = try library.asset(name.value ?? "")
        resource = try #require(PHAssetResource.assetResources(for: asset).first)
        try library.sendAway(asset, to: remote)
    }

    /// What a request gave.
    private struct Answer: Sendable {
        var data: Data
        var code: PHPhotosError.Code?
        var progress: [Double]
    }

    /// The data that a request gave so far.
    private final class Gathering: Sendable {
        private let parts = Mutex<(data: Data, mostAtOnce: Int, atOnce: Int)>((Data(), 0, 0))
        let pause: Double

        init(pause: Double = 0) { self.pause = pause }

        var data: Data { parts.withLock { $0.data } }
        var mostAtOnce: Int { parts.withLock { $0.mostAtOnce } }

        func add(_ data: Data) {
            parts.withLock { parts in
                parts.atOnce += 1
                parts.mostAtOnce = max(parts.mostAtOnce, parts.atOnce)
                parts.data += data
            }
            if pause > 0 { Thread.sleep(forTimeInterval: pause) }
            parts.withLock { $0.atOnce -= 1 }
        }

        func wait(for count: Int) async throws {
            while data.count < count { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    private func read(
        into gathering: Gathering = Gathering(),
        begun: (PHAssetResourceDataRequestID) -> Void = { _ in }
    ) async -> Answer {
        let progress = Collected<Double>()
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { progress.add($0) }
        let error = await withCheckedContinuation { continuation in
            let id = manager.requestData(for: resource, options: options) { data in
                gathering.add(data)
            } completionHandler: { error in
                continuation.resume(returning: error as? PHPhotosError)
            }
            begun(id)
        }
        return Answer(data: gathering.data, code: error?.code, progress: progress.values)
    }

    private var isLocal: Bool { resource.value(forKey: "locallyAvailable") as? Bool == true }

    @Test func `parts arrive before the whole file has come`() async throws {
        remote.hold(from: Int64(2 * Self.part))
        let gathering = Gathering()
        async let answer = read(into: gathering)
        try await gathering.wait(for: 2 * Self.part)
        #expect(gathering.data == data.prefix(2 * Self.part) && !isLocal)
        remote.hold(from: nil)
        let whole = await answer
        #expect(whole.code == nil && whole.data == data && isLocal)
        #expect(whole.progress.last == 1 && whole.progress == whole.progress.sorted())
        #expect(remote.begun.isEmpty && remote.given.count == 4)
    }

    @Test func `cancelling in the middle ends the request and its transfer`() async throws {
        remote.hold(from: Int64(Self.part))
        let gathering = Gathering()
        let (remote, manager) = (remote, manager)
        let answer = await read(into: gathering) { id in
            Task {
                try await gathering.wait(for: Self.part)
                // Between two parts there is no transfer that could be cancelled.
                try await remote.waitForBegin()
                manager.cancelDataRequest(id)
            }
        }
        #expect(answer.code == .userCancelled && answer.data == data.prefix(Self.part))
        try await remote.waitForEnd()
        #expect(!remote.cancelled.isEmpty && !isLocal)
        remote.hold(from: nil)
        #expect(await read().data == data)
    }

    @Test func `requests for one file share its parts, and one that comes later gets all of them`()
        async throws
    {
        remote.hold(from: Int64(Self.part))
        let (first, second) = (Gathering(), Gathering())
        async let one = read(into: first)
        try await first.wait(for: Self.part)
        async let two = read(into: second)
        try await second.wait(for: Self.part)
        remote.hold(from: nil)
        let answers = await (one, two)
        #expect(answers.0.data == data && answers.1.data == data)
        #expect(answers.1.progress.last == 1)
        #expect(remote.given.count == 4)
    }

    @Test func `one of two requests may leave the transfer`() async throws {
        remote.hold(from: Int64(Self.part))
        let (first, second) = (Gathering(), Gathering())
        let (remote, manager) = (remote, manager)
        async let two = read(into: second)
        let one = await read(into: first) { id in
            Task {
                try await first.wait(for: Self.part)
                try await second.wait(for: Self.part)
                manager.cancelDataRequest(id)
                remote.hold(from: nil)
            }
        }
        #expect(one.code == .userCancelled && data.starts(with: one.data))
        #expect(await two.data == data)
        #expect(remote.given.count == 4)
    }

    @Test func `a slow handler gets all data, one call at a time`() async throws {
        remote.hold(from: Int64(Self.part))
        let gathering = Gathering(pause: 0.02)
        async let answer = read(into: gathering)
        try await gathering.wait(for: 1)
        remote.hold(from: nil)
        #expect(await answer.data == data)
        #expect(gathering.mostAtOnce == 1)
    }

    @Test func `other requests are carried out while a stream waits`() async throws {
        let near = try library.addPicture(seed: 6)
        let other = try #require(PHAssetResource.assetResources(for: near).first)
        remote.hold(from: Int64(Self.part))
        let gathering = Gathering()
        async let far = read(into: gathering)
        try await gathering.wait(for: Self.part)
        let small = Collected<Data>()
        let manager = manager
        _ = await withCheckedContinuation { continuation in
            manager.requestData(for: other, options: nil) {
                small.add($0)
            } completionHandler: {
                continuation.resume(returning: $0 as? PHPhotosError)
            }
        }
        #expect(small.values.reduce(Data(), +) == TestLibrary.picture(seed: 6))
        remote.hold(from: nil)
        #expect(await far.data == data)
    }

    @Test func `a network that fails in the middle is told after the parts that came`() async throws
    {
        remote.hold(from: Int64(Self.part))
        let gathering = Gathering()
        async let answer = read(into: gathering)
        try await gathering.wait(for: Self.part)
        remote.fail(RemoteFake.away)
        remote.hold(from: nil)
        let failed = await answer
        #expect(failed.code == .networkError && failed.data == data.prefix(Self.part))
        #expect(failed.progress.max().map { $0 < 1 } == true && !isLocal)
        remote.fail(nil)
        #expect(await read().data == data)
    }

    @Test func `a remote without ranges gives the whole file`() async throws {
        remote.refuseRanges()
        let answer = await read()
        #expect(answer.code == nil && answer.data == data && isLocal)
        #expect(remote.begun.count == 1)
    }

    @Test func `a file without checksums of parts is fetched whole`() async throws {
        try library.store.core.onWriter { db in try db.execute(sql: "DELETE FROM part_hashes") }
        #expect(await read().data == data)
        #expect(remote.begun.count == 1 && remote.given.isEmpty)
    }

    @Test func `checksums of parts that do not belong to the file are removed`() async throws {
        let record = try #require(resource.record)
        let object = RemoteObject(checksum: record.checksum, byteCount: record.byteCount)
        // The parts of other bytes, which the remote has now.
        var other = data
        other[10] ^= 1
        var hasher = PartHasher()
        hasher.add(other)
        let place = try #require(try library.store.remotes.all().first)
        let found = hasher.finish(object)
        let hashes = try #require(found)
        try library.store.remotes.recordOutcomes([(object, .proved)], hashes: [hashes], in: place)
        remote.keep(other, record.checksum)
        #expect(await read().code == .networkError)
        #expect(try library.store.remotes.partHashes(of: record) == nil && !isLocal)
    }

    @Test func `a range reader and a stream share what came`() async throws {
        let record = try #require(resource.record)
        let reader = RangeReader(record, in: library.store.transfers)
        let middle = Int64(Self.part) + 5..<Int64(Self.part) + 900
        let bytes = try reader.readRange(middle, access: NetworkAccess())
        #expect(bytes == data[Int(middle.lowerBound)..<Int(middle.upperBound)])
        #expect(remote.given.count == 1)
        #expect(try reader.readRange(middle, access: NetworkAccess()) == bytes)
        #expect(await read().data == data)
        // The stream did not fetch the part again.
        #expect(remote.given.count == 4 && isLocal)
    }

    @Test func `readers that need the same part fetch it once`() async throws {
        let record = try #require(resource.record)
        let store = library.store
        remote.hold(from: 0)
        let (data, remote) = (data, remote)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let start = Int64(number) * 1_000
                    let bytes = try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(
                                with: Result {
                                    try RangeReader(record, in: store.transfers)
                                        .readRange(start..<start + 500, access: NetworkAccess())
                                }
                            )
                        }
                    }
                    #expect(bytes == data[Int(start)..<Int(start) + 500])
                }
            }
            while remote.running == 0 { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: .milliseconds(30))
            remote.hold(from: nil)
            try await group.waitForAll()
        }
        #expect(remote.given == [0..<Int64(Self.part)])
    }
}
