import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// Taking back changes whose photos come back from Recently Deleted without their files.
@Suite(.permit) struct UndoTests {
    private let folder: TemporaryFolder
    private let library: PHPhotoLibrary

    init() throws {
        folder = try TemporaryFolder()
        let photos = folder.url.appendingPathComponent("photos", isDirectory: true)
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        try Data(TestJPEG(seed: 7).data()).write(to: photos.appendingPathComponent("a.jpg"))
        let url = folder.url.appendingPathComponent("Undo.photolib", isDirectory: true)
        library = try PHPhotoLibrary.open(at: url, create: true, user: .owner)
    }

    private func present() -> [PHAsset] {
        library.withCurrent {
            let found = PHAsset.fetchAssets(with: nil)
            return found.objects(at: IndexSet(0..<found.count))
        }
    }

    /// Adds the folder as a source, and returns its photo.
    private func addSource() async throws -> PHAsset {
        let source = try library.addSource(folder.url.appendingPathComponent("photos"))
        _ = try await library.sweep(source, allowsMissingFacts: true, makesPreviews: false)
        return try #require(present().first)
    }

    private func expectPresent(_ asset: PHAsset, _ step: Comment) async throws {
        #expect(present().map(\.localIdentifier) == [asset.localIdentifier], step)
        #expect(present().allSatisfy { !$0.isOffline }, step)
        #expect(try await library.check(readingBytes: true).findings.isEmpty, step)
    }

    @Test func `each photo that comes back has the file that the other one had`() async throws {
        let first = try await addSource()
        try library.forgetSource(try #require(library.sources().first), assets: .delete)
        let second = try await addSource()
        #expect(first.localIdentifier != second.localIdentifier)
        var change = try #require(try library.restoreFromRecentlyDeleted([first]).change)
        try await expectPresent(first, "restored")
        // In a block, nothing looks for the file.
        let restored = change
        let error = #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait { restored.requestReversal() }
        }
        #expect(error?.undoConflicts.map(\.reason) == [.filesGone])
        try await expectPresent(first, "refused")
        for (asset, step) in [(second, "undone"), (first, "redone"), (second, "undone again")] {
            #expect(try change.undoConflicts().isEmpty, "\(step)")
            change = try #require(try library.undo([change]))
            try await expectPresent(asset, "\(step)")
        }
    }
}
