import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct VideoRequestTests {
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

    private func session(_ preset: String) async -> (AVAssetExportSession?, PHPhotosError?) {
        await withCheckedContinuation { continuation in
            manager.requestExportSession(forVideo: movie, options: nil, exportPreset: preset) {
                session,
                facts in
                let error = facts?[PHImageErrorKey] as? PHPhotosError
                continuation.resume(returning: (session, error))
            }
        }
    }

    @Test func `a session exports a copy of the video`() async throws {
        let (found, error) = await session(AVAssetExportPresetPassthrough)
        let session = try #require(found)
        #expect(error == nil && session.supportedFileTypes == [.mov])
        let url = library.folder.appendingPathComponent("export.mov")
        try await session.export(to: url, as: .mov)
        #expect(session.status == .completed && session.progress == 1)
        let source = try #require(session.asset as? AVURLAsset)
        #expect(try Data(contentsOf: url) == Data(contentsOf: source.url))
    }

    @Test func `a name that is no preset gives no session`() async throws {
        let (found, error) = await session("test")
        #expect(found == nil && error?.code == .requestNotSupportedForAsset)
        #expect(error?.localizedDescription.contains("AVAssetExportPresetPassthrough") == true)
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
