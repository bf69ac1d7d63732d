import Foundation
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ImageRequestTests {
    let images: ImageLibrary
    let asset: PHAsset
    let manager = PHImageManager()

    init() throws {
        images = try ImageLibrary()
        asset = try images.library.addPicture()
    }

    private func store(_ size: PreviewSize) throws {
        let resource = try #require(PHAssetResource.assetResources(for: asset).first?.record)
        _ = try images.library.store.pictures.preview(size, of: resource)
    }

    private let thumbnail = CGSize(width: 256, height: 256)
    private let large = CGSize(width: 2000, height: 2000)

    @Test func `an image comes with the number of its request`() async throws {
        let calls = await manager.calls(for: asset, thumbnail)
        let call = try #require(calls.first)
        #expect(calls.count == 1)
        #expect(call.size == CGSize(width: 256, height: 192))
        #expect(!call.isDegraded && !call.isCancelled && call.error == nil)
        #expect(call.number.map { $0 > PHInvalidImageRequestID } == true)
    }

    @Test func `a stored preview stands in until the image is there`() async throws {
        try store(.grid)
        let calls = await manager.calls(for: asset, large)
        #expect(calls.map(\.isDegraded) == [true, false])
        #expect(calls.first?.size == CGSize(width: 256, height: 192))
        #expect(calls.last?.size == CGSize(width: 2000, height: 1500))
        #expect(Set(calls.map(\.number)).count == 1)
    }

    @Test func `a second stand-in comes where it is allowed`() async throws {
        try store(.screen)
        let calls = await manager.calls(for: asset, large) { $0.allowSecondaryDegradedImage = true }
        #expect(calls.map(\.isDegraded) == [true, true, false])
        #expect(calls.map { $0.size?.width } == [256, 1024, 2000])
    }

    @Test func `an image that is kept comes alone, and is not made again`() async throws {
        try store(.grid)
        _ = await manager.calls(for: asset, large)
        let made = images.worker.asked.count
        let again = await manager.calls(for: asset, large)
        #expect(again.map(\.isDegraded) == [false])
        #expect(images.worker.asked.count == made)
        manager.forgetPictures()
        #expect(await manager.calls(for: asset, large).map(\.isDegraded) == [true, false])
    }

    @Test func `high quality comes alone`() async throws {
        try store(.screen)
        let calls = await manager.calls(for: asset, large) {
            $0.deliveryMode = .highQualityFormat
            $0.allowSecondaryDegradedImage = true
        }
        #expect(calls.map(\.isDegraded) == [false])
    }

    @Test func `fast comes alone, as a stand-in where that is faster`() async throws {
        try store(.screen)
        let calls = await manager.calls(for: asset, large, count: 1) {
            $0.deliveryMode = .fastFormat
        }
        #expect(calls.map(\.isDegraded) == [true])
        #expect(calls.first?.size?.width == 1024)
        let small = await manager.calls(for: asset, thumbnail) { $0.deliveryMode = .fastFormat }
        #expect(small.map(\.isDegraded) == [false])
    }

    @Test(arguments: [
        PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat,
    ])
    func `a synchronous request calls once, on this thread, before it returns`(
        _ mode: PHImageRequestOptionsDeliveryMode
    ) throws {
        try store(.screen)
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.deliveryMode = mode
        let thread = Thread.current
        var calls: [ImageCall] = []
        let number = manager.requestImage(
            for: asset,
            targetSize: large,
            contentMode: .aspectFill,
            options: options
        ) { image, facts in
            calls.append(ImageCall(image, facts))
            #expect(Thread.current === thread)
        }
        #expect(calls.count == 1)
        #expect(calls.first?.isDegraded == false)
        #expect(calls.first?.number == number)
        #expect(calls.first?.size == CGSize(width: 2667, height: 2000))
    }

    @Test func `a thumbnail is decoded out of the stored preview, not of the file`() async throws {
        try store(.grid)
        _ = await manager.calls(for: asset, thumbnail)
        #expect(images.worker.decoded.map(\.longSide) == [256])
        _ = await manager.calls(for: asset, CGSize(width: 120, height: 90))
        #expect(images.worker.decoded.count == 1)
    }

    @Test func `the exact size and the part asked for are what the worker makes`() async throws {
        let calls = await manager.calls(for: asset, CGSize(width: 1500, height: 1500), .aspectFill)
        {
            $0.resizeMode = .exact
        }
        #expect(calls.last?.size == CGSize(width: 1500, height: 1500))
        let request = try #require(images.worker.decoded.last?.request)
        #expect(request.crop == UnitRectangle(x: 0.125, y: 0, width: 0.75, height: 1))
        #expect(
            request.renditions == [PictureRendition(.exactly(width: 1500, height: 1500), .pixels)]
        )
    }

    @Test func `the largest image is the whole file`() async throws {
        let calls = await manager.calls(for: asset, PHImageManagerMaximumSize)
        #expect(calls.last?.size == CGSize(width: 4000, height: 3000))
    }

    // MARK: Errors

    private func failure(of asset: PHAsset, _ size: CGSize) async -> PHPhotosError? {
        let calls = await manager.calls(for: asset, size)
        #expect(calls.count == 1 && calls.first?.image == nil)
        return calls.first?.error
    }

    @Test func `a damaged file is an invalid resource, with the sentence`() async throws {
        images.worker.fail(MediaFileError(.damaged, "it ends early"))
        let error = await failure(of: asset, large)
        #expect(error?.code == .invalidResource)
        #expect(error?.localizedDescription.contains("it ends early") == true)
    }

    @Test func `a missing worker is an error that says how to install it`() async throws {
        images.worker.fail(MediaWorkerError(.notFound))
        let error = await failure(of: asset, thumbnail)
        #expect(error?.code == .accessRestricted)
        #expect(error?.localizedDescription.contains("photokit-media was not found") == true)
    }

    @Test func `a stand-in may come before the error`() async throws {
        try store(.grid)
        // The preview is decoded before anything fails.
        _ = await manager.calls(for: asset, thumbnail)
        images.worker.fail(MediaFileError(.damaged, "it ends early"))
        let calls = await manager.calls(for: asset, large)
        #expect(calls.map(\.isDegraded) == [true, false])
        #expect(calls.last?.error?.code == .invalidResource)
    }

    @Test func `an asset of nobody has no image`() async throws {
        #expect(await failure(of: PHAsset(), thumbnail)?.code == .missingResource)
    }

    @Test func `a file that is gone is missing`() async throws {
        for file in images.library.files {
            try FileManager.default.removeItem(
                at: images.library.store.layout.root.appendingPathComponent(file)
            )
        }
        #expect(await failure(of: asset, large)?.code == .missingResource)
    }

    @Test func `an error in the dictionary is found by the casts in use`() async throws {
        images.worker.fail(MediaFileError(.damaged, "it ends early"))
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            manager.requestImage(
                for: asset,
                targetSize: large,
                contentMode: .default,
                options: nil
            ) { _, facts in
                #expect(facts?[PHImageErrorKey] is PHPhotosError)
                #expect(facts?[PHImageErrorKey] as? any Error != nil)
                #expect(
                    (facts?[PHImageErrorKey] as? any Error).map { ($0 as NSError).code } == 3302
                )
                #expect((facts?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue == false)
                #expect(facts?[PHImageResultRequestIDKey] as? Int != nil)
                continuation.resume()
            }
        }
    }
}
