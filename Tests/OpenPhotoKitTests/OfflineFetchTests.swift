import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// The fetch of assets whose files are missing.
@Suite(.permit) struct OfflineFetchTests {
    @Test func `assets are offline with their file and with their source`() async throws {
        let fixture = try LibraryFixture()
        let library = fixture.library
        _ = try fixture.makeAssets(1)
        let folder = try TemporaryFolder()
        let top = folder.url.appendingPathComponent("disk")
        let away = folder.url.appendingPathComponent("away")
        try FileManager.default.createDirectory(at: top, withIntermediateDirectories: true)
        // Other pictures than the one in the library: a file that is known makes no asset.
        for seed in 11...13 {
            try Data(TestJPEG(seed: UInt8(seed)).data()).write(
                to: top.appendingPathComponent("\(seed).jpg")
            )
        }
        let source = try library.addSource(top)
        func offline() -> [Bool] {
            library.withCurrent {
                let found = PHAsset.fetchOfflineAssets(with: nil)
                return found.objects(at: IndexSet(0..<found.count)).map(\.isOffline)
            }
        }
        _ = try await library.sweep(source, allowsMissingFacts: true, makesPreviews: false)
        #expect(offline() == [])
        try FileManager.default.moveItem(at: top.appendingPathComponent("12.jpg"), to: away)
        _ = try await library.sweep(source, allowsMissingFacts: true, makesPreviews: false)
        #expect(offline() == [true])
        try FileManager.default.moveItem(at: away, to: top.appendingPathComponent("12.jpg"))
        _ = try await library.sweep(source, allowsMissingFacts: true, makesPreviews: false)
        #expect(offline() == [])
        // The folder is looked at, with or without a sweep.
        try FileManager.default.moveItem(at: top, to: away)
        #expect(offline() == [true, true, true])
        try FileManager.default.moveItem(at: away, to: top)
        #expect(offline() == [])
    }
}
