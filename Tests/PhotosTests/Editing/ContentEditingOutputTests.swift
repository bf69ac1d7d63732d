import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ContentEditingOutputTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private func addLivePhoto() throws -> PHAsset {
        let name = Box<String>()
        try library.change {
            let request = TestLibrary.pictureRequest()
            let movie = Data(TestMovie(.quickTime).data())
            request.addResource(with: .pairedVideo, data: movie, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try library.asset(name.value ?? "")
    }

    @Test func `a photo takes JPEG and HEIC, a video QuickTime and MPEG-4`() async throws {
        let photo = PHContentEditingOutput(
            contentEditingInput: try #require(await editingAnswer(try library.addPicture()).input)
        )
        #expect(photo.defaultRenderedContentType == .jpeg)
        #expect(photo.supportedRenderedContentTypes == [.jpeg, .heic])
        #expect(try photo.renderedContentURL(for: .jpeg) == photo.renderedContentURL)
        #expect(try photo.renderedContentURL(for: .heic).pathExtension == "heic")
        let error = #expect(throws: PHPhotosError.self) {
            try photo.renderedContentURL(for: .quickTimeMovie)
        }
        #expect(error?.code == .requestNotSupportedForAsset)
        #expect(error?.localizedDescription.contains("public.jpeg, public.heic") == true)

        let movie = PHContentEditingOutput(
            contentEditingInput: try #require(await editingAnswer(try library.addMovie()).input)
        )
        #expect(movie.supportedRenderedContentTypes == [.quickTimeMovie, .mpeg4Movie])
        #expect(movie.renderedContentURL.pathExtension == "mov")
    }

    @Test func `an edit is told to observers and to the history`() async throws {
        let asset = try library.addPicture()
        let token = library.photos.currentChangeToken
        library.advance(seconds: 10)
        let input = try #require(await editingAnswer(asset).input)
        let observer = TestObserver()
        library.photos.register(observer)
        try library.apply(asset, input)
        await library.settle()
        let details = try #require(observer.last?.changeDetails(for: asset))
        #expect(details.assetContentChanged)
        let after = try library.now(asset)
        #expect(after.hasAdjustments && after.adjustmentsState == .userAdjusted)
        #expect(after.adjustmentFormatIdentifier == "org.example.editor")
        #expect(after.adjustmentTimestamp == library.now && after.modificationDate == library.now)
        #expect((after.pixelWidth, after.pixelHeight) == (4, 3))
        #expect(try library.types(asset) == [.photo, .fullSizePhoto, .adjustmentData])
        let changes = try library.photos.fetchPersistentChanges(since: token).map {
            try $0.changeDetails(for: .asset).updatedLocalIdentifiers
        }
        #expect(changes == [[asset.localIdentifier]])
    }

    @Test func `resuming keeps the base, and who cannot resume makes the rendering the base`()
        async throws
    {
        let asset = try library.addPicture(seed: 3)
        try library.apply(asset, try #require(await editingAnswer(asset).input), seed: 60)
        try library.apply(asset, try #require(await editingAnswer(asset).input), seed: 61)
        #expect(
            try library.types(asset) == [
                .photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto,
            ]
        )
        let resumed = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }
        let url = try #require(resumed.input?.fullSizeImageURL)
        let base = TestJPEG(width: 4, height: 3, seed: 60).data()
        #expect(try Array(Data(contentsOf: url)) == base)
        try library.apply(asset, try #require(resumed.input), recipe: "other", seed: 62)
        #expect(
            try library.types(asset) == [
                .photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto,
            ]
        )
        try library.change {
            PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
        }
        #expect(try library.types(asset) == [.photo])
    }

    @Test func `an edit whose input was replaced meanwhile is refused`() async throws {
        let asset = try library.addPicture()
        try library.apply(asset, try #require(await editingAnswer(asset).input))
        let stale = try #require(await editingAnswer(asset).input)
        let fresh = await editingAnswer(asset) { $0.canHandleAdjustmentData = { _ in true } }
        try library.apply(asset, try #require(fresh.input))
        let error = #expect(throws: PHPhotosError.self) { try library.apply(asset, stale) }
        #expect(error?.code == .changeNotSupported)
    }

    @Test func `a HEIC is a rendering, and two renderings are one too many`() async throws {
        let asset = try library.addPicture()
        let heic = Data(TestHEIF(width: 20, height: 10).data())
        let input = try #require(await editingAnswer(asset).input)
        let error = #expect(throws: PHPhotosError.self) {
            try library.apply(asset, input) {
                try heic.write(to: $0.renderedContentURL(for: .heic))
            }
        }
        #expect(error?.code == .invalidResource)
        try library.apply(asset, input) {
            try FileManager.default.removeItem(at: $0.renderedContentURL)
            try heic.write(to: $0.renderedContentURL(for: .heic))
        }
        #expect(try library.now(asset).pixelWidth == 20)
        let rendering = PHAssetResource.assetResources(for: try library.now(asset))[1]
        #expect(rendering.contentType == .heic && rendering.filename == "FullSizeRender.heic")
    }

    @Test func `both parts of a Live Photo can be edited, or the picture alone`() async throws {
        let asset = try addLivePhoto()
        let input = try #require(await editingAnswer(asset).input)
        let parts = try #require(input.livePhoto)
        #expect(PHAssetResource.assetResources(for: parts).map(\.type) == [.photo, .pairedVideo])
        try library.apply(asset, input) {
            try Data(TestMovie(.quickTime, seed: 5).data())
                .write(to: $0.renderedContentURL(for: .quickTimeMovie))
        }
        #expect(
            try library.types(asset) == [
                .photo, .fullSizePhoto, .adjustmentData, .pairedVideo, .fullSizePairedVideo,
            ]
        )
        #expect(try library.now(asset).playbackStyle == .livePhoto)
        try library.apply(asset, try #require(await editingAnswer(asset).input))
        #expect(try library.now(asset).playbackStyle == .image)
        #expect(try library.now(asset).mediaSubtypes.contains(.photoLive))
        #expect(await editingAnswer(asset).input?.livePhoto == nil)
    }

    @Test func `an output is for the asset of its input alone`() async throws {
        let asset = try library.addPicture(seed: 1)
        let other = try library.addPicture(seed: 2)
        let input = try #require(await editingAnswer(asset).input)
        let error = #expect(throws: PHPhotosError.self) { try library.apply(other, input) }
        #expect(error?.code == .changeNotSupported)
    }

    @Test func `the files of an output go when its block has been carried out`() throws {
        let folder = Box<URL>()
        try library.change {
            let request = TestLibrary.pictureRequest()
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example.editor",
                formatVersion: "1",
                data: Data()
            )
            try? TestLibrary.picture(seed: 9).write(to: output.renderedContentURL)
            request.contentEditingOutput = output
            folder.value = output.renderedContentURL.deletingLastPathComponent()
        }
        #expect(library.assets.count == 1)
        let path = try #require(folder.value?.path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a video can be added together with its edit`() throws {
        let name = Box<String>()
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            guard let placeholder = request.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            let movie = Data(TestMovie(.quickTime, frameCount: 8).data())
            request.addResource(with: .video, data: movie, options: nil)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example.editor",
                formatVersion: "1",
                data: Data()
            )
            #expect(output.renderedContentURL.pathExtension == "mov")
            try? Data(TestMovie(.quickTime, frameCount: 2).data())
                .write(to: output.renderedContentURL)
            request.contentEditingOutput = output
            name.value = placeholder.localIdentifier
        }
        let asset = try library.asset(name.value ?? "")
        #expect(asset.duration == 0.2 && asset.hasAdjustments)
        #expect(try library.types(asset) == [.video, .fullSizeVideo, .adjustmentData])
    }
}
