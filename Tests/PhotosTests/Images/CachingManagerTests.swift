import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct CachingManagerTests {
    let images: ImageLibrary
    let assets: [PHAsset]
    let manager = PHCachingImageManager()
    private let size = CGSize(width: 200, height: 200)

    init() throws {
        images = try ImageLibrary()
        assets = try images.library.addPictures(5)
    }

    /// Waits until so many pixels were made.
    private func waitForDecoding(_ count: Int) async throws {
        while images.worker.decoded.count < count { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func start(_ size: CGSize, _ options: PHImageRequestOptions? = nil) {
        manager.startCachingImages(
            for: assets,
            targetSize: size,
            contentMode: .aspectFit,
            options: options
        )
    }

    @Test func `prepared images come alone, without any decoding`() async throws {
        start(size)
        try await waitForDecoding(5)
        for asset in assets {
            let calls = await manager.calls(for: asset, size)
            #expect(calls.map(\.isDegraded) == [false])
        }
        #expect(images.worker.decoded.count == 5)
    }

    @Test func `what was asked for first is prepared until that is stopped`() async throws {
        let large = CGSize(width: 2000, height: 2000)
        start(size)
        start(large)
        try await waitForDecoding(5)
        manager.stopCachingImages(
            for: assets,
            targetSize: large,
            contentMode: .aspectFit,
            options: nil
        )
        _ = await manager.calls(for: assets[0], size)
        #expect(images.worker.decoded.allSatisfy { $0.longSide <= 256 })
        manager.stopCachingImages(
            for: assets,
            targetSize: size,
            contentMode: .aspectFit,
            options: nil
        )
        start(large)
        try await waitForDecoding(10)
        #expect(images.worker.decoded.suffix(5).allSatisfy { $0.longSide == 4000 })
    }

    @Test func `stopping drops what was prepared`() async throws {
        start(size)
        try await waitForDecoding(5)
        for asset in assets { _ = await manager.calls(for: asset, size) }
        manager.stopCachingImagesForAllAssets()
        _ = await manager.calls(for: assets[0], size)
        #expect(images.worker.decoded.count == 6)
    }

    @Test func `an asset of nobody prepares nothing`() async throws {
        manager.startCachingImages(
            for: [PHAsset()],
            targetSize: size,
            contentMode: .aspectFit,
            options: nil
        )
        manager.stopCachingImagesForAllAssets()
        #expect(images.worker.asked.isEmpty)
    }
}
