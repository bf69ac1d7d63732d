import Foundation
import Photos
import PhotosStore
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct ObserverTests {
    final class HistoryObserver: NSObject, PHPhotoLibraryPersistentChangesObserver, Sendable {
        let libraries = Mutex<[PHPhotoLibrary]>([])

        func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary) {
            libraries.withLock { $0.append(photoLibrary) }
        }
    }

    private static func addAlbum() {
        _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
    }

    @Test func `an observer hears each block once, even when registered twice`() async throws {
        let library = try TestLibrary()
        let observer = TestObserver()
        library.photos.register(observer)
        library.photos.register(observer)
        for count in 1...2 {
            await library.settle(Self.addAlbum)
            await observer.wait(for: count)
            #expect(observer.count == count)
        }
    }

    @Test func `a block that changes nothing, or fails, is not told`() async throws {
        let library = try TestLibrary()
        let observer = TestObserver()
        library.photos.register(observer)
        await library.settle {}
        await library.settle { _ = PHAssetCreationRequest.forAsset() }
        #expect(observer.count == 0)
    }

    @Test func `an observer that unregistered hears nothing more`() async throws {
        let library = try TestLibrary()
        let (staying, leaving) = (TestObserver(), TestObserver())
        library.photos.register(staying)
        library.photos.register(leaving)
        await library.settle(Self.addAlbum)
        await leaving.wait(for: 1)
        library.photos.unregisterChangeObserver(leaving)
        await library.settle(Self.addAlbum)
        await staying.wait(for: 2)
        #expect(staying.count == 2 && leaving.count == 1)
    }

    @Test func `an observer that another one unregisters in the same round is not told`()
        async throws
    {
        final class Remover: NSObject, PHPhotoLibraryChangeObserver, Sendable {
            let library: PHPhotoLibrary
            let victim: TestObserver
            init(_ library: PHPhotoLibrary, _ victim: TestObserver) {
                self.library = library
                self.victim = victim
            }
            func photoLibraryDidChange(_ changeInstance: PHChange) {
                library.unregisterChangeObserver(victim)
            }
        }
        let library = try TestLibrary()
        let victim = TestObserver()
        let remover = Remover(library.photos, victim)
        library.photos.register(remover)
        library.photos.register(victim)
        await library.settle(Self.addAlbum)
        #expect(victim.count == 0)
    }

    @Test func `observers are held weakly`() async throws {
        let library = try TestLibrary()
        weak var gone: TestObserver?
        do {
            let observer = TestObserver()
            gone = observer
            library.photos.register(observer)
        }
        #expect(gone == nil)
        await library.settle(Self.addAlbum)
    }

    @Test func `an observer of the history is told which library changed`() async throws {
        let library = try TestLibrary()
        let observer = HistoryObserver()
        library.photos.register(observer)
        await library.settle(Self.addAlbum)
        #expect(observer.libraries.withLock { $0.count } == 1)
        #expect(observer.libraries.withLock { $0.first } === library.photos)
        library.photos.unregisterPersistentChangesObserver(observer)
        await library.settle(Self.addAlbum)
        #expect(observer.libraries.withLock { $0.count } == 1)
    }

    @Test func `class methods in an observer work with the library that changed`() async throws {
        final class Counter: NSObject, PHPhotoLibraryChangeObserver, Sendable {
            let count = Mutex(-1)
            func photoLibraryDidChange(_ changeInstance: PHChange) {
                count.withLock { $0 = PHAsset.fetchAssets(with: nil).count }
            }
        }
        let library = try TestLibrary()
        let counter = Counter()
        library.photos.register(counter)
        await library.settle { _ = TestLibrary.pictureRequest() }
        #expect(counter.count.withLock { $0 } == 1)
    }

    @Test(.timeLimit(.minutes(20)))
    func `another object on the same folder hears of a commit, with its details`() async throws {
        let library = try TestLibrary(.disk)
        let second = try library.reopened()
        let options = PHFetchOptions()
        options.library = second
        let seen = PHAsset.fetchAssets(with: options)
        let observer = TestObserver()
        second.register(observer)
        let asset = try library.addPicture()
        while observer.count == 0 { await Task.yield() }
        let details = try #require(observer.last?.changeDetails(for: seen))
        #expect(details.insertedObjects.names == [asset.localIdentifier])
    }

    @Test(.timeLimit(.minutes(20)))
    func `a reader hears of a writer's commit`() async throws {
        let library = try TestLibrary(.disk)
        let reader = try library.reopened(mode: .readOnly)
        let observer = TestObserver()
        reader.register(observer)
        try library.addPicture()
        while observer.count == 0 { await Task.yield() }
        #expect(observer.count == 1)
    }
}
