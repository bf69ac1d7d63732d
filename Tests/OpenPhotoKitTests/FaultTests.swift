import Foundation
import Glibc
import OpenPhotoKit
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What goes wrong around a library, as programs see it.
@Suite(.permit) struct FaultTests {
    private let folder: TemporaryFolder
    private var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }

    init() throws { folder = try TemporaryFolder() }

    private func addAlbum(_ library: PHPhotoLibrary) throws {
        try library.performChangesAndWait {
            _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
        }
    }

    private func error(_ body: () throws -> Void) -> PHPhotosError? {
        do {
            try body()
            return nil
        } catch {
            return error as? PHPhotosError
        }
    }

    @Test func `a lock that is held too long ends in an error of its own, and reads go on`() throws
    {
        var environment = EngineEnvironment.test()
        environment.tuning.patience = 0
        let store = try Library.open(root, create: true, environment: environment)
        let library = PHPhotoLibrary(store)
        try addAlbum(library)
        let lock = open(root.path + "/database/commit.lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        let refused = error { try addAlbum(library) }
        #expect(refused?.code == .operationInterrupted)
        #expect(refused?.libraryProblem == .busy)
        #expect(try library.information().albumCount == 1)
        flock(lock, LOCK_UN)
        try addAlbum(library)
        #expect(try library.information().albumCount == 2)
    }

    @Test(arguments: [
        (StoreError.Code.diskFull, PHPhotosError.Code.notEnoughSpace, LibraryProblem.diskFull),
        (.inputOutput, .internalError, .inputOutput),
        (.readOnly, .accessRestricted, .readOnly),
        (.busy, .operationInterrupted, .busy),
        (.damaged, .internalError, .damaged),
        (.newerFormat, .internalError, .newerFormat),
        (.libraryMissing, .libraryVolumeOffline, .missing),
        (.volumeOffline, .libraryVolumeOffline, .offline),
        (.libraryMoved, .relinquishingLibraryBundleToWriter, .moved),
        (.unsuitableFolder, .libraryInFileProviderSyncRoot, .unsuitableFolder),
        (.unsuitableDestination, .changeNotSupported, .unsuitableDestination),
    ])
    func `each fault has a code and a problem of its own`(
        code: StoreError.Code,
        expected: PHPhotosError.Code,
        problem: LibraryProblem
    ) {
        let error = PHPhotosError(StoreError(code, "A sentence."))
        #expect(error.code == expected)
        #expect(error.libraryProblem == problem)
        #expect(error.localizedDescription == "A sentence.")
    }

    @Test func `a library is not made where it must not live, and the reason is told`() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent(".stfolder"),
            withIntermediateDirectories: true
        )
        let refused = error { _ = try PHPhotoLibrary.open(at: root, create: true) }
        #expect(refused?.code == .libraryInFileProviderSyncRoot)
        #expect(refused?.libraryProblem == .unsuitableFolder)
        #expect(PHPhotoLibrary.folderProblem(at: root)?.contains("Syncthing") == true)
        #expect(access(root.path, F_OK) != 0)
    }

    @Test func `every damaged original is found by reading, whichever bit it is`() async throws {
        let library = try PHPhotoLibrary.open(at: root, create: true)
        defer { library.close() }
        let pictures = (1...40).map { Data(TestJPEG(seed: UInt8($0)).data()) }
        try library.performChangesAndWait {
            for picture in pictures {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: picture, options: nil)
            }
        }
        var numbers = SeededNumbers(seed: 20)
        let originals = root.appendingPathComponent("originals")
        var damaged: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: originals.path).sorted()
        where name.contains("/") && numbers.chance(0.6) {
            let url = originals.appendingPathComponent(name)
            var bytes = try Data(contentsOf: url)
            bytes[numbers.number(below: bytes.count)] ^= 1 << UInt8(numbers.number(below: 8))
            chmod(url.path, 0o644)
            try bytes.write(to: url)
            damaged.insert(url.path)
        }
        #expect(try await library.check().findings.isEmpty)
        let findings = try await library.check(readingBytes: true).findings
        #expect(Set(findings.map(\.subject)) == damaged)
        #expect(findings.allSatisfy { $0.code == "originalContentDiffers" && !$0.isRepairable })
        #expect(damaged.count > 10)
    }

    @Test func `a backup is a library to read, and its tokens are its own`() async throws {
        let library = try PHPhotoLibrary.open(at: root, create: true)
        defer { library.close() }
        try addAlbum(library)
        let token = library.currentChangeToken
        let target = folder.url.appendingPathComponent("Backup.photolib")
        let report = try await library.backUp(to: target)
        #expect(report.findings.isEmpty && report.fileCount == 0)
        let copy = try PHPhotoLibrary.open(at: target)
        defer { copy.close() }
        #expect(try copy.information().identifier == library.information().identifier)
        #expect(try copy.information().albumCount == 1)
        let refused = error { _ = try copy.fetchPersistentChanges(since: token) }
        #expect(refused?.code == .persistentChangeTokenExpired)
        #expect(refused?.tokenProblem == .otherCopy)
    }
}
