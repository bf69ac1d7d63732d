import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// Waits for the news that the library is gone.
private final class Watch: NSObject, PHPhotoLibraryAvailabilityObserver, Sendable {
    let reasons: AsyncStream<String>
    private let news: AsyncStream<String>.Continuation

    override init() {
        (reasons, news) = AsyncStream.makeStream()
        super.init()
    }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        news.yield(
            (photoLibrary.unavailabilityReason as? PHPhotosError)?.code == .internalError
                ? "damaged" : "other"
        )
        news.finish()
    }
}

@Suite(.permit) struct AvailabilityTests {
    @Test func `a program hears that the library cannot be read, and why`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                try Data("no library".utf8).write(
                    to: sandbox.folder.appendingPathComponent("Client.photolib")
                )
                let watch = Watch()
                PHPhotoLibrary.shared().register(watch)
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
                var reasons: [String] = []
                for await reason in watch.reasons { reasons.append(reason) }
                #expect(reasons == ["damaged"])
                let error = await #expect(throws: PHPhotosError.self) {
                    try await PHPhotoLibrary.shared().performChanges {}
                }
                #expect(error?.code == .internalError)
                PHPhotoLibrary.shared().unregisterAvailabilityObserver(watch)
            }
        }
    }
}
