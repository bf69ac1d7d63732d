import Dispatch
import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Requests that meet while a picture is being made; one at a time, since each holds a thread of the process up.
@Suite(.permit, .serialized) struct ImageRequestOverlapTests {
    /// Makes pictures once it is let.
    private final class Gate: Sendable {
        let begun = DispatchSemaphore(value: 0)
        let opened = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        /// The number of pictures whose work was cancelled.
        let cancelledCount = Mutex(0)

        func pictures(_ request: PictureRequest) throws -> [Picture] {
            count.withLock { $0 += 1 }
            WorkCancellation.current?.onCancel {
                self.cancelledCount.withLock { $0 += 1 }
                self.opened.signal()
            }
            begun.signal()
            opened.wait()
            if WorkCancellation.current?.isCancelled == true { throw MediaWorkerError(.cancelled) }
            return request.renditions.map { _ in
                Picture(width: 2, height: 1, format: .pixels, bytes: Data(count: 8))
            }
        }

        /// Waits for a picture to begin without holding up the tests' own threads.
        func waitForBeginning() async {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    self.begun.wait()
                    continuation.resume()
                }
            }
        }
    }

    private let gate = Gate()
    private let library: TestLibrary
    private let asset: PHAsset

    init() throws {
        library = try TestLibrary(pictures: { [gate] _, request in try gate.pictures(request) })
        asset = try library.addPicture()
    }

    private func request(
        _ manager: PHImageManager,
        _ calls: Collected<ImageCall>
    ) -> PHImageRequestID {
        manager.requestImage(
            for: asset,
            targetSize: PHImageManagerMaximumSize,
            contentMode: .default,
            options: nil
        ) { image, facts in
            calls.add(ImageCall(image, facts))
        }
    }

    /// Waits until so many calls came.
    private func wait(for count: Int, _ calls: Collected<ImageCall>) async throws {
        while calls.values.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func `equal requests are made once`() async throws {
        let manager = PHImageManager()
        let calls = Collected<ImageCall>()
        _ = request(manager, calls)
        await gate.waitForBeginning()
        _ = request(manager, calls)
        _ = request(manager, calls)
        gate.opened.signal()
        try await wait(for: 3, calls)
        #expect(gate.count.withLock { $0 } == 1)
        #expect(calls.values.allSatisfy { $0.image != nil && $0.error == nil })
    }

    @Test func `a cancelled request says so once, and gives no image`() async throws {
        let manager = PHImageManager()
        let calls = Collected<ImageCall>()
        let number = request(manager, calls)
        await gate.waitForBeginning()
        manager.cancelImageRequest(number)
        manager.cancelImageRequest(number)
        try await wait(for: 1, calls)
        // The work has ended by itself. What is asked for after it comes after it.
        let later = Collected<ImageCall>()
        _ = request(manager, later)
        gate.opened.signal()
        try await wait(for: 1, later)
        #expect(gate.cancelledCount.withLock { $0 } == 1)
        #expect(later.values.first?.image != nil)
        #expect(calls.values.map(\.isCancelled) == [true])
        #expect(calls.values.first?.image == nil && calls.values.first?.number == number)
    }

    @Test func `a picture that another request wants, too, is made to its end`() async throws {
        let manager = PHImageManager()
        let (first, second) = (Collected<ImageCall>(), Collected<ImageCall>())
        let number = request(manager, first)
        await gate.waitForBeginning()
        let other = request(manager, second)
        manager.cancelImageRequest(number)
        try await wait(for: 1, first)
        gate.opened.signal()
        try await wait(for: 1, second)
        #expect(first.values.map(\.isCancelled) == [true])
        #expect(second.values.first?.image != nil && second.values.first?.number == other)
    }

    @Test func `another request's number cancels nothing`() async throws {
        let manager = PHImageManager()
        let calls = Collected<ImageCall>()
        let number = request(manager, calls)
        await gate.waitForBeginning()
        manager.cancelImageRequest(PHInvalidImageRequestID)
        manager.cancelImageRequest(number &+ 1_000_000)
        gate.opened.signal()
        try await wait(for: 1, calls)
        #expect(calls.values.first?.image != nil)
    }
}
