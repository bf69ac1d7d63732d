import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Cancelled requests for images of files that are in a remote alone.
@Suite(.permit) struct DistantImageCancellingTests {
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

    @Test func `the progress handler stops the request and its transfer`() async throws {
        try sendAway()
        images.remote.hold()
        let watch = ProgressWatch()
        let calls = await manager.calls(for: asset, large) { watch.attach(to: $0, stopping: true) }
        #expect(calls.last?.isCancelled == true && calls.last?.image == nil)
        #expect(calls.last?.error == nil)
        try await images.remote.waitForEnd()
        #expect(images.remote.cancelled.count == images.remote.begun.count)
        #expect(watch.calls.values.count <= 2)
    }

    @Test func `cancelling ends the transfer if nobody else waits`() async throws {
        try sendAway([])
        images.remote.hold()
        let calls = Collected<ImageCall>()
        let watches = [ProgressWatch(), ProgressWatch()]
        let numbers = watches.map { watch in
            let options = PHImageRequestOptions()
            watch.attach(to: options)
            return manager.requestImage(
                for: asset,
                targetSize: large,
                contentMode: .aspectFit,
                options: options
            ) { calls.add(ImageCall($0, $1)) }
        }
        // Only who waits for the transfer hears how far it is.
        for watch in watches { try await watch.waitForTransfer() }
        manager.cancelImageRequest(numbers[0])
        while calls.values.count < 1 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(calls.values.map(\.isCancelled) == [true])
        #expect(images.remote.running == 1 && images.remote.cancelled.isEmpty)
        manager.cancelImageRequest(numbers[1])
        try await images.remote.waitForEnd()
        while calls.values.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(images.remote.begun.count == 1 && images.remote.cancelled.count == 1)
        #expect(calls.values.map(\.isCancelled) == [true, true])
        // The next request begins anew.
        images.remote.hold(false)
        let again = await manager.calls(for: asset, large) { $0.isNetworkAccessAllowed = true }
        #expect(again.last?.image != nil && images.remote.begun.count == 2)
    }

    @Test func `many waiting requests leave the threads of pictures to others`() async throws {
        let others = try images.library.addPictures(24)
        for other in others { try images.library.sendAway(other, to: images.remote) }
        images.remote.hold()
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
        let calls = Collected<ImageCall>()
        for other in others {
            manager.requestImage(
                for: other,
                targetSize: large,
                contentMode: .aspectFit,
                options: options
            ) { calls.add(ImageCall($0, $1)) }
        }
        try await images.remote.waitForTransfers(2)
        #expect(await manager.calls(for: asset, large).last?.image != nil)
        #expect(calls.values.isEmpty)
        images.remote.hold(false)
        while calls.values.count < 24 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(calls.values.allSatisfy { $0.image != nil })
        #expect(images.remote.mostRunning <= 6)
    }
}
