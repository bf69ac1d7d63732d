import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Closing a library while other threads use it.
@Suite(.permit) struct ClosingTests {
    @Test func `closing waits for the reads of other threads, and later ones find nothing`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<12 { try closeWhileThreadsRead(.disk, client: .owner) }
        }
    }

    @Test func `so it does where a client sees a part of the library`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<6 { try closeWhileThreadsRead(.disk, client: .application("viewer")) }
        }
    }

    @Test func `so it does for a library in memory`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<6 { try closeWhileThreadsRead(.memory, client: .owner) }
        }
    }

    @Test func `a library that nobody holds any more ends while its results are read`() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<6 { try letGoWhileThreadsRead() }
        }
    }

    @Test func `a change under way is carried out, and later ones say that the library was closed`()
        throws
    {
        let library = try TestLibrary(.disk)
        let error = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        let isUnderWay = DispatchSemaphore(value: 0)
        DispatchQueue.global().async(group: group) {
            for _ in 0..<10_000 {
                do {
                    try library.photos.performChangesAndWait {
                        _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                            withTitle: "Album"
                        )
                    }
                    isUnderWay.signal()
                } catch let problem {
                    error.withLock { $0 = problem }
                    isUnderWay.signal()
                    return
                }
            }
        }
        isUnderWay.wait()
        library.store.close()
        group.wait()
        let problem = try #require(error.withLock { $0 } as? PHPhotosError)
        #expect(
            problem.localizedDescription.contains("The library was closed. Open it again to go on.")
        )
    }

    @Test func `a change block that closes its library is refused`() throws {
        let library = try TestLibrary(.disk)
        let error = #expect(throws: PHPhotosError.self) {
            try library.photos.performChangesAndWait {
                _ = TestLibrary.pictureRequest()
                library.store.close()
            }
        }
        #expect(error?.localizedDescription.contains("was closed") == true)
        #expect(library.files.isEmpty)
    }

    @Test func `several threads may close at once, and each comes back when the library is closed`()
        throws
    {
        for _ in 0..<8 {
            let library = try TestLibrary(.disk)
            try library.addPictures(2)
            DispatchQueue.concurrentPerform(iterations: 6) { index in
                if index.isMultiple(of: 2) {
                    library.store.close()
                    // The last step of a closing empties the write-ahead log.
                    let log = library.store.layout.database.path + "-wal"
                    let facts = try? FileManager.default.attributesOfItem(atPath: log)
                    #expect(facts?[.size] as? Int ?? 0 == 0)
                } else {
                    _ = library.assets.count
                }
            }
        }
    }
}

/// Six threads fetch, read and follow the library until it is closed under them.
private func closeWhileThreadsRead(_ storage: TestLibrary.Storage, client: LibraryClient) throws {
    let library = try TestLibrary(storage)
    try library.addPictures(40)
    let (photos, store) =
        try client == .owner ? (library.photos, library.store) : seen(library, by: client)
    let readers = Readers(photos)
    readers.waitUntilAllRead()
    store.close()
    readers.stop()
    let error = #expect(throws: StoreError.self) { try store.records.rootFolder() }
    #expect(error?.code == .libraryMissing)
    #expect(error?.message == "The library was closed. Open it again to go on.")
}

/// The same library for a client that may see some of its assets.
private func seen(
    _ library: TestLibrary,
    by client: LibraryClient
) throws -> (PHPhotoLibrary, Library) {
    try library.store.clients.setAccess(.limited, for: .readWrite, of: "viewer")
    try library.store.clients.select(
        adding: library.assets.all.prefix(20).compactMap(\.uuid),
        for: "viewer"
    )
    var environment = EngineEnvironment(author: "viewer")
    environment.client = client
    let store = try Library.open(library.store.layout.root, environment: environment)
    return (PHPhotoLibrary(store), store)
}

/// The last reference to a library goes while threads read what they have of it.
private func letGoWhileThreadsRead() throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("PhotosTests-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let readers: Readers
    do {
        let store = try Library.open(folder, create: true)
        for _ in 0..<10 { try store.addPicture() }
        readers = Readers(PHPhotoLibrary(store))
        readers.waitUntilAllRead()
    }
    readers.letGo()
    readers.stop()
}

/// Threads that read a library in six ways.
private final class Readers: Sendable {
    private let library: Mutex<PHPhotoLibrary?>
    private let isStopped = Mutex(false)
    private let rounds = Mutex([Int](repeating: 0, count: 6))
    private let group = DispatchGroup()
    private let observer = Watcher()

    init(_ library: PHPhotoLibrary) {
        self.library = Mutex(library)
        library.register(observer)
        let token = Mutex(library.currentChangeToken)
        for index in 0..<6 {
            let thread = Thread { [self] in
                defer { group.leave() }
                while !isStopped.withLock({ $0 }) {
                    guard let library = self.library.withLock({ $0 }) else { return }
                    read(library, index, token)
                    rounds.withLock { $0[index] += 1 }
                }
            }
            group.enter()
            thread.start()
        }
    }

    private func read(
        _ library: PHPhotoLibrary,
        _ index: Int,
        _ token: borrowing Mutex<PHPersistentChangeToken>
    ) {
        let options = PHFetchOptions()
        options.library = library
        switch index {
        case 0: _ = PHAsset.fetchAssets(with: options).count
        case 1:
            let assets = PHAsset.fetchAssets(with: options)
            for index in 0..<assets.count { _ = assets[index].creationDate }
        case 2:
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.predicate = NSPredicate(format: "pixelWidth > %d", Int.random(in: 0..<9))
            _ = PHAsset.fetchAssets(with: options).firstObject
        case 3:
            let old = token.withLock { $0 }
            _ = try? library.fetchPersistentChanges(since: old)
        case 4: _ = library.currentChangeToken
        default:
            _ =
                PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum,
                    subtype: .any,
                    options: options
                ).count
        }
    }

    func waitUntilAllRead() {
        while rounds.withLock({ $0.contains { $0 < 3 } }) { sched_yield() }
    }

    func letGo() { library.withLock { $0 = nil } }

    func stop() {
        isStopped.withLock { $0 = true }
        group.wait()
    }

    private final class Watcher: NSObject, PHPhotoLibraryChangeObserver, Sendable {
        func photoLibraryDidChange(_ change: PHChange) {}
    }
}
