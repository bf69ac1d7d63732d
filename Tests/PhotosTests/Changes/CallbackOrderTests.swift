import Foundation
import Photos
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct CallbackOrderTests {
    /// Notes what it is told, and answers by a change of its own if asked.
    final class Listener: NSObject, PHPhotoLibraryChangeObserver, Sendable {
        let log: Mutex<[String]> = Mutex([])
        let answer: @Sendable () -> Void

        init(_ answer: @escaping @Sendable () -> Void = {}) { self.answer = answer }

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            log.withLock { $0.append("observer") }
            answer()
        }

        func note(_ line: String) { log.withLock { $0.append(line) } }
    }

    @Test(.timeLimit(.minutes(20)))
    func `handlers are called in the order of the blocks`() async throws {
        let library = try TestLibrary()
        let listener = Listener()
        await withCheckedContinuation { (last: CheckedContinuation<Void, Never>) in
            for number in 0..<8 {
                library.photos.performChanges {
                    _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: "\(number)"
                    )
                } completionHandler: { _, _ in
                    listener.note("\(number)")
                    if number == 7 { last.resume() }
                }
            }
        }
        let titles: [String] = (0..<8).map { "\($0)" }
        #expect(listener.log.withLock { $0 } == titles)
        #expect(library.topLevel.all.map(\.localizedTitle) == titles)
    }

    @Test(.timeLimit(.minutes(20)))
    func `observers hear of a block before its handler`() async throws {
        let library = try TestLibrary()
        let listener = Listener()
        library.photos.register(listener)
        await withCheckedContinuation { continuation in
            library.photos.performChanges {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
            } completionHandler: { _, _ in
                listener.note("handler")
                continuation.resume()
            }
        }
        #expect(listener.log.withLock { $0 } == ["observer", "handler"])
    }

    @Test(.timeLimit(.minutes(20)))
    func `a handler may start another block, also one it waits for`() async throws {
        let library = try TestLibrary()
        await withCheckedContinuation { continuation in
            library.photos.performChanges {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "first"
                )
            } completionHandler: { _, _ in
                try? library.photos.performChangesAndWait {
                    _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: "second"
                    )
                }
                library.photos.performChanges {
                    _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: "third"
                    )
                } completionHandler: { _, _ in
                    continuation.resume()
                }
            }
        }
        #expect(library.topLevel.all.map(\.localizedTitle) == ["first", "second", "third"])
    }

    @Test(.timeLimit(.minutes(20)))
    func `an observer may change the library and wait for it`() async throws {
        let library = try TestLibrary()
        let count = Mutex(0)
        let listener = Listener {
            guard
                count.withLock({
                    $0 += 1
                    return $0
                }) < 3
            else { return }
            try? library.photos.performChangesAndWait {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                    withTitle: "answer"
                )
            }
        }
        library.photos.register(listener)
        try await library.photos.performChanges {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "question"
            )
        }
        while count.withLock({ $0 }) < 3 { await Task.yield() }
        #expect(library.topLevel.all.map(\.localizedTitle) == ["question", "answer", "answer"])
    }

    @Test func `the asynchronous form throws what the handler would get`() async throws {
        let library = try TestLibrary()
        await #expect(throws: PHPhotosError.self) {
            try await library.photos.performChanges { _ = PHAssetCreationRequest.forAsset() }
        }
        do {
            try await library.photos.performChanges { _ = PHAssetCreationRequest.forAsset() }
        } catch PHPhotosError.missingResource {
            return
        }
        Issue.record("The error was not matched by its code.")
    }

    @Test func `a block may be left without a handler`() throws {
        let library = try TestLibrary()
        library.photos.performChanges {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
        }
        try library.change {}
        #expect(library.topLevel.count == 1)
    }
}
