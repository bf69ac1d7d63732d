import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ImageDataTests {
    let library: TestLibrary
    let manager = PHImageManager.default()

    init() throws { library = try TestLibrary() }

    private struct Call {
        var data: Data?
        var type: String?
        var orientation: CGImagePropertyOrientation
        var facts: [AnyHashable: Any]?
    }

    private func call(_ asset: PHAsset) -> Call? {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        var calls: [Call] = []
        manager.requestImageDataAndOrientation(for: asset, options: options) {
            calls.append(Call(data: $0, type: $1, orientation: $2, facts: $3))
        }
        #expect(calls.count == 1)
        return calls.first
    }

    @Test func `the file comes with its type and its orientation`() throws {
        let turned = Data(TestJPEG(exif: ExifFields(orientation: 6)).data())
        let name = Box<String>()
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: turned, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        let call = try #require(call(try library.asset(name.value ?? "")))
        #expect(call.data == turned)
        #expect(call.type == "public.jpeg")
        #expect(call.orientation == .right)
        #expect(call.facts?[PHImageErrorKey] == nil)
    }

    @Test func `without waiting it comes once too`() async throws {
        let asset = try library.addPicture(seed: 3)
        let data = await withCheckedContinuation { continuation in
            manager.requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, _ in
                continuation.resume(returning: data)
            }
        }
        #expect(data == TestLibrary.picture(seed: 3))
    }

    @Test func `a video has none`() throws {
        let call = try #require(call(try library.addMovie()))
        #expect(call.data == nil && call.type == nil)
        let error = call.facts?[PHImageErrorKey] as? PHPhotosError
        #expect(error?.code == .requestNotSupportedForAsset)
    }

    @Test func `options have Apple's defaults, and are copied`() throws {
        let options = PHImageRequestOptions()
        #expect(options.version == .current && options.deliveryMode == .opportunistic)
        #expect(options.resizeMode == .fast && options.normalizedCropRect == .zero)
        #expect(!options.isSynchronous && !options.isNetworkAccessAllowed && !options.preferHDR)
        #expect(!options.allowSecondaryDegradedImage && options.progressHandler == nil)
        options.targetHDRHeadroom = 0.5
        #expect(options.targetHDRHeadroom == 0)
        options.targetHDRHeadroom = 2
        options.version = .original
        options.isSynchronous = true
        let copy = try #require(options.copy() as? PHImageRequestOptions)
        #expect(copy !== options && copy.version == .original && copy.isSynchronous)
        #expect(copy.targetHDRHeadroom == 2)
    }
}
