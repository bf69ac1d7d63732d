import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LivePhotoEditingTests {
    let library: TestLibrary
    private let movie = Data(TestMovie(.quickTime, seed: 9).data())

    init() throws {
        library = try TestLibrary(pictures: {
            try MediaExamination.shared.pictures(of: $0, for: $1)
        })
    }

    private func addLivePhoto() throws -> PHAsset {
        let name = Box<String>()
        let movie = movie
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            let photo = Data(
                TestJPEG(width: 64, height: 48, exif: ExifFields(orientation: 6)).data()
            )
            request.addResource(with: .photo, data: photo, options: nil)
            request.addResource(with: .pairedVideo, data: movie, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try library.asset(name.value ?? "")
    }

    private func input(_ asset: PHAsset) async throws -> PHContentEditingInput {
        let transfer: Box<PHContentEditingInput> = await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: nil) { input, _ in
                continuation.resume(returning: Box(input))
            }
        }
        return try #require(transfer.value)
    }

    /// A white still.
    private static func white(_ frame: any PHLivePhotoFrame) -> CIImage? {
        guard let image = frame.image.cgImage else { return nil }
        let pixels = Data(repeating: 255, count: image.width * image.height * 4)
        return CGImage(pixels: pixels, width: image.width, height: image.height)
            .map { CIImage(cgImage: $0) }
    }

    @Test func `a context knows the still, upright, and the movie`() async throws {
        let input = try await input(addLivePhoto())
        let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        #expect(context.fullSizeImage.extent.size == CGSize(width: 48, height: 64))
        #expect(context.orientation == .up && context.audioVolume == 1)
        #expect(abs(context.duration.seconds - 0.3) < 0.01)
        context.audioVolume = 7
        #expect(context.audioVolume == 1)
    }

    @Test func `what is no Live Photo has no context`() async throws {
        let input = try await input(library.addPicture())
        #expect(PHLivePhotoEditingContext(livePhotoEditingInput: input) == nil)
        #expect(PHLivePhotoEditingContext(livePhotoEditingInput: PHContentEditingInput()) == nil)
    }

    @Test func `without an edit of the movie both parts are saved`() async throws {
        let asset = try addLivePhoto()
        let input = try await input(asset)
        let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        let output = PHContentEditingOutput(contentEditingInput: input)
        try await context.saveLivePhoto(to: output)
        let still = UIImage(contentsOfFile: output.renderedContentURL.path)
        #expect(still?.size == CGSize(width: 48, height: 64))
        let saved = try output.renderedContentURL(for: .quickTimeMovie)
        #expect(try Data(contentsOf: saved) == movie)
        let shown = try await context.livePhotoForPlayback(targetSize: PHImageManagerMaximumSize)
        #expect(shown.size == CGSize(width: 48, height: 64))
    }

    @Test func `an edit renders the still, and says why the movie is missing`() async throws {
        let asset = try addLivePhoto()
        let input = try await input(asset)
        let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        context.frameProcessor = { frame, _ in
            #expect(frame.type == .photo && frame.renderScale == 1)
            return Self.white(frame)
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        let error = await #expect(throws: PHPhotosError.self) {
            try await context.saveLivePhoto(to: output)
        }
        #expect(error?.code == .requestNotSupportedForAsset)
        let still = try #require(UIImage(contentsOfFile: output.renderedContentURL.path)?.cgImage)
        #expect(still.pixels.allSatisfy { $0 == 255 })
        let saved = try output.renderedContentURL(for: .quickTimeMovie)
        #expect(!FileManager.default.fileExists(atPath: saved.path))
        await #expect(throws: PHPhotosError.self) {
            _ = try await context.livePhotoForPlayback(targetSize: PHImageManagerMaximumSize)
        }
    }

    @Test func `a processor that gives nothing fails with its reason`() async throws {
        let input = try await input(addLivePhoto())
        let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        context.frameProcessor = { _, error in
            let reason = [NSLocalizedDescriptionKey: "out of paint"]
            error?.pointee = NSError(domain: "test", code: 1, userInfo: reason)
            return nil
        }
        let error = await #expect(throws: PHPhotosError.self) {
            try await context.saveLivePhoto(to: PHContentEditingOutput(contentEditingInput: input))
        }
        #expect(error?.localizedDescription.contains("out of paint") == true)
    }

    @Test func `a new operation ends the one before`() async throws {
        let input = try await input(addLivePhoto())
        let context = try #require(PHLivePhotoEditingContext(livePhotoEditingInput: input))
        let output = PHContentEditingOutput(contentEditingInput: input)
        let first = Collected<PHPhotosError.Code?>()
        // The first one stays under way until the second has begun.
        let gate = DispatchSemaphore(value: 0)
        context.frameProcessor = { frame, _ in
            gate.wait()
            gate.signal()
            return frame.image
        }
        context.saveLivePhoto(to: output) { _, error in first.add((error as? PHPhotosError)?.code) }
        await withCheckedContinuation { continuation in
            context.saveLivePhoto(to: output) { _, _ in continuation.resume() }
            gate.signal()
        }
        #expect(first.values == [.userCancelled])
    }
}
