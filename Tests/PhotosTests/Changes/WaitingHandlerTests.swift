import Foundation
import Photos
import Synchronization
import TestPermits
import Testing

/// An observer or a handler may wait for the handler of another block or request: none keeps the others from being called.
@Suite(.permit) struct WaitingHandlerTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    final class Listener: NSObject, PHPhotoLibraryChangeObserver, Sendable {
        private let body: @Sendable (PHChange) -> Void
        private let counts = Mutex((calls: 0, atOnce: 0, mostAtOnce: 0))

        init(_ body: @escaping @Sendable (PHChange) -> Void = { _ in }) { self.body = body }

        var calls: Int { counts.withLock { $0.calls } }
        var mostAtOnce: Int { counts.withLock { $0.mostAtOnce } }

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            counts.withLock { counts in
                counts.calls += 1
                counts.atOnce += 1
                counts.mostAtOnce = max(counts.mostAtOnce, counts.atOnce)
            }
            body(changeInstance)
            counts.withLock { $0.atOnce -= 1 }
        }
    }

    private static func makeAlbum(_ title: String = "A") {
        _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
    }

    /// Carries out a block and waits for its handler on the thread that asks.
    private static func waitForBlock(_ library: PHPhotoLibrary, _ title: String) {
        let done = DispatchSemaphore(value: 0)
        library.performChanges {
            makeAlbum(title)
        } completionHandler: { _, _ in
            done.signal()
        }
        done.wait()
    }

    @Test(.timeLimit(.minutes(20)))
    func `a handler waits for the handler of another block`() async throws {
        let photos = library.photos
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            photos.performChanges {
                Self.makeAlbum("first")
            } completionHandler: { _, _ in
                Self.waitForBlock(photos, "second")
                continuation.resume()
            }
        }
        #expect(library.topLevel.all.map(\.localizedTitle) == ["first", "second"])
    }

    @Test(.timeLimit(.minutes(20)))
    func `an observer waits for the handler of a block of its own`() async throws {
        let photos = library.photos
        let isFirst = Mutex(true)
        let listener = Listener { _ in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isFirst { Self.waitForBlock(photos, "answer") }
        }
        photos.register(listener)
        await library.settle { Self.makeAlbum("question") }
        while listener.calls < 2 { await Task.yield() }
        #expect(listener.mostAtOnce == 1)
        #expect(library.topLevel.all.map(\.localizedTitle) == ["question", "answer"])
    }

    @Test(.timeLimit(.minutes(20)))
    func `an observer waits for the handler of somebody else's block`() async throws {
        let photos = library.photos
        let (isIn, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isFirst = Mutex(true)
        let listener = Listener { _ in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return }
            isIn.signal()
            isDone.wait()
        }
        photos.register(listener)
        let other = Thread {
            isIn.wait()
            Self.waitForBlock(photos, "other")
            isDone.signal()
        }
        other.start()
        await library.settle { Self.makeAlbum("one") }
        while listener.calls < 2 { await Task.yield() }
        #expect(listener.mostAtOnce == 1)
    }

    @Test(.timeLimit(.minutes(20)))
    func `an observer that is stuck keeps neither others nor handlers waiting`() async throws {
        let photos = library.photos
        let release = DispatchSemaphore(value: 0)
        let seen = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: library.options()
        )
        let counts = Mutex<[Int]>([])
        let stuck = Listener { _ in release.wait() }
        let free = Listener { change in
            let count = change.changeDetails(for: seen)?.fetchResultAfterChanges.count ?? 0
            counts.withLock { $0.append(count) }
        }
        photos.register(stuck)
        photos.register(free)
        for number in 1...5 { await library.settle { Self.makeAlbum("\(number)") } }
        while counts.withLock({ $0.last }) != 5 { await Task.yield() }
        #expect(counts.withLock { $0 == $0.sorted() })
        #expect(free.mostAtOnce == 1 && stuck.calls == 1)
        // What was committed meanwhile, it is told together.
        release.signal()
        release.signal()
        while stuck.calls < 2 { await Task.yield() }
        await library.settle()
        #expect(stuck.calls == 2 && stuck.mostAtOnce == 1)
    }

    @Test(.timeLimit(.minutes(20)))
    func `a handler of data asks for data and waits for it`() async throws {
        let first = try library.addPicture(seed: 1)
        let second = try library.addPicture(seed: 2)
        let resources = [first, second].map { PHAssetResource.assetResources(for: $0)[0] }
        let manager = PHAssetResourceManager.default()
        let inner = Mutex(0)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            manager.requestData(for: resources[0], options: nil) { _ in
                let done = DispatchSemaphore(value: 0)
                manager.requestData(for: resources[1], options: nil) { data in
                    inner.withLock { $0 += data.count }
                } completionHandler: { _ in
                    done.signal()
                }
                done.wait()
            } completionHandler: { _ in
                continuation.resume()
            }
        }
        #expect(inner.withLock { $0 } == resources[1].dataSize)
    }

    @Test(.timeLimit(.minutes(20)))
    func `a handler of a video asks for another and waits for it`() async throws {
        let movie = try library.addMovie()
        let manager = PHImageManager.default()
        let found = await withCheckedContinuation {
            (continuation: CheckedContinuation<Bool, Never>) in
            manager.requestAVAsset(forVideo: movie, options: nil) { _, _, _ in
                let done = DispatchSemaphore(value: 0)
                let isThere = Mutex(false)
                manager.requestAVAsset(forVideo: movie, options: nil) { asset, _, _ in
                    isThere.withLock { $0 = asset != nil }
                    done.signal()
                }
                done.wait()
                continuation.resume(returning: isThere.withLock { $0 })
            }
        }
        #expect(found)
    }

    /// Square in their number, these would take minutes.
    @Test(.timeLimit(.minutes(20)))
    func `twenty thousand observers`() async throws {
        let listeners = (0..<20_000).map { _ in Listener() }
        for listener in listeners { library.photos.register(listener) }
        for listener in listeners { library.photos.register(listener) }
        await library.settle { Self.makeAlbum() }
        // A call that takes longer than the queue's patience on a busy machine ends after the handler.
        while listeners.contains(where: { $0.calls == 0 }) {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(listeners.allSatisfy { $0.calls == 1 })
        for listener in listeners.dropFirst() { library.photos.unregisterChangeObserver(listener) }
        await library.settle { Self.makeAlbum() }
        while listeners[0].calls < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(listeners[0].calls == 2 && listeners[1].calls == 1)
    }

    @Test func `observers that are gone leave room for new ones`() async throws {
        for _ in 0..<3 {
            for _ in 0..<1_000 { library.photos.register(Listener()) }
            let listener = Listener()
            library.photos.register(listener)
            await library.settle { Self.makeAlbum() }
            #expect(listener.calls == 1)
        }
    }
}
