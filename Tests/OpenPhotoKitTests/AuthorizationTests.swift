import Foundation
import OpenPhotoKit
import Photos
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What an application may do, asked and decided through the API.
@Suite(.permit, .serialized) struct AuthorizationTests {
    private let name = "org.example.gallery"
    private let folder: TemporaryFolder
    private let owner: PHPhotoLibrary
    private let application: PHPhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Access.photolib", isDirectory: true)
        owner = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
        application = try PHPhotoLibrary.open(at: url, user: .application(name))
    }

    private func add(_ count: Int) throws -> [String] {
        try add(count, to: owner)
    }

    private func add(_ count: Int, to library: PHPhotoLibrary) throws -> [String] {
        let data = (0..<count).map { Data(TestJPEG(seed: UInt8($0)).data()) }
        let names = Mutex<[String]>([])
        try library.performChangesAndWait {
            for data in data {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: data, options: nil)
                names.withLock {
                    $0.append(request.placeholderForCreatedAsset?.localIdentifier ?? "")
                }
            }
        }
        return names.withLock { $0 }
    }

    private func visible() -> [String] {
        application.withCurrent {
            let found = PHAsset.fetchAssets(with: nil)
            return found.objects(at: IndexSet(0..<found.count)).map(\.localIdentifier)
        }
    }

    private func code(_ body: () throws -> Void) -> PHPhotosError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PHPhotosError)?.code
        }
    }

    @Test func `nothing decided, an application is authorized`() throws {
        let names = try add(2)
        #expect(
            application.withCurrent { PHPhotoLibrary.authorizationStatus(for: .readWrite) }
                == .authorized
        )
        #expect(Set(visible()) == Set(names))
        #expect(application.application == name)
        #expect(owner.application == nil)
    }

    @Test func `the calls without levels know no limits`() throws {
        try owner.access.set(.limited, of: name)
        application.withCurrent {
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
        }
    }

    @Test
    func `an application gets the changes that it made, and none of which it may know nothing`()
        throws
    {
        let names = try add(2)
        try owner.access.set(.limited, of: name)
        try owner.access.select([names[0]], for: name)
        let made = try application.performChangesAndWait(work: .edit) {
            let own = PHAsset.fetchAssets(with: nil).firstObject
            if let own { PHAssetChangeRequest(for: own).isFavorite = true }
        }
        #expect(try made?.facts().updatedAssets == [names[0]])
        let token = try #require(made?.changeToken)
        #expect(try application.persistentChange(endingAt: token)?.changeToken == token)
    }

    private func favorites() -> [Bool] {
        owner.withCurrent {
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "localIdentifier", ascending: true)]
            let found = PHAsset.fetchAssets(with: options)
            return found.objects(at: IndexSet(0..<found.count)).map(\.isFavorite)
        }
    }

    @Test func `an application takes back what it sees of a change, and nothing else`() throws {
        let names = try add(3).sorted()
        try owner.access.set(.limited, of: name)
        try owner.access.select(Array(names[0...1]), for: name)
        let token = application.currentChangeToken
        try owner.performChangesAndWait {
            let found = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
            for asset in found.objects(at: IndexSet(0..<3)) {
                PHAssetChangeRequest(for: asset).isFavorite = true
            }
        }
        let change = try #require(Array(try application.fetchPersistentChanges(since: token)).first)
        #expect(try change.undoConflicts().isEmpty)
        let undone = try #require(try application.undo([change]))
        #expect(favorites() == [false, false, true])
        // A photo that left the selection is gone, also for a change that the application made.
        try owner.access.select([], removing: [names[1]], for: name)
        let gone = try #require(try undone.undoConflicts().first)
        #expect(gone.reason == .gone && gone.localIdentifier == names[1])
        #expect(code { _ = try application.undo([undone]) } == .changeNotSupported)
        #expect(favorites() == [false, false, true])
        // A change that it never saw is none of its history.
        let hidden = try #require(
            try owner.performChangesAndWait(work: .edit) {
                let asset = PHAsset.fetchAssets(withLocalIdentifiers: [names[2]], options: nil)
                if let asset = asset.firstObject {
                    PHAssetChangeRequest(for: asset).isFavorite = false
                }
            }
        )
        #expect(
            code { _ = try application.persistentChange(endingAt: hidden.changeToken) }
                == .persistentChangeTokenExpired
        )
        try owner.access.set(.denied, of: name)
        #expect(code { _ = try application.undo([undone]) } == .accessUserDenied)
        #expect(code { _ = try undone.undoConflicts() } == .accessUserDenied)
    }

    @Test func `who is denied fetches nothing, changes nothing and reads no history`() throws {
        _ = try add(2)
        let token = application.currentChangeToken
        try owner.access.set(.denied, of: name)
        try owner.access.set(.denied, for: .addOnly, of: name)
        #expect(visible().isEmpty)
        application.withCurrent {
            #expect(
                PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum,
                    subtype: .any,
                    options: nil
                ).count == 0
            )
        }
        #expect(code { _ = try add(1, to: application) } == .accessUserDenied)
        #expect(
            code { _ = try application.fetchPersistentChanges(since: token) } == .accessUserDenied
        )
        #expect(application.unavailabilityReason == nil)
        try owner.access.set(.restricted, of: name)
        try owner.access.set(.restricted, for: .addOnly, of: name)
        #expect(code { _ = try add(1, to: application) } == .accessRestricted)
    }

    @Test func `who may only add gets identifiers and nothing else`() throws {
        try owner.access.set(.denied, of: name)
        let names = try add(1, to: application)
        #expect(visible().isEmpty)
        let found = owner.withCurrent {
            PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil).count
        }
        #expect(found == 1)
        #expect(
            code {
                try application.performChangesAndWait {
                    _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: "Mine"
                    )
                }
            } == .accessUserDenied
        )
    }

    @Test func `a person is asked once, and the answer is kept`() async throws {
        let names = try add(3)
        try owner.access.setPolicy(.notDetermined)
        let asked = Mutex<[String]>([])
        PHPhotoLibrary.answerAccessQuestions { question in
            asked.withLock { $0.append(question.application) }
            return .limited([names[1]])
        }
        defer { PHPhotoLibrary.answerAccessQuestions(with: nil) }
        let library = application
        async let first = library.withCurrent {
            await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        async let second = library.withCurrent {
            await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        #expect(await (first, second) == (.limited, .limited))
        #expect(asked.withLock { $0 } == [name])
        #expect(visible() == [names[1]])
        #expect(try owner.access.decisions().map(\.readWrite) == [.limited])
        let status = await library.withCurrent {
            await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        #expect(status == .limited)
        #expect(asked.withLock { $0 }.count == 1)
    }

    @Test func `an answer put off decides nothing`() async throws {
        try owner.access.setPolicy(.notDetermined)
        PHPhotoLibrary.answerAccessQuestions { _ in .later }
        defer { PHPhotoLibrary.answerAccessQuestions(with: nil) }
        let status = await application.withCurrent {
            await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        #expect(status == .notDetermined)
        #expect(try owner.access.decisions().isEmpty)
    }

    @Test func `the picker of the program widens a selection`() async throws {
        let names = try add(3)
        try owner.access.set(.limited, of: name)
        try owner.access.select([names[0]], for: name)
        PHPhotoLibrary.presentLimitedPicker { _ in [names[0], names[2]] }
        defer { PHPhotoLibrary.presentLimitedPicker(with: nil) }
        let picked = await application.presentLimitedLibraryPicker(from: UIViewController())
        #expect(picked == [names[2]])
        #expect(Set(visible()) == [names[0], names[2]])
    }

    @Test func `a changed selection comes through the observer`() async throws {
        let names = try add(3)
        try owner.access.set(.limited, of: name)
        try owner.access.select([names[0]], for: name)
        let result = application.withCurrent { PHAsset.fetchAssets(with: nil) }
        let observer = SelectionObserver(result)
        application.register(observer)
        try owner.access.select([names[2]], removing: [names[0]], for: name)
        for await count in observer.inserted where count == 1 { break }
        #expect(observer.latest.count == 1)
        #expect(observer.latest.firstObject?.localIdentifier == names[2])
        application.unregisterChangeObserver(observer)
    }
}

private final class SelectionObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    let inserted: AsyncStream<Int>
    private let report: AsyncStream<Int>.Continuation
    private let result: Mutex<PHFetchResult<PHAsset>>

    init(_ result: PHFetchResult<PHAsset>) {
        self.result = Mutex(result)
        (inserted, report) = AsyncStream.makeStream()
    }

    var latest: PHFetchResult<PHAsset> { result.withLock { $0 } }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let details = changeInstance.changeDetails(for: latest) else { return }
        result.withLock { $0 = details.fetchResultAfterChanges }
        #expect(details.removedIndexes == [0])
        report.yield(details.insertedIndexes?.count ?? -1)
    }
}
