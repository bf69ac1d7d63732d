import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Requests for images of files that are in a remote alone.
@Suite(.permit) struct DistantImageTests {
    let images: ImageLibrary
    let asset: PHAsset
    let manager = PHImageManager()

    init() throws {
        images = try ImageLibrary()
        asset = try images.library.addPicture()
    }

    private let thumbnail = CGSize(width: 256, height: 256)
    private let large = CGSize(width: 2000, height: 2000)

    /// Stores previews, and lets the original leave.
    private func sendAway(_ sizes: [PreviewSize] = PreviewSize.allCases) throws {
        let resource = try #require(PHAssetResource.assetResources(for: asset).first?.record)
        for size in sizes { _ = try images.library.store.pictures.preview(size, of: resource) }
        try images.library.sendAway(asset, to: images.remote)
    }

    // MARK: Without permission

    @Test func `a stored preview that suffices needs no network`() async throws {
        try sendAway([.grid])
        let calls = await manager.calls(for: asset, thumbnail)
        #expect(calls.map(\.isDegraded) == [false])
        #expect(calls.first?.image != nil && calls.first?.isInCloud == false)
        #expect(images.remote.begun.isEmpty)
    }

    @Test func `what is here comes first, then the answer that the rest is not`() async throws {
        try sendAway()
        let calls = await manager.calls(for: asset, large)
        #expect(calls.map(\.isDegraded) == [true, true, false])
        #expect(calls.map { $0.size?.width } == [256, 1024, nil])
        #expect(calls.map(\.isInCloud) == [false, false, true])
        #expect(calls.last?.error?.code == .networkAccessRequired)
        #expect(images.remote.begun.isEmpty)
    }

    @Test func `a preview does not come twice`() async throws {
        try sendAway([.grid])
        let calls = await manager.calls(for: asset, large)
        #expect(calls.map { $0.size?.width } == [256, nil])
        let again = await manager.calls(for: asset, large) {
            $0.allowSecondaryDegradedImage = true
        }
        #expect(again.map { $0.size?.width } == [256, nil])
    }

    @Test func `high quality is the whole image or nothing`() async throws {
        try sendAway()
        let calls = await manager.calls(for: asset, large) {
            $0.deliveryMode = .highQualityFormat
        }
        #expect(calls.count == 1 && calls.first?.image == nil)
        #expect(calls.first?.isInCloud == true)
        #expect(calls.first?.error?.code == .networkAccessRequired)
    }

    @Test func `fast gives the best of what is here`() async throws {
        try sendAway()
        let calls = await manager.calls(for: asset, large, count: 1) {
            $0.deliveryMode = .fastFormat
        }
        #expect(calls.map { $0.size?.width } == [1024])
        #expect(calls.first?.isInCloud == false)
    }

    @Test func `without any preview, nothing is here`() async throws {
        try sendAway([])
        for mode in [PHImageRequestOptionsDeliveryMode.fastFormat, .opportunistic] {
            let calls = await manager.calls(for: asset, thumbnail) { $0.deliveryMode = mode }
            #expect(calls.count == 1 && calls.first?.image == nil)
            #expect(calls.first?.isInCloud == true)
        }
    }

    @Test func `an image that is kept needs no file`() async throws {
        _ = await manager.calls(for: asset, large)
        try sendAway([])
        let calls = await manager.calls(for: asset, large)
        #expect(calls.count == 1 && calls.first?.image != nil)
    }

    // MARK: With permission

    @Test func `previews come first, then the fetched image`() async throws {
        try sendAway()
        let watch = ProgressWatch()
        let calls = await manager.calls(for: asset, large) { watch.attach(to: $0) }
        #expect(calls.map { $0.size?.width } == [256, 1024, 2000])
        #expect(calls.map(\.isDegraded) == [true, true, false])
        #expect(calls.allSatisfy { !$0.isInCloud && $0.error == nil })
        let fractions = watch.calls.values.map(\.fraction)
        #expect(fractions.last == 1 && fractions == fractions.sorted())
        #expect(watch.calls.values.allSatisfy { $0.isInCloud && $0.code == nil })
        #expect(Set(watch.calls.values.map(\.number)) == [calls.last?.number])
        #expect(watch.calls.values.allSatisfy { !$0.isOnMainThread })
        #expect(images.library.isLocal(asset))
    }

    @Test(arguments: [PHImageRequestOptionsDeliveryMode.highQualityFormat, .fastFormat])
    func `one call comes after the fetch`(_ mode: PHImageRequestOptionsDeliveryMode) async throws {
        try sendAway([])
        let calls = await manager.calls(for: asset, large, count: 1) {
            $0.deliveryMode = mode
            $0.isNetworkAccessAllowed = true
        }
        #expect(calls.count == 1 && calls.first?.image != nil)
        #expect(calls.first?.isDegraded == (mode == .fastFormat))
        #expect(images.remote.begun.count == 1)
    }

    @Test func `the next request needs no fetch, and no progress`() async throws {
        try sendAway()
        let watch = ProgressWatch()
        _ = await manager.calls(for: asset, large) { $0.isNetworkAccessAllowed = true }
        manager.forgetPictures()
        let calls = await manager.calls(for: asset, large) { watch.attach(to: $0) }
        #expect(calls.map(\.isDegraded) == [true, false])
        #expect(watch.calls.values.isEmpty && images.remote.begun.count == 1)
    }

    @Test func `a network that fails ends the request, and its progress, with the error`()
        async throws
    {
        try sendAway()
        images.remote.fail(RemoteFake.away)
        let watch = ProgressWatch()
        let calls = await manager.calls(for: asset, large) { watch.attach(to: $0, stopping: false) }
        #expect(calls.map { $0.size?.width } == [256, 1024, nil])
        #expect(calls.last?.error?.code == .networkError && calls.last?.isInCloud == false)
        #expect(watch.calls.values.last?.code == .networkError)
        #expect(watch.calls.values.dropLast().allSatisfy { $0.code == nil })
        images.remote.fail(nil)
        let again = await manager.calls(for: asset, large) { $0.isNetworkAccessAllowed = true }
        #expect(again.last?.image != nil)
    }

    // MARK: Synchronous requests and data

    /// Makes a request that waits, on a thread of its own.
    ///
    /// Transfers of other tests may end only when these get one of the few threads that all tests share.
    private func synchronous(
        _ configure: (PHImageRequestOptions) -> Void = { _ in }
    ) async -> [ImageCall] {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        configure(options)
        nonisolated(unsafe) let request = options
        return await withCheckedContinuation { continuation in
            Thread { [self] in
                var calls: [ImageCall] = []
                manager.requestImage(
                    for: asset,
                    targetSize: large,
                    contentMode: .aspectFit,
                    options: request
                ) { calls.append(ImageCall($0, $1)) }
                continuation.resume(returning: calls)
            }.start()
        }
    }

    @Test func `a synchronous request waits for the network`() async throws {
        try sendAway()
        let refused = await synchronous()
        #expect(refused.count == 1 && refused.first?.isInCloud == true)
        images.remote.fail(RemoteFake.away)
        let failed = await synchronous { $0.isNetworkAccessAllowed = true }
        #expect(failed.map { $0.error?.code } == [.networkError])
        images.remote.fail(nil)
        let watch = ProgressWatch()
        let stopped = await synchronous { watch.attach(to: $0, stopping: true) }
        #expect(stopped.count == 1)
        let calls = await synchronous { ProgressWatch().attach(to: $0) }
        #expect(calls.count == 1 && calls.first?.size?.width == 2000)
    }

    private struct DataAnswer: Sendable {
        var data: Data?
        var facts: ImageCall
    }

    private func data(_ configure: (PHImageRequestOptions) -> Void) async -> DataAnswer {
        let options = PHImageRequestOptions()
        configure(options)
        return await withCheckedContinuation { continuation in
            manager.requestImageDataAndOrientation(for: asset, options: options) {
                data,
                _,
                _,
                facts in
                continuation.resume(
                    returning: DataAnswer(data: data, facts: ImageCall(nil, facts))
                )
            }
        }
    }

    @Test func `the data of a photo is fetched if that is allowed`() async throws {
        try sendAway()
        let refused = await data { _ in }
        #expect(refused.data == nil && refused.facts.isInCloud)
        #expect(refused.facts.error?.code == .networkAccessRequired)
        let watch = ProgressWatch()
        images.remote.hold()
        let stopped = await data { watch.attach(to: $0, stopping: true) }
        #expect(stopped.facts.isCancelled && stopped.data == nil)
        images.remote.hold(false)
        let whole = ProgressWatch()
        let answer = await data { whole.attach(to: $0) }
        #expect(answer.data == TestLibrary.picture() && !answer.facts.isInCloud)
        #expect(whole.calls.values.last?.fraction == 1)
    }
}
