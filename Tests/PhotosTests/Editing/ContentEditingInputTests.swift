import Foundation
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ContentEditingInputTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    @Test func `an input tells what is edited, on the main queue`() async throws {
        let asset = try library.addPicture(seed: 3) {
            $0.creationDate = TestLibrary.start
            $0.location = CLLocation(latitude: 46, longitude: 8)
        }
        let answer = await editingAnswer(asset)
        let input = try #require(answer.input)
        #expect(answer.info.isEmpty && answer.isOnMainQueue)
        #expect(input.mediaType == .image && input.mediaSubtypes == [])
        #expect(input.playbackStyle == .image && input.creationDate == TestLibrary.start)
        #expect(input.location?.coordinate.latitude == 46)
        #expect(input.contentType == .jpeg && input.uniformTypeIdentifier == "public.jpeg")
        #expect(input.adjustmentData == nil && input.displaySizeImage == nil)
        #expect(input.fullSizeImageOrientation == 1)
        let url = try #require(input.fullSizeImageURL)
        #expect(url.pathExtension == "jpg")
        #expect(try Data(contentsOf: url) == TestLibrary.picture(seed: 3))
    }

    @Test func `whoever replaces an input's file harms nobody`() async throws {
        let asset = try library.addPicture(seed: 3)
        let url = try #require(await editingAnswer(asset).input?.fullSizeImageURL)
        try Data("mine".utf8).write(to: url, options: .atomic)
        let again = try #require(await editingAnswer(asset).input?.fullSizeImageURL)
        #expect(try Data(contentsOf: again) == TestLibrary.picture(seed: 3))
        try FileManager.default.removeItem(at: again)
        let third = try #require(await editingAnswer(asset).input?.fullSizeImageURL)
        #expect(try Data(contentsOf: third) == TestLibrary.picture(seed: 3))
        #expect(library.files.count == 1)
    }

    @Test func `files are there when the input is not any more, under one name each`() async throws
    {
        let asset = try library.addPicture(seed: 3)
        let urls = [
            await editingAnswer(asset).input?.fullSizeImageURL,
            await editingAnswer(asset).input?.fullSizeImageURL,
        ]
        #expect(urls[0] != nil && urls[0] == urls[1])
        #expect(try Data(contentsOf: #require(urls[0])) == TestLibrary.picture(seed: 3))
    }

    @Test func `the orientation is that of the file, as Exif numbers it`() async throws {
        let name = Box<String>()
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            let turned = TestJPEG(width: 8, height: 6, exif: ExifFields(orientation: 6))
            request.addResource(with: .photo, data: Data(turned.data()), options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        let asset = try library.asset(name.value ?? "")
        #expect(await editingAnswer(asset).input?.fullSizeImageOrientation == 6)
    }

    @Test func `the recipe is given to whom can handle it, with what it was applied to`()
        async throws
    {
        let asset = try library.addPicture(seed: 3)
        let first = try #require(await editingAnswer(asset).input)
        try library.apply(asset, first, recipe: "sepia", seed: 60)

        let asked = Collected<String>()
        let resumed = await editingAnswer(try library.now(asset)) {
            $0.canHandleAdjustmentData = { data in
                asked.add("\(data.formatIdentifier) \(data.formatVersion)")
                return true
            }
        }
        #expect(asked.values == ["org.example.editor 1.0"])
        let data = try #require(resumed.input?.adjustmentData)
        #expect(data.data == Data("sepia".utf8))
        let base = try #require(resumed.input?.fullSizeImageURL)
        #expect(try Data(contentsOf: base) == TestLibrary.picture(seed: 3))

        for answer in [
            await editingAnswer(asset),
            await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in false } },
        ] {
            #expect(answer.input?.adjustmentData == nil)
            let url = try #require(answer.input?.fullSizeImageURL)
            let rendering = TestJPEG(width: 4, height: 3, seed: 60).data()
            #expect(try Array(Data(contentsOf: url)) == rendering)
        }
    }

    @Test func `who cannot resume an edit is not asked where there is none`() async throws {
        let asset = try library.addPicture()
        let asked = Collected<Bool>()
        _ = await editingAnswer(asset) {
            $0.canHandleAdjustmentData = { _ in
                asked.add(true)
                return true
            }
        }
        #expect(asked.values.isEmpty)
    }

    @Test func `a video has a movie instead of a picture`() async throws {
        let input = try #require(await editingAnswer(try library.addMovie()).input)
        #expect(input.mediaType == .video && input.fullSizeImageURL == nil)
        #expect(input.contentType == .quickTimeMovie && input.livePhoto == nil)
        let movie = try #require(input.audiovisualAsset as? AVURLAsset)
        #expect(try Array(Data(contentsOf: movie.url)) == TestMovie(.quickTime, seed: 1).data())
    }

    @Test func `the picture for the screen is made on demand, and its failure is told`()
        async throws
    {
        var environment = EngineEnvironment.test()
        environment.pictures = { _, request in
            let bytes = TestJPEG(width: 4, height: 3, seed: 9).data()
            return request.renditions.map {
                Picture(width: 4, height: 3, format: $0.format, bytes: Data(bytes))
            }
        }
        let photos = PHPhotoLibrary(try Library.inMemory(environment: environment))
        let uuid = try photos.store().addPicture()
        let options = PHFetchOptions()
        options.library = photos
        let asset = try #require(PHAsset.fetchAssets(with: options).firstObject)
        #expect(asset.uuid == uuid)
        let shown = await editingAnswer(asset) { $0.skipsDisplaySizeImage = false }
        #expect(shown.input?.displaySizeImage?.size == CGSize(width: 4, height: 3))
        #expect(shown.info.isEmpty)

        let blind = await editingAnswer(try library.addPicture()) {
            $0.skipsDisplaySizeImage = false
        }
        #expect(blind.input?.fullSizeImageURL != nil && blind.input?.displaySizeImage == nil)
        #expect(blind.info[PHContentEditingInputErrorKey] is PHPhotosError)
    }

    @Test func `what cannot be edited answers with a typed error`() async throws {
        #expect(await editingAnswer(PHAsset()).code == .requestNotSupportedForAsset)
        let asset = try library.addPicture()
        try library.change { PHAssetChangeRequest.deleteAssets([asset]) }
        #expect(await editingAnswer(asset).code == .changeNotSupported)
        let lost = try library.addPicture(seed: 4)
        let resource = try #require(PHAssetResource.assetResources(for: lost).first?.storedFileURL)
        try FileManager.default.removeItem(at: resource)
        #expect(await editingAnswer(lost).code == .missingResource)
    }

    @Test func `a cancelled request answers once, and says so`() async throws {
        let asset = try library.addPicture()
        try library.apply(asset, try #require(await editingAnswer(asset).input))
        let infos = Collected<Bool>()
        let isCancelled = DispatchSemaphore(value: 0)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let options = PHContentEditingInputRequestOptions()
            options.canHandleAdjustmentData = { _ in
                isCancelled.wait()
                return true
            }
            let id = asset.requestContentEditingInput(with: options) { input, info in
                infos.add(input == nil && info[PHContentEditingInputCancelledKey] as? Bool == true)
                continuation.resume()
            }
            #expect(id != 0)
            asset.cancelContentEditingInputRequest(id)
            isCancelled.signal()
        }
        #expect(infos.values == [true])
    }
}
