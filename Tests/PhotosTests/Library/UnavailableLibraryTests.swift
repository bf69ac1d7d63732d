import Foundation
import Photos
import PhotosStore
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct UnavailableLibraryTests {
    private let library = PHPhotoLibrary(
        opening: .failure(StoreError(.libraryMissing, "There is no library at /nowhere."))
    )

    private var options: PHFetchOptions {
        let options = PHFetchOptions()
        options.library = library
        return options
    }

    @Test func `fetches are empty`() {
        #expect(PHAsset.fetchAssets(with: options).count == 0)
        #expect(PHCollection.fetchTopLevelUserCollections(with: options).count == 0)
        #expect(
            PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: .any,
                options: options
            ).count == 0
        )
        #expect(PHAsset.fetchAssets(with: options).firstObject == nil)
    }

    @Test func `the reason is an error of the library`() throws {
        let reason = try #require(library.unavailabilityReason as? PHPhotosError)
        #expect(reason.code == .libraryVolumeOffline)
        #expect(reason.localizedDescription == "There is no library at /nowhere.")
    }

    @Test func `a change throws the reason`() {
        #expect(throws: PHPhotosError.self) { try library.performChangesAndWait {} }
    }

    @Test func `a change block is not run, and its handler hears why`() async {
        let didRun = Box(false)
        let (success, code) = await withCheckedContinuation { continuation in
            library.performChanges {
                didRun.value = true
            } completionHandler: { success, error in
                continuation.resume(returning: (success, (error as? PHPhotosError)?.code))
            }
        }
        #expect(!success)
        #expect(code == .libraryVolumeOffline)
        #expect(didRun.value == false)
    }

    @Test func `the asynchronous form throws`() async {
        await #expect(throws: PHPhotosError.self) { try await library.performChanges {} }
    }

    @Test func `history throws, and its token is refused by any library`() throws {
        let token = library.currentChangeToken
        #expect(throws: PHPhotosError.self) { try library.fetchPersistentChanges(since: token) }
        let other = try TestLibrary()
        #expect(throws: PHPhotosError.self) {
            try other.photos.fetchPersistentChanges(since: token)
        }
    }

    @Test func `identifier mappings give every input an error`() {
        let name = UUID().uuidString + "/L0/001"
        let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: [name])
        #expect(mappings.count == 1)
        #expect(throws: PHPhotosError.self) { try mappings[name]?.get() }
    }

    @Test func `a library that works has no reason`() throws {
        let library = try TestLibrary()
        #expect(library.photos.unavailabilityReason == nil)
        #expect(library.assets.count == 0)
        #expect(library.photos.unavailabilityReason == nil)
    }

    @Test func `a library that was closed under its results keeps their count and identities`()
        throws
    {
        let library = try TestLibrary()
        try library.addPictures(3)
        let result = library.assets
        library.store.close()
        #expect(result.count == 3)
        let (first, second) = (result[0], result[1])
        #expect(library.photos.unavailabilityReason is PHPhotosError)
        #expect(first == result[0])
        #expect(first != second)
        #expect(result.index(of: second) == 1)
        #expect(first.creationDate == nil)
    }
}

/// What observers of availability are told.
@Suite(.permit) struct AvailabilityObserverTests {
    final class Listener: NSObject, PHPhotoLibraryAvailabilityObserver, Sendable {
        let libraries = Mutex<[PHPhotoLibrary]>([])

        func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
            libraries.withLock { $0.append(photoLibrary) }
        }
    }

    @Test func `an observer is told once that the library cannot be read any more`() async throws {
        let library = try TestLibrary()
        let (listener, former) = (Listener(), Listener())
        library.photos.register(listener)
        library.photos.register(former)
        library.photos.unregisterAvailabilityObserver(former)
        library.store.close()
        #expect(library.assets.count == 0)
        #expect(library.assets.count == 0)
        await library.settle()
        #expect(listener.libraries.withLock { $0.count } == 1)
        #expect(listener.libraries.withLock { $0.first } === library.photos)
        #expect(former.libraries.withLock { $0.isEmpty })
    }
}
