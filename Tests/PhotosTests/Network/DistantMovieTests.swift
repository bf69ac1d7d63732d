import Foundation
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Requests for videos and Live Photos whose files are in a remote alone.
@Suite(.permit) struct DistantMovieTests {
    let remote: RemoteFake
    let library: TestLibrary
    let manager = PHImageManager()

    init() throws {
        remote = RemoteFake()
        library = try TestLibrary(
            pictures: { try MediaExamination.shared.pictures(of: $0, for: $1) },
            remote: remote
        )
    }

    // MARK: Videos

    private struct VideoCall: Sendable {
        var movie: AVAsset?
        var facts: ImageCall
    }

    private func video(
        _ asset: PHAsset,
        _ configure: (PHVideoRequestOptions) -> Void = { _ in }
    ) async -> VideoCall {
        let options = PHVideoRequestOptions()
        configure(options)
        return await withCheckedContinuation { continuation in
            manager.requestAVAsset(forVideo: asset, options: options) { movie, _, facts in
                continuation.resume(
                    returning: VideoCall(movie: movie, facts: ImageCall(nil, facts))
                )
            }
        }
    }

    @Test func `a movie is fetched if that is allowed`() async throws {
        let asset = try library.addMovie(seed: 4)
        try library.sendAway(asset, to: remote)
        let refused = await video(asset)
        #expect(refused.movie == nil && refused.facts.isInCloud)
        #expect(refused.facts.error?.code == .networkAccessRequired)
        let progress = Collected<Double>()
        let call = await video(asset) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { fraction, _, _, _ in progress.add(fraction) }
        }
        let movie = try #require(call.movie as? AVURLAsset)
        #expect(try Array(Data(contentsOf: movie.url)) == TestMovie(.quickTime, seed: 4).data())
        #expect(progress.values.last == 1)
    }

    @Test func `a video that is given stays when its file leaves again`() async throws {
        let asset = try library.addMovie(seed: 4)
        let movie = try #require(await video(asset).movie as? AVURLAsset)
        try library.sendAway(asset, to: remote)
        #expect(try Array(Data(contentsOf: movie.url)) == TestMovie(.quickTime, seed: 4).data())
    }

    @Test func `the handler of a video stops it, and a network that fails is told`() async throws {
        let asset = try library.addMovie(seed: 4)
        try library.sendAway(asset, to: remote)
        remote.hold()
        let stopped = await video(asset) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { _, _, stop, _ in stop.pointee = true }
        }
        #expect(stopped.facts.isCancelled && stopped.movie == nil)
        remote.hold(false)
        remote.fail(RemoteFake.away)
        let failed = await video(asset) { $0.isNetworkAccessAllowed = true }
        #expect(failed.facts.error?.code == .networkError)
    }

    @Test func `players and exports wait for the file, too`() async throws {
        let asset = try library.addMovie(seed: 4)
        try library.sendAway(asset, to: remote)
        let options = PHVideoRequestOptions()
        let manager = manager
        let refused: PHPhotosError? = await withCheckedContinuation { continuation in
            manager.requestPlayerItem(forVideo: asset, options: nil) { item, facts in
                #expect(item == nil)
                continuation.resume(returning: facts?[PHImageErrorKey] as? PHPhotosError)
            }
        }
        #expect(refused?.code == .networkAccessRequired)
        options.isNetworkAccessAllowed = true
        let isThere: Bool = await withCheckedContinuation { continuation in
            manager.requestExportSession(
                forVideo: asset,
                options: options,
                exportPreset: AVAssetExportPresetPassthrough
            ) { session, _ in
                continuation.resume(returning: session != nil)
            }
        }
        #expect(isThere && library.isLocal(asset))
    }

    // MARK: Live Photos

    private func addLivePhoto() throws -> PHAsset {
        let name = Box<String>()
        try library.change {
            let request = PHAssetCreationRequest.forAsset()
            let photo = Data(TestJPEG(width: 640, height: 480).data())
            request.addResource(with: .photo, data: photo, options: nil)
            let movie = Data(TestMovie(.quickTime, seed: 9).data())
            request.addResource(with: .pairedVideo, data: movie, options: nil)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try library.asset(name.value ?? "")
    }

    private struct LiveCall: Sendable {
        var photo: PHLivePhoto?
        var facts: ImageCall
    }

    private func livePhoto(
        _ asset: PHAsset,
        _ size: CGSize,
        _ configure: (PHLivePhotoRequestOptions) -> Void = { _ in }
    ) async -> [LiveCall] {
        let options = PHLivePhotoRequestOptions()
        configure(options)
        let calls = Collected<LiveCall>()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            manager.requestLivePhoto(
                for: asset,
                targetSize: size,
                contentMode: .aspectFit,
                options: options
            ) { photo, facts in
                let call = LiveCall(photo: photo, facts: ImageCall(nil, facts))
                calls.add(call)
                if call.facts.isLast { continuation.resume() }
            }
        }
        return calls.values
    }

    private func storePreviews(_ asset: PHAsset) throws {
        let resource = try #require(PHAssetResource.assetResources(for: asset).first?.record)
        _ = try library.store.pictures.preview(.grid, of: resource)
    }

    @Test func `the still comes first, then the Live Photo with its fetched movie`() async throws {
        let asset = try addLivePhoto()
        try library.sendAway(asset, to: remote, [.pairedVideo])
        let progress = Collected<Double>()
        let calls = await livePhoto(asset, PHImageManagerMaximumSize) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { fraction, _, _, _ in progress.add(fraction) }
        }
        #expect(calls.map(\.facts.isDegraded) == [true, false])
        let early = try #require(calls.first?.photo)
        #expect(early.size == CGSize(width: 640, height: 480))
        #expect(PHAssetResource.assetResources(for: early).isEmpty)
        let whole = try #require(calls.last?.photo)
        #expect(PHAssetResource.assetResources(for: whole).map(\.type) == [.photo, .pairedVideo])
        #expect(progress.values.last == 1 && remote.begun.count == 1)
    }

    @Test func `both files are fetched at once, with one progress`() async throws {
        let asset = try addLivePhoto()
        try storePreviews(asset)
        try library.sendAway(asset, to: remote)
        let progress = Collected<Double>()
        let remote = remote
        remote.hold()
        // Both transfers are under way before one can end.
        let release = Task {
            try await remote.waitForTransfers(2)
            remote.hold(false)
        }
        let calls = await livePhoto(asset, PHImageManagerMaximumSize) {
            $0.isNetworkAccessAllowed = true
            $0.progressHandler = { fraction, _, _, _ in progress.add(fraction) }
        }
        try await release.value
        #expect(calls.map { $0.photo?.size.width } == [256, 640])
        #expect(progress.values.last == 1 && progress.values == progress.values.sorted())
        #expect(remote.begun.count == 2 && remote.mostRunning == 2)
    }

    @Test func `without permission, a preview is all that comes`() async throws {
        let asset = try addLivePhoto()
        try storePreviews(asset)
        try library.sendAway(asset, to: remote)
        for size in [CGSize(width: 200, height: 200), PHImageManagerMaximumSize] {
            let calls = await livePhoto(asset, size)
            #expect(calls.map(\.facts.isDegraded) == [true, false])
            #expect(calls.first?.photo?.size.width == 256)
            #expect(calls.last?.photo == nil && calls.last?.facts.isInCloud == true)
            #expect(calls.last?.facts.error?.code == .networkAccessRequired)
        }
        #expect(remote.begun.isEmpty)
    }

    @Test func `a movie that cannot be fetched ends the request with the error`() async throws {
        let asset = try addLivePhoto()
        try library.sendAway(asset, to: remote, [.pairedVideo])
        remote.fail(RemoteFake.away)
        let calls = await livePhoto(asset, PHImageManagerMaximumSize) {
            $0.isNetworkAccessAllowed = true
        }
        #expect(calls.map(\.facts.isDegraded) == [true, false])
        #expect(calls.last?.facts.error?.code == .networkError)
    }
}
