import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Images that are prepared from files in a remote.
@Suite(.permit) struct DistantCachingTests {
    let images: ImageLibrary
    let asset: PHAsset
    let manager = PHImageManager()

    init() throws {
        images = try ImageLibrary()
        asset = try images.library.addPicture()
    }

    private let large = CGSize(width: 2000, height: 2000)

    /// Stores previews, and lets the original leave.
    private func sendAway(_ sizes: [PreviewSize] = PreviewSize.allCases) throws {
        let resource = try #require(PHAssetResource.assetResources(for: asset).first?.record)
        for size in sizes { _ = try images.library.store.pictures.preview(size, of: resource) }
        try images.library.sendAway(asset, to: images.remote)
    }

    private func startCaching(
        _ manager: PHCachingImageManager,
        _ assets: [PHAsset],
        _ allowed: Bool
    ) {
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = allowed
        manager.startCachingImages(
            for: assets,
            targetSize: large,
            contentMode: .aspectFit,
            options: options
        )
    }

    @Test func `a caching manager fetches ahead, two at a time`() async throws {
        let caching = PHCachingImageManager()
        let others = try images.library.addPictures(8)
        for other in others { try images.library.sendAway(other, to: images.remote) }
        startCaching(caching, others, true)
        while images.worker.decoded.count < 8 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(images.remote.mostRunning <= 2 && images.remote.begun.count == 8)
        for other in others {
            let calls = await caching.calls(for: other, large) { $0.isNetworkAccessAllowed = true }
            #expect(calls.map(\.isDegraded) == [false])
        }
        #expect(images.worker.decoded.count == 8)
    }

    @Test func `nothing is fetched ahead without permission`() async throws {
        let caching = PHCachingImageManager()
        try sendAway()
        startCaching(caching, [asset], false)
        _ = await caching.calls(for: asset, large)
        #expect(images.remote.begun.isEmpty)
    }

    @Test func `stopping cancels what was fetched ahead`() async throws {
        let caching = PHCachingImageManager()
        let others = try images.library.addPictures(8)
        for other in others { try images.library.sendAway(other, to: images.remote) }
        images.remote.hold()
        startCaching(caching, others, true)
        try await images.remote.waitForTransfers(2)
        caching.stopCachingImagesForAllAssets()
        try await images.remote.waitForEnd()
        images.remote.hold(false)
        try await Task.sleep(for: .milliseconds(50))
        try await images.remote.waitForEnd()
        #expect(Set(images.remote.cancelled) == Set(images.remote.begun))
        #expect(images.worker.decoded.isEmpty)
    }

    @Test func `a request goes before what is fetched ahead, and takes it over`() async throws {
        let caching = PHCachingImageManager()
        let others = try images.library.addPictures(4)
        for other in others { try images.library.sendAway(other, to: images.remote) }
        images.remote.hold()
        startCaching(caching, others, true)
        try await images.remote.waitForTransfers(2)
        // The transfers of these two have not begun, because two others are held.
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
        let calls = Collected<ImageCall>()
        caching.requestImage(
            for: others[3],
            targetSize: large,
            contentMode: .aspectFit,
            options: options
        ) { calls.add(ImageCall($0, $1)) }
        try await images.remote.waitForTransfers(3)
        caching.stopCachingImagesForAllAssets()
        images.remote.hold(false)
        while calls.values.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(calls.values.first?.image != nil)
    }
}
