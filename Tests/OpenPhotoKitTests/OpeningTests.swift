import Foundation
import OpenPhotoKit
import TestPermits
import Testing

@Suite(.permit) struct OpeningTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("openphotokit-\(UUID().uuidString)", isDirectory: true)

    @Test func `a library is made on request, and opened again as the same one`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = #expect(throws: PHPhotosError.self) { try PHPhotoLibrary.open(at: folder) }
        #expect(missing?.libraryProblem == .missing)
        let first = try PHPhotoLibrary.open(at: folder, create: true)
        let identifier = try first.information().identifier
        first.close()
        let second = try PHPhotoLibrary.open(at: folder, mode: .readOnly)
        defer { second.close() }
        #expect(try second.information().identifier == identifier)
        #expect(try second.identifier() == identifier)
        #expect(try second.information().isReadOnly)
        let refused = #expect(throws: PHPhotosError.self) {
            try second.performChangesAndWait {
                _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
            }
        }
        #expect(refused?.libraryProblem == .readOnly)
    }

    @Test func `a folder with other things in it is no library`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data([1]).write(to: folder.appendingPathComponent("file"))
        let error = #expect(throws: PHPhotosError.self) {
            try PHPhotoLibrary.open(at: folder, create: true)
        }
        #expect(error?.libraryProblem == .notALibrary)
    }

    @Test func `libraries in memory are apart from each other`() throws {
        let (one, two) = (try LibraryFixture(), try LibraryFixture())
        _ = try one.makeAssets(2)
        #expect(one.library.withCurrent { PHAsset.fetchAssets(with: nil).count } == 2)
        #expect(two.library.withCurrent { PHAsset.fetchAssets(with: nil).count } == 0)
        #expect(try one.library.information().assetCount == 2)
    }

    @Test func `the present library goes along with a task and its children`() async throws {
        let fixture = try LibraryFixture()
        _ = try fixture.makeAssets(1)
        let count = await fixture.library.withCurrent {
            async let count = PHAsset.fetchAssets(with: nil).count
            return await count
        }
        #expect(count == 1)
    }

    @Test func `settings are kept, and prune the history`() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.makeAssets(1)
        let oldest = try fixture.library.oldestChangeToken()
        let asset = try #require(
            fixture.library.withCurrent { PHAsset.fetchAssets(with: nil).firstObject }
        )
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: asset).isFavorite = true
        }
        try fixture.library.change(LibrarySettings(daysInRecentlyDeleted: 7, changesInHistory: 1))
        #expect(try fixture.library.settings().daysInRecentlyDeleted == 7)
        let error = #expect(throws: PHPhotosError.self) {
            try fixture.library.fetchPersistentChanges(since: oldest)
        }
        #expect(error?.code == .persistentChangeTokenExpired)
        #expect(error?.tokenProblem == .expired)
    }

    @Test func `settings that make no sense trap`() async {
        await #expect(processExitsWith: .failure) { _ = LibrarySettings(daysInRecentlyDeleted: -1) }
        await #expect(processExitsWith: .failure) { _ = LibrarySettings(changesInHistory: 0) }
    }
}
