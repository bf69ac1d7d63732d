import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// What this module takes of numbers: every one, but for those that a documented precondition rules out.
@Suite(.permit) struct NumberTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func `settings`() throws {
        try fixture.library.performChangesAndWait {}
        let asset = try fixture.makeAssets(1)[0]
        for number in NumberEnds.integers where number > 0 {
            try fixture.library.change(
                LibrarySettings(
                    daysInRecentlyDeleted: number,
                    daysOfHistory: number,
                    changesInHistory: number
                )
            )
            #expect(try fixture.library.settings().daysInRecentlyDeleted == number)
            try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset]) }
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest.restoreAssets([asset])
            }
        }
        for number in NumberEnds.integers where number < 0 {
            var settings = LibrarySettings()
            settings.daysInRecentlyDeleted = number
            #expect(throws: PHPhotosError.self) { try fixture.library.change(settings) }
            settings = LibrarySettings()
            settings.daysOfHistory = number
            #expect(throws: PHPhotosError.self) { try fixture.library.change(settings) }
            settings = LibrarySettings()
            settings.changesInHistory = number
            #expect(throws: PHPhotosError.self) { try fixture.library.change(settings) }
        }
        #expect(fixture.library.withCurrent { PHAsset.fetchAssets(with: nil).count } == 1)
    }

    @Test func `history that is forgotten`() throws {
        _ = try fixture.makeAssets(2)
        for number in NumberEnds.integers where number > 0 {
            try fixture.library.pruneHistory(keepingNewest: number)
        }
        for date in NumberEnds.dates { try fixture.library.pruneHistory(before: date) }
        _ = try fixture.makeAssets(1)
        #expect(
            try fixture.library.fetchPersistentChanges(since: fixture.library.oldestChangeToken())
                .map(\.changeToken).count >= 1
        )
    }

    @Test func `limits of Recently Deleted, and memory`() throws {
        let assets = try fixture.makeAssets(3)
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest.deleteAssets(assets as NSArray)
        }
        let manager = PHCachingImageManager()
        for number in NumberEnds.integers {
            let options = PHFetchOptions()
            options.fetchLimit = number
            let found = fixture.library.withCurrent {
                PHAsset.fetchRecentlyDeletedAssets(with: options)
            }
            #expect(found.count == (number > 0 ? min(3, number) : 3))
            manager.memoryLimit = number
            #expect(manager.memoryLimit == max(0, number))
        }
    }

    @Test(arguments: [-43_200, 0, 50_400])
    func `zones at the ends`(seconds: Int) throws {
        let asset = try fixture.makeAssets(1)[0]
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: asset).setTimeZoneOffset(seconds)
        }
        #expect(try fixture.asset(asset.localIdentifier).timeZoneOffset == seconds)
    }

    @Test(arguments: [Int.min, -43_201, 50_401, Int.max])
    func `a zone beyond the ends traps`(seconds: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        { [seconds] in
            let fixture = try LibraryFixture()
            let asset = try fixture.makeAssets(1)[0]
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: asset).setTimeZoneOffset(seconds)
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            said.contains("Zones lie from -43200 to 50400 seconds.")
        )
    }

    @Test(arguments: [Int.min, -1, 0])
    func `keeping no change traps`(count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            try LibraryFixture().library.pruneHistory(keepingNewest: count)
        }
    }
}
