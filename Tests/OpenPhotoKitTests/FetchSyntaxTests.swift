import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FetchSyntaxTests {
    private func fault(_ format: String) -> FetchSyntaxError? {
        do throws(FetchSyntaxError) {
            _ = try FetchSyntax.predicate(format, for: .assets, timeZone: .gmt)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("creationDate > \"soon\"", "creationDate", FetchKeyMismatch.Kind.date, "\"soon\""),
        ("creationDate > \"2020-02-30\"", "creationDate", .date, "\"2020-02-30\""),
        ("creationDate > 2020", "creationDate", .date, "2020"),
        ("creationDate CONTAINS \"2020\"", "creationDate", .date, "CONTAINS"),
        ("creationDate > nil", "creationDate", .date, "nil by >"),
        ("modificationDate BETWEEN {1, 2}", "modificationDate", .date, "1"),
        ("creationDate IN {\"2020\", 7}", "creationDate", .date, "7"),
        ("7 < creationDate", "creationDate", .date, "7"),
        (
            "creationDate > duration", "creationDate", .date,
            "\"duration\", which is a length of time"
        ),
        ("duration > \"abc\"", "duration", .duration, "\"abc\""),
        ("duration > \"1:75\"", "duration", .duration, "\"1:75\""),
        ("pixelWidth > \"wide\"", "pixelWidth", .number, "\"wide\""),
        ("pixelWidth LIKE \"4*\"", "pixelWidth", .number, "LIKE"),
        ("mediaType == \"picture\"", "mediaType", .mediaType, "\"picture\""),
        ("mediaType > \"image\"", "mediaType", .mediaType, ">"),
        ("mediaType == 7", "mediaType", .mediaType, "7"),
        ("mediaSubtypes == \"lively\"", "mediaSubtypes", .mediaSubtypes, "\"lively\""),
        ("mediaSubtypes < \"photoLive\"", "mediaSubtypes", .mediaSubtypes, "<"),
        ("(mediaSubtypes & \"lively\") != 0", "mediaSubtypes", .mediaSubtypes, "\"lively\""),
        ("(duration & 3) != 0", "duration", .duration, "&"),
        ("isFavorite == \"perhaps\"", "isFavorite", .flag, "\"perhaps\""),
        ("isFavorite == 2", "isFavorite", .flag, "2"),
        ("isFavorite BEGINSWITH \"y\"", "isFavorite", .flag, "BEGINSWITH"),
        ("burstIdentifier == 12", "burstIdentifier", .text, "12"),
        ("localIdentifier == 12", "localIdentifier", .identifier, "12"),
        ("NOT (isHidden == NO AND duration > \"abc\")", "duration", .duration, "\"abc\""),
        ("location == \"Vienna\"", "location", .place, "\"Vienna\""),
        ("rating == \"four\"", "rating", .number, "\"four\""),
    ])
    func `what cannot be compared is an error that says what to write`(
        format: String,
        key: String,
        kind: FetchKeyMismatch.Kind,
        given: String
    ) throws {
        let error = try #require(fault(format), "\(format) was taken")
        let mismatch = try #require(error.mismatch, "\(error)")
        #expect(mismatch.key == key && mismatch.kind == kind && mismatch.given == given)
        #expect(error.description.contains(mismatch.remedy))
        #expect(error.description.contains("The predicate is \"\(format)\"."))
    }

    @Test func `a kind without quotation marks gets a hint`() throws {
        let error = try #require(fault("mediaType == image"))
        #expect(error.mismatch == nil)
        #expect(error.description.contains("write \"image\" in quotation marks"))
    }

    private let dates = [
        "2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z", "2020-01-01T12:00:30Z",
        "2020-06-15T10:00:00Z", "2021-01-01T00:00:00Z",
    ]

    @Test(arguments: [
        ("creationDate > \"2020\"", [4]),
        ("creationDate >= \"2020\"", [1, 2, 3, 4]),
        ("creationDate < \"2020\"", [0]),
        ("creationDate <= \"2020\"", [0, 1, 2, 3]),
        ("creationDate == \"2020\"", [1, 2, 3]),
        ("creationDate != \"2020\"", [0, 4]),
        ("\"2020\" <= creationDate", [1, 2, 3, 4]),
        ("creationDate == \"2020-01\"", [1, 2]),
        ("creationDate > \"2020-01-01\"", [3, 4]),
        ("creationDate == \"2020/1/1\"", [1, 2]),
        ("creationDate == \"2020-01-01 12:00\"", [2]),
        ("creationDate == \"2020-01-01T12:00:30\"", [2]),
        ("creationDate == \"2020-01-01 14:00:30 +02:00\"", [2]),
        ("creationDate == \"2020-01-01T12:00:30.000Z\"", [2]),
        ("creationDate >= \"2020-01-01 12:00\"", [2, 3, 4]),
        ("creationDate BETWEEN {\"2020-01\", \"2020-06\"}", [1, 2, 3]),
        ("creationDate IN {\"2019\", \"2021\"}", [0, 4]),
        ("NOT creationDate == \"2020\" AND mediaType == \"Image\"", [0, 4]),
    ])
    func `a written date stands for all of the time that it names`(
        format: String,
        expected: [Int]
    ) throws {
        let predicate = try FetchSyntax.predicate(format, for: .assets, timeZone: .gmt)
        let reader = ISO8601DateFormatter()
        let found = try dates.indices.filter { index in
            let date = try #require(reader.date(from: dates[index]))
            return predicate.evaluate(
                with: ["creationDate": date, "mediaType": 1] as [String: Any]
            )
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        ("duration > \"1:30\"", true), ("duration == \"0:02:05\"", true),
        ("duration > \"3 min\"", false), ("duration < \"0.5 h\"", true),
        ("duration > 124", true), ("\"124\" < duration", true),
        ("mediaType == \"video\"", true), ("mediaType IN {\"image\", \"audio\"}", false),
        ("mediaType != \"image\"", true), ("mediaType == 2", true),
        ("mediaSubtypes == \"videoTimelapse\"", true), ("mediaSubtypes == \"timelapse\"", true),
        ("mediaSubtypes CONTAINS \"videoHighFrameRate\"", true),
        ("mediaSubtypes != \"videoTimelapse\"", false),
        ("mediaSubtypes IN {\"photoLive\", \"videoTimelapse\"}", true),
        ("(mediaSubtypes & \"videoTimelapse\") != 0", true), ("mediaSubtypes == 393216", true),
        ("isFavorite == \"yes\"", true), ("isFavorite == NO", false),
        ("pixelWidth >= \"4000\"", true), ("pixelWidth > pixelHeight", true),
        ("burstIdentifier == nil", true), ("rating == 4", true), ("rating BETWEEN {1, 3}", false),
        ("rating >= \"4\" AND rating != 5", true),
    ])
    func `kinds, lengths and flags are compared as people write them`(
        format: String,
        expected: Bool
    ) throws {
        let predicate = try FetchSyntax.predicate(format, for: .assets, timeZone: .gmt)
        let values: [String: Any] = [
            "duration": 125.0, "mediaType": 2, "mediaSubtypes": 131_072 + 262_144,
            "isFavorite": true, "pixelWidth": 4_000, "pixelHeight": 3_000,
            "rating": 4,
        ]
        #expect(predicate.evaluate(with: values) == expected)
    }

    @Test func `a time without a zone is meant in the zone that is given`() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 9 * 3_600))
        let predicate = try FetchSyntax.predicate(
            "creationDate == \"2020-01-01\"",
            for: .assets,
            timeZone: zone
        )
        let date = try #require(ISO8601DateFormatter().date(from: "2019-12-31T15:00:00Z"))
        #expect(predicate.evaluate(with: ["creationDate": date]))
        #expect(!predicate.evaluate(with: ["creationDate": date.addingTimeInterval(-1)]))
    }

    @Test func `a fetch takes what was checked`() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.makeAssets(2)
        let options = PHFetchOptions()
        options.predicate = try FetchSyntax.predicate(
            "(creationDate == nil OR creationDate > \"1990\") AND mediaType == \"image\"",
            for: .assets
        )
        #expect(fixture.library.withCurrent { PHAsset.fetchAssets(with: options).count } == 2)
        options.predicate = try FetchSyntax.predicate("creationDate < \"1990\"", for: .assets)
        #expect(fixture.library.withCurrent { PHAsset.fetchAssets(with: options).count } == 0)
    }

    @Test func `stars are a key for predicates and sorting`() throws {
        let fixture = try LibraryFixture()
        let photos = try fixture.makeAssets(4)
        try fixture.library.withCurrent {
            try fixture.library.performChangesAndWait {
                for (photo, stars) in zip(photos, [0, 4, 1, 4]) {
                    PHAssetChangeRequest(for: photo).rating =
                        PHAsset.Rating(rawValue: stars) ?? .unset
                }
            }
            let options = PHFetchOptions()
            options.predicate = try FetchSyntax.predicate("rating == 4", for: .assets)
            var found = PHAsset.fetchAssets(with: options)
            #expect(found.objects(at: [0, 1]).map(\.rating.rawValue) == [4, 4])
            #expect(NSPredicate(format: "rating == %d", 4).evaluate(with: found.firstObject))
            options.predicate = try FetchSyntax.predicate("rating == 0", for: .assets)
            #expect(PHAsset.fetchAssets(with: options).count == 1)
            options.predicate = NSPredicate(format: "rating > 0")
            options.sortDescriptors = [
                try FetchSyntax.sortDescriptor("rating", ascending: true, for: .assets)
            ]
            found = PHAsset.fetchAssets(with: options)
            #expect(found.objects(at: [0, 1, 2]).map(\.rating.rawValue) == [1, 4, 4])
        }
    }
}
