import CoreLocation
import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// Searches as a program makes them.
@Suite(.permit) struct SearchFetchTests {
    let fixture: LibraryFixture
    let assets: [PHAsset]

    /// Four assets: taken on 4 July 2019 at 23:30 in Tokyo, on 5 July 2019, in 2021, and without words.
    init() throws {
        fixture = try LibraryFixture()
        assets = try fixture.makeAssets(4)
        let assets = assets
        let tokyo = 9 * 3_600
        try fixture.library.performChangesAndWait {
            let first = PHAssetChangeRequest(for: assets[0])
            first.caption = "A Beach at Örebro"
            first.creationDate = Date(timeIntervalSince1970: 1_562_250_600)
            first.setTimeZoneOffset(tokyo)
            let second = PHAssetChangeRequest(for: assets[1])
            second.addKeyword("sunset")
            second.addKeyword("Lake Como")
            second.creationDate = Date(timeIntervalSince1970: 1_562_320_800)
            second.setTimeZoneOffset(0)
            second.isFavorite = true
            let third = PHAssetChangeRequest(for: assets[2])
            third.caption = "beaches"
            third.creationDate = Date(timeIntervalSince1970: 1_625_000_000)
            third.setTimeZoneOffset(0)
            let fourth = PHAssetChangeRequest(for: assets[3])
            fourth.creationDate = Date(timeIntervalSince1970: 1_500_000_000)
            fourth.setTimeZoneOffset(0)
            fourth.isHidden = true
        }
    }

    private func found(_ text: String, _ options: PHFetchOptions? = nil) -> [Int] {
        fixture.library.withCurrent {
            let result = PHAsset.fetchAssets(matching: PhotoSearch(text), with: options)
            return (0..<result.count).map { index in
                assets.firstIndex { $0.localIdentifier == result[index].localIdentifier } ?? -1
            }
        }
    }

    @Test(arguments: [
        ("beach", [2, 0]), ("BEACH orebro", [0]), ("beach -orebro", [2]), ("each", []),
        ("\"beach\"", [0]), ("keyword:beach", []), ("caption:beach", [2, 0]),
        ("sunset or beaches", [2, 1, 0]),
        ("\"lake como\"", [1]), ("\"sunset lake\"", []), ("", [2, 1, 0]), ("2019", [1, 0]),
        ("4 July 2019", [0]), ("2019-07-05", [1]), ("since 2020", [2]), ("before 2020", [1, 0]),
        ("2019 favourite", [1]), ("not 2019", [2]), ("favourite", [1]), ("hidden", [3]),
        ("not hidden", [2, 1, 0]), ("photo", [2, 1, 0]), ("video", []), ("no keywords", [2, 0]),
        ("no caption", [1]), ("no album", [2, 1, 0]), ("size<1 MB", [2, 1, 0]), (">1 MB", []),
        ("no gps", [2, 1, 0]), ("width>100000", []), ("rating 0", [2, 1, 0]), ("offline", []),
        ("beach since:", []), ("sunsets", [1]), ("lakes", [1]), ("-sunsets", [2, 1, 0]),
        ("\"sunsets\"", []), ("4 July", [0]), ("July 5th or Christmas", [1]),
        ("summer", [2, 1, 0]), ("summer 2019", [1, 0]), ("-summer", [2, 1, 0]), ("winter", []),
    ])
    func `a search finds photos, the newest first`(text: String, expected: [Int]) {
        #expect(found(text) == expected)
    }

    @Test func `titles of albums and folders count, and following them as well`() throws {
        let assets = assets
        try fixture.library.performChangesAndWait {
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "Sweden 2022"
            )
            album.addAssets([assets[0], assets[1]])
        }
        #expect(found("sweden") == [1, 0])
        #expect(found("album:swe \"lake como\"") == [1])
        #expect(found("folder:swe") == [])
        #expect(found("no album") == [2])
        #expect(found("in an album") == [1, 0])
    }

    @Test func `a season is that of the photo's half of the earth`() throws {
        let (library, assets) = (fixture.library, assets)
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[1]).location =
                CLLocation(latitude: -33.86, longitude: 151.21)
        }
        #expect(found("summer") == [2, 0])
        #expect(found("winter") == [1])
        let search = PhotoSearch("winter", in: library, withholding: .places)
        library.withCurrent {
            #expect(PHAsset.fetchAssets(matching: search, with: nil).count == 0)
        }
    }

    @Test func `a result follows changes of dates to a day of each year`() throws {
        let library = fixture.library
        let waiter = FetchWaiter(library) {
            PHAsset.fetchAssets(matching: PhotoSearch("4 July"), with: nil)
        }
        defer { waiter.end() }
        try library.performChangesAndWait {
            // 2022-07-04T00:30:00 on the camera's clock, and the evening before in GMT
            let second = PHAssetChangeRequest(for: assets[1])
            second.creationDate = Date(timeIntervalSince1970: 1_656_887_400)
            second.setTimeZoneOffset(2 * 3_600)
            PHAssetChangeRequest(for: assets[0]).creationDate =
                Date(timeIntervalSince1970: 1_562_320_800)
        }
        #expect(waiter.wait() == [assets[1].localIdentifier])
    }

    @Test func `options narrow and sort a search`() {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "isFavorite == NO")
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        #expect(found("photo", options) == [0, 2])
        options.fetchLimit = 1
        #expect(found("photo", options) == [0])
        options.includeHiddenAssets = true
        #expect(found("photo", options) == [3])
    }

    @Test func `a result follows changes of texts, albums and titles`() throws {
        let library = fixture.library
        let waiter = FetchWaiter(library) {
            PHAsset.fetchAssets(matching: PhotoSearch("beach"), with: nil)
        }
        defer { waiter.end() }
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[0]).caption = nil
            PHAssetChangeRequest(for: assets[1]).caption = "other beach"
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Beaches")
                .addAssets([assets[0]] as NSArray)
        }
        #expect(waiter.wait() == Set([0, 1, 2].map { assets[$0].localIdentifier }))
    }

    @Test func `an index changes nothing but the time`() async throws {
        let texts = ["beach", "2019", "\"lake como\"", "-beach", "orebro or sunset"]
        let before = texts.map { found($0) }
        #expect(try await fixture.library.prepareSearch())
        #expect(texts.map { found($0) } == before)
        let assets = assets
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[3]).isHidden = false
            PHAssetChangeRequest(for: assets[3]).caption = "another beach"
        }
        #expect(found("beach") == [2, 0, 3])
        try fixture.library.deleteSearchIndex()
        #expect(found("beach") == [2, 0, 3])
    }

    @Test func `a search says what it was understood as and what not`() {
        let search = PhotoSearch("pictures of the beach 2019-13 since")
        #expect(search.understanding == "photos, beach…, 2019-13…, since…")
        #expect(search.understoodParts.count == 4)
        #expect(search.problems.map(\.text) == ["2019-13", "since"])
        #expect(search.ignoredWords == ["of", "the"])
        #expect(!search.isEmpty)
        #expect(PhotoSearch(" ").isEmpty)
    }

    @Test func `today is the day in the given zone`() throws {
        let evening = Date(timeIntervalSince1970: 1_562_281_200)
        let zone = try #require(TimeZone(secondsFromGMT: 3_600))
        #expect(
            PhotoSearch("today", today: evening, timeZone: zone).understanding
                == "taken on 5 July 2019"
        )
        let gmt = try #require(TimeZone(secondsFromGMT: 0))
        #expect(
            PhotoSearch("yesterday", today: evening, timeZone: gmt).understanding
                == "taken on 3 July 2019"
        )
    }
}
