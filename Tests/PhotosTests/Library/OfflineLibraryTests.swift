import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// A volume that goes away under an open library, and comes back.
@Suite(.permit) struct OfflineLibraryTests {
    /// Hears of unavailability, and lets a test wait for it.
    final class Listener: NSObject, PHPhotoLibraryAvailabilityObserver,
        PHPhotoLibraryChangeObserver,
        Sendable
    {
        let reasons: AsyncStream<PHPhotosError.Code?>
        private let news: AsyncStream<PHPhotosError.Code?>.Continuation
        private let heard = Atomic(false)

        override init() {
            (reasons, news) = AsyncStream.makeStream()
            super.init()
        }

        func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
            news.yield((photoLibrary.unavailabilityReason as? PHPhotosError)?.code)
        }

        func photoLibraryDidChange(_ changeInstance: PHChange) {
            heard.store(true, ordering: .relaxed)
        }

        var hasHeardChange: Bool { heard.load(ordering: .relaxed) }

        func firstReason() async -> PHPhotosError.Code? {
            for await reason in reasons { return reason }
            return nil
        }
    }

    let folder: TemporaryFolder
    var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }
    var away: URL { folder.url.appendingPathComponent("Away.photolib", isDirectory: true) }

    init() throws { folder = try TemporaryFolder() }

    private func refusal(_ photos: PHPhotoLibrary) -> PHPhotosError.Code? {
        do {
            try photos.performChangesAndWait {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
            }
            return nil
        } catch {
            return (error as? PHPhotosError)?.code
        }
    }

    @Test func `observers are told at once, changes fail, and the same object goes on afterwards`()
        async throws
    {
        let photos = PHPhotoLibrary(try Library.temporary(in: folder))
        let listener = Listener()
        photos.register(listener as any PHPhotoLibraryAvailabilityObserver)
        #expect(photos.unavailabilityReason == nil)
        try FileManager.default.moveItem(at: root, to: away)
        #expect(await listener.firstReason() == .relinquishingLibraryBundleToWriter)
        #expect(refusal(photos) == .relinquishingLibraryBundleToWriter)
        try FileManager.default.moveItem(at: away, to: root)
        #expect(photos.unavailabilityReason == nil)
        #expect(refusal(photos) == nil)
    }

    @Test func `a library that is not there yet is opened when its volume comes`() async throws {
        let root = root
        try Library.temporary(in: folder).close()
        try FileManager.default.moveItem(at: root, to: away)
        let photos = PHPhotoLibrary { try Library.open(root) }
        #expect((photos.unavailabilityReason as? PHPhotosError)?.code == .libraryVolumeOffline)
        #expect(refusal(photos) == .libraryVolumeOffline)
        let listener = Listener()
        photos.register(listener as any PHPhotoLibraryChangeObserver)
        try FileManager.default.moveItem(at: away, to: root)
        while photos.unavailabilityReason != nil { try await Task.sleep(for: .milliseconds(50)) }
        // Whoever registered while it was away hears of changes, from a quarter of a second after the opening on.
        while !listener.hasHeardChange {
            #expect(refusal(photos) == nil)
            try await Task.sleep(for: .milliseconds(50))
        }
        try photos.store().close()
    }

    @Test func `where a library must not live it is read, and changes fail as documented`() throws {
        let library = try Library.temporary(in: folder)
        try library.addPictures(2)
        library.close()
        try Data().write(to: folder.url.appendingPathComponent(".dropbox"))
        let photos = PHPhotoLibrary(try Library.open(root))
        let options = PHFetchOptions()
        options.library = photos
        #expect(PHAsset.fetchAssets(with: options).count == 2)
        #expect(refusal(photos) == .libraryInFileProviderSyncRoot)
        #expect(photos.unavailabilityReason == nil)
    }
}
