import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LivePhotoTests {
    let library: TestLibrary
    let photo: URL
    let movie: URL

    init() throws {
        library = try TestLibrary(pictures: {
            try MediaExamination.shared.pictures(of: $0, for: $1)
        })
        photo = try library.file("IMG_1.JPG", Self.still("one"))
        movie = try library.file("IMG_1.MOV", Self.motion("one"))
    }

    private static func still(_ identifier: String) -> Data {
        Data(
            TestJPEG(
                width: 64,
                height: 48,
                exif: ExifFields(make: "Apple", contentIdentifier: identifier)
            ).data()
        )
    }

    private static func motion(_ identifier: String) -> Data {
        let tags = ["com.apple.quicktime.content.identifier": identifier]
        return Data(TestMovie(.quickTime, metadata: tags).data())
    }

    private struct Call: Sendable {
        var photo: PHLivePhoto?
        var isDegraded: Bool
        var isCancelled: Bool
        var error: PHPhotosError?

        init(_ photo: PHLivePhoto?, _ facts: [AnyHashable: Any]?) {
            self.photo = photo
            isDegraded =
                facts?[PHLivePhotoInfoIsDegradedKey] as? Bool
                ?? facts?[PHImageResultIsDegradedKey] as? Bool ?? false
            isCancelled = facts?[PHLivePhotoInfoCancelledKey] as? Bool ?? false
            error =
                (facts?[PHLivePhotoInfoErrorKey] ?? facts?[PHImageErrorKey]) as? PHPhotosError
        }
    }

    private func calls(
        _ files: [URL],
        placeholder: UIImage? = nil,
        size: CGSize = .zero
    ) async -> [Call] {
        let calls = Collected<Call>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            PHLivePhoto.request(
                withResourceFileURLs: files,
                placeholderImage: placeholder,
                targetSize: size,
                contentMode: .aspectFit
            ) { photo, facts in
                let call = Call(photo, facts)
                calls.add(call)
                if !call.isDegraded { continuation.resume() }
            }
        }
        return calls.values
    }

    @Test func `two files of one export are a Live Photo, in either order`() async throws {
        for files in [[photo, movie], [movie, photo]] {
            let calls = await calls(files)
            let made = try #require(calls.last?.photo, "\(String(describing: calls.last?.error))")
            #expect(calls.count == 1)
            #expect(made.size == CGSize(width: 64, height: 48))
            let resources = PHAssetResource.assetResources(for: made)
            #expect(resources.map(\.type) == [.photo, .pairedVideo])
            #expect(resources.map(\.originalFilename) == ["IMG_1.JPG", "IMG_1.MOV"])
            #expect(resources.first?.dataSize == (try Data(contentsOf: photo).count))
            #expect(resources.first?.assetLocalIdentifier == "")
        }
    }

    @Test func `its files can be written elsewhere`() async throws {
        let made = try #require(await calls([photo, movie]).last?.photo)
        let resource = try #require(PHAssetResource.assetResources(for: made).last)
        let copy = library.folder.appendingPathComponent("copy.mov")
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: copy,
            options: nil
        )
        #expect(try Data(contentsOf: copy) == Data(contentsOf: movie))
    }

    @Test func `the size asked for is that of the still`() async throws {
        let made = await calls([photo, movie], size: CGSize(width: 32, height: 32)).last?.photo
        let size = try #require(made?.size)
        #expect(size.width >= 30 && size.width <= 64)
    }

    @Test func `a placeholder comes at once`() async throws {
        let image = try #require(UIImage(data: Self.still("x")))
        let calls = await calls([photo, movie], placeholder: image)
        #expect(calls.map(\.isDegraded) == [true, false])
        #expect(calls.first?.photo?.size == image.size)
        #expect(PHAssetResource.assetResources(for: try #require(calls.first?.photo)).isEmpty)
    }

    @Test func `files that do not belong together are refused`() async throws {
        let other = try library.file("IMG_2.MOV", Self.motion("two"))
        let plain = try library.file("plain.jpg", TestLibrary.picture())
        let missing = library.folder.appendingPathComponent("none.mov")
        for (files, code) in [
            ([photo, other], PHPhotosError.Code.invalidResource),
            ([plain, movie], .invalidResource),
            ([photo], .invalidResource), ([photo, photo], .invalidResource), ([], .invalidResource),
            ([photo, missing], .missingResource),
        ] {
            let calls = await calls(files)
            #expect(calls.count == 1 && calls.first?.photo == nil)
            #expect(calls.first?.error?.code == code)
        }
    }

    @Test func `a cancelled request calls its handler once more`() async throws {
        let calls = Collected<Call>()
        let (photo, movie) = (photo, movie)
        // Handlers run on the main queue one after another: what is cancelled in one has not ended.
        await MainActor.run {
            let number = PHLivePhoto.request(
                withResourceFileURLs: [photo, movie],
                placeholderImage: nil,
                targetSize: .zero,
                contentMode: .default
            ) { calls.add(Call($0, $1)) }
            PHLivePhoto.cancelRequest(withRequestID: number)
        }
        while calls.values.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(calls.values.map(\.isCancelled) == [true])
    }

    // MARK: Of assets

    private func addLivePhoto() throws -> PHAsset {
        let name = Box<String>()
        let (photo, movie) = (photo, movie)
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: photo, options: nil)
            request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try library.asset(name.value ?? "")
    }

    private func calls(for asset: PHAsset) async -> [Call] {
        let calls = Collected<Call>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            PHImageManager.default().requestLivePhoto(
                for: asset,
                targetSize: CGSize(width: 48, height: 48),
                contentMode: .aspectFit,
                options: nil
            ) { photo, facts in
                let call = Call(photo, facts)
                calls.add(call)
                if !call.isDegraded { continuation.resume() }
            }
        }
        return calls.values
    }

    @Test func `the Live Photo of an asset has its files and a still`() async throws {
        let asset = try addLivePhoto()
        let made = try #require(await calls(for: asset).last?.photo)
        #expect(made.stillImage?.size == made.size && made.size.width <= 64)
        let resources = PHAssetResource.assetResources(for: made)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.allSatisfy { $0.assetLocalIdentifier == asset.localIdentifier })
    }

    @Test func `an asset that is none has no Live Photo`() async throws {
        let calls = await calls(for: try library.addPicture())
        #expect(calls.count == 1 && calls.first?.photo == nil)
        #expect(calls.first?.error?.code == .requestNotSupportedForAsset)
    }

    @Test func `an archive finds the files again`() async throws {
        let made = try #require(await calls([photo, movie]).last?.photo)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: made,
            requiringSecureCoding: true
        )
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: data)
        )
        #expect(read.size == made.size)
        #expect(PHAssetResource.assetResources(for: read).count == 2)
        #expect(made.copy() as? PHLivePhoto === made)
        try FileManager.default.removeItem(at: movie)
        let gone = try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: data)
        #expect(gone == nil)
    }

    @Test func `options have Apple's defaults, and are copied`() throws {
        let options = PHLivePhotoRequestOptions()
        #expect(options.version == .current && options.deliveryMode == .opportunistic)
        #expect(!options.isNetworkAccessAllowed && !options.preferHDR)
        options.deliveryMode = .fastFormat
        #expect((options.copy() as? PHLivePhotoRequestOptions)?.deliveryMode == .fastFormat)
    }
}
