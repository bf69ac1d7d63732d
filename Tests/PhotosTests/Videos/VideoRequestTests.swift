import Foundation
import Photos
import PhotosTestSupport
import Testing

@Suite struct VideoRequestTests {
    let library: TestLibrary
    let movie: PHAsset
    let manager = PHImageManager.default()

    init() throws {
        library = try TestLibrary()
        movie = try library.addMovie(seed: 4)
    }

    private struct Failure: Error {
        var code: PHPhotosError.Code?
    }

    private func asset(
        _ asset: PHAsset,
        _ options: PHVideoRequestOptions? = nil
    ) async throws -> AVAsset {
        try await withCheckedThrowingContinuation { continuation in
            manager.requestAVAsset(forVideo: asset, options: options) { found, mix, facts in
                #expect(mix == nil)
                if let found {
                    continuation.resume(returning: found)
                } else {
                    let error = facts?[PHImageErrorKey] as? PHPhotosError
                    continuation.resume(throwing: Failure(code: error?.code))
                }
            }
        }
    }

    @Test(arguments: [PHVideoRequestOptionsVersion.current, .original])
    func `a video comes as its file`(_ version: PHVideoRequestOptionsVersion) async throws {
        let options = PHVideoRequestOptions()
        options.version = version
        let found = try #require(try await asset(movie, options) as? AVURLAsset)
        let resource = try #require(PHAssetResource.assetResources(for: movie).first)
        #expect(try Data(contentsOf: found.url).count == resource.dataSize)
        #expect(abs(found.duration.seconds - movie.duration) < 0.01)
    }

    @Test func `a player's item names the same file`() async throws {
        let asset = try await asset(movie)
        let item = await withCheckedContinuation { continuation in
            manager.requestPlayerItem(forVideo: movie, options: nil) { item, _ in
                continuation.resume(returning: item)
            }
        }
        #expect(item?.asset == asset)
    }

    @Test func `there are no export sessions, and the error says what to do`() async throws {
        let error = await withCheckedContinuation { continuation in
            manager.requestExportSession(
                forVideo: movie,
                options: nil,
                exportPreset: AVAssetExportPresetPassthrough
            ) { session, facts in
                #expect(session == nil)
                continuation.resume(returning: facts?[PHImageErrorKey] as? PHPhotosError)
            }
        }
        #expect(error?.code == .requestNotSupportedForAsset)
        #expect(error?.localizedDescription.contains("requestAVAsset") == true)
    }

    @Test func `a photo is no video`() async throws {
        let photo = try library.addPicture()
        let error = await #expect(throws: Failure.self) { _ = try await asset(photo) }
        #expect(error?.code == .requestNotSupportedForAsset)
    }

    @Test func `a file that is gone is missing`() async throws {
        for file in library.files {
            try FileManager.default.removeItem(
                at: library.store.layout.root.appendingPathComponent(file)
            )
        }
        let error = await #expect(throws: Failure.self) { _ = try await asset(movie) }
        #expect(error?.code == .missingResource)
    }

    @Test func `options have Apple's defaults, and are copied`() throws {
        let options = PHVideoRequestOptions()
        #expect(options.version == .current && options.deliveryMode == .automatic)
        #expect(!options.isNetworkAccessAllowed && options.progressHandler == nil)
        options.version = .original
        #expect((options.copy() as? PHVideoRequestOptions)?.version == .original)
    }
}
