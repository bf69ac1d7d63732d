import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// Code of applications that live on the main actor.
@MainActor
private final class Screen {
    private(set) var message = ""
    private(set) var title: String?

    /// A handler that hops to the main queue itself, as code from before concurrency does.
    func save(_ picture: URL) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            PHPhotoLibrary.shared().performChanges {
                _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
            } completionHandler: { success, error in
                DispatchQueue.main.async {
                    self.message = success ? "saved" : error?.localizedDescription ?? "failed"
                    continuation.resume()
                }
            }
        }
    }

    func rename(_ album: PHAssetCollection, to name: String) async throws {
        try await PHPhotoLibrary.shared().performChanges {
            PHAssetCollectionChangeRequest(for: album)?.title = name
        }
        title = name
    }

    func ask() async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            PHPhotoLibrary.requestAuthorization(for: .addOnly) { status in
                continuation.resume(returning: status)
            }
        }
    }
}

@Suite(.permit) struct ConcurrencyTests {
    @Test func `blocks and handlers written on the main actor run on the library's queues`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let screen = Screen()
                let status = await screen.ask()
                #expect(status == .authorized)
                await screen.save(try sandbox.picture("1.jpg"))
                let message = await screen.message
                #expect(message == "saved")
                _ = try await AlbumSync().makeYear("2024", album: "Old", pictures: [])
                let album = try #require(AlbumSync.album(titled: "Old"))
                try await screen.rename(album, to: "New")
                let title = await screen.title
                #expect(title == "New")
                #expect(AlbumSync.album(titled: "New") == album)
            }
        }
    }

    @Test func `assets, results, changes and tokens cross between tasks`() async {
        let asset = PHAsset()
        let result = PHFetchResult<PHAsset>()
        let resource = PHAssetResource()
        let (same, count, type) = await Task.detached {
            (asset.localIdentifier, result.count, resource.type)
        }.value
        #expect(same == asset.localIdentifier)
        #expect(count == 0)
        #expect(type == .photo)
        requireSendable(PHChange.self)
        requireSendable(PHPersistentChangeToken.self)
        requireSendable(PHPersistentChange.self)
        requireSendable(PHCloudIdentifier.self)
        requireSendable(PHFetchResultChangeDetails<PHAsset>.self)
        requireSendable(PHPhotoLibrary.self)
        requireSendable(PHAssetResourceManager.self)
    }

    private func requireSendable<Value: Sendable>(_ type: Value.Type) {}

    @Test func `importing Photos brings the names its signatures speak of`() throws {
        let place = CLLocation(latitude: 46.5, longitude: 7.5)
        let queue = DispatchQueue(label: "client")
        let url: URL = URL(fileURLWithPath: "/tmp")
        #expect(queue.sync { place.distance(from: place) } == 0)
        #expect(url.lastPathComponent == "tmp")
        #expect(Date(timeIntervalSinceReferenceDate: 0) < Date())
        #expect(UTType.jpeg.identifier == "public.jpeg")
    }
}
