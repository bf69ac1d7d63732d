import Foundation
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

/// The date of a photo whose file and companion state times that complete each other.
@Suite(.permit) struct CaptureChoiceTests {
    private static let vienna = TimeZone(identifier: "Europe/Vienna") ?? .gmt
    private static let exif = "Exif.Photo.DateTimeOriginal"

    private static func local(
        _ text: String,
        _ source: String,
        zone: TimeZone = vienna
    ) throws
        -> RecordedFacts
    {
        var facts = RecordedFacts(reader: MediaFacts.readerVersion)
        let date = CreationDate(try #require(CaptureTime(text)), source, zone)
        facts.capture = RecordedFacts.Capture(
            date: date.date,
            zone: date.assumedZoneOffset,
            isZoneAssumed: true,
            source: source
        )
        return facts
    }

    private static func moment(_ text: String, _ source: String = "takeout") throws -> RecordedFacts
    {
        var facts = RecordedFacts(reader: MediaFacts.readerVersion)
        facts.capture = RecordedFacts.Capture(
            date: try Date(text, strategy: .iso8601),
            zone: nil,
            isZoneAssumed: false,
            source: source
        )
        return facts
    }

    @Test(arguments: [
        ("2023-11-27 00:30:00", "2023-11-26T23:30:00Z", 3600 as Int?),
        ("2023-11-26 21:00:00", "2023-11-27T05:00:00Z", -28_800),
        ("2023-11-27 05:15:00", "2023-11-26T23:30:20Z", 20_700),
        ("2023-11-27 00:30:00", "2023-11-27T00:30:00Z", 0),
        // No zone on earth makes both the same.
        ("2023-11-27 00:30:00", "2023-11-26T23:37:00Z", nil),
        ("2020-11-27 00:30:00", "2023-11-26T23:30:00Z", nil),
    ])
    func `a time in a name gives the zone of an exporter's moment`(
        name: String,
        moment: String,
        zone: Int?
    ) throws {
        let metadata = FileMetadata(
            original: try Self.local(name, "name"),
            companion: try Self.moment(moment)
        )
        let capture = try #require(metadata.capture)
        #expect(capture.date == (try Date(moment, strategy: .iso8601)))
        #expect(capture.zone == zone)
        #expect(!capture.isZoneAssumed)
        #expect(capture.source == "takeout")
    }

    @Test(arguments: [
        // 00:59 on the 27th in Vienna.
        ("2023-11-26T23:59:00Z", "2023-11-26T23:59:00Z", "takeout"),
        ("2023-11-27T15:00:00Z", "2023-11-27T15:00:00Z", "takeout"),
        // 23:59 on the 26th in Vienna, and after midnight further east.
        ("2023-11-26T22:59:00Z", "2023-11-27T11:00:00Z", "name"),
        ("2023-11-28T05:00:00Z", "2023-11-27T11:00:00Z", "name"),
        // The day of the name is that of a later message.
        ("2021-05-01T10:00:00Z", "2021-05-01T10:00:00Z", "takeout"),
    ])
    func `beside a day in a name the moment counts on that day, else the day's noon`(
        moment: String,
        expected: String,
        source: String
    ) throws {
        let metadata = FileMetadata(
            original: try Self.local("2023-11-27 12:00:00", "name"),
            companion: try Self.moment(moment)
        )
        let capture = try #require(metadata.capture)
        #expect(capture.date == (try Date(expected, strategy: .iso8601)))
        #expect(capture.source == source)
        if moment.hasPrefix("2023") {
            #expect(capture.zone == 3600)
            #expect(capture.isZoneAssumed)
        }
    }

    @Test func `a file's local time gets its zone from the moment, and keeps its fraction`() throws
    {
        let metadata = FileMetadata(
            original: try Self.local("2023-11-27 00:30:00.25", Self.exif),
            companion: try Self.moment("2023-11-27T06:30:00Z")
        )
        let capture = try #require(metadata.capture)
        #expect(capture.date == (try Date("2023-11-27T06:30:00Z", strategy: .iso8601)) + 0.25)
        #expect(capture.zone == -21_600 && !capture.isZoneAssumed)
        #expect(capture.source == Self.exif)
    }

    @Test(arguments: ["2023-11-27T00:30:00Z", "2023-11-26T23:37:00Z", "2022-11-26T23:30:00Z"])
    func `a moment with the same digits or in no zone leaves the file's date`(moment: String) throws
    {
        let original = try Self.local("2023-11-27 00:30:00", Self.exif)
        let metadata = FileMetadata(original: original, companion: try Self.moment(moment))
        #expect(metadata.capture == original.capture)
    }

    @Test func `another library's date counts before both, and a driver's behind both`() throws {
        let photos = try Self.moment("2023-11-26T23:30:00Z", ImportSupplement.photosLibrary)
        let named = FileMetadata(
            original: try Self.local("2023-11-27 00:30:00", Self.exif),
            companion: photos
        )
        #expect(named.capture == photos.capture)
        let takeout = try Self.moment("2017-05-31T16:43:20Z")
        let driver = FileMetadata(
            original: try Self.local("2002-12-08 12:00:00", Self.exif),
            companion: takeout
        )
        #expect(driver.capture == takeout.capture)
    }

    private static func stated(_ text: String, _ source: String) throws -> RecordedFacts {
        var facts = RecordedFacts(reader: MediaFacts.readerVersion)
        let time = try #require(CaptureTime(text))
        let date = CreationDate(time, source, .gmt)
        facts.capture = RecordedFacts.Capture(
            date: date.date,
            zone: date.zoneOffset,
            isZoneAssumed: false,
            source: source
        )
        return facts
    }

    @Test func `a sidecar with the same local time gives its zone`() throws {
        let original = try Self.local("2021-03-04 05:06:07.25", Self.exif)
        let sidecar = try Self.stated("2021-03-04T05:06:07+09:00", "Xmp.exif.DateTimeOriginal")
        let capture = try #require(FileMetadata(original: original, companion: sidecar).capture)
        #expect(capture.date == (try Date("2021-03-03T20:06:07Z", strategy: .iso8601)) + 0.25)
        #expect(capture.zone == 32_400 && !capture.isZoneAssumed)
        #expect(capture.source == Self.exif)
        let other = try Self.stated("2021-03-04T05:06:09+09:00", "Xmp.exif.DateTimeOriginal")
        #expect(FileMetadata(original: original, companion: other).capture == original.capture)
    }

    @Test func `a sidecar with a local time of the same moment gives a movie's zone`() throws {
        let movie = try Self.moment("2021-03-04T05:06:07Z", "QuickTime.creation_time")
        for (text, zone) in [
            ("2021-03-04T14:06:07+09:00", 32_400 as Int?), ("2021-03-05T14:06:07+09:00", nil),
            ("2021-03-04T05:06:07Z", nil),
        ] {
            let sidecar = try Self.stated(text, "Xmp.xmp.CreateDate")
            let capture = try #require(FileMetadata(original: movie, companion: sidecar).capture)
            #expect(capture.date == movie.capture?.date)
            #expect(capture.zone == zone, "\(text)")
        }
        let sidecar = try Self.local("2021-03-04 14:06:07", "Xmp.xmp.CreateDate")
        #expect(FileMetadata(original: movie, companion: sidecar).capture?.zone == 32_400)
    }

    @Test(arguments: ["1980-01-01 00:00:00", "2000-01-01 00:00:00", "2002-12-08 12:00:00"])
    func `a clock after a reset counts behind the other file`(text: String) throws {
        let takeout = try Self.moment("2023-05-31T16:43:20Z")
        let reset = try Self.local(text, Self.exif)
        #expect(FileMetadata(original: reset, companion: takeout).capture == takeout.capture)
        let named = try Self.local("2021-03-04 05:06:07", "name")
        let google = try Self.moment(text.replacingOccurrences(of: " ", with: "T") + "Z")
        #expect(FileMetadata(original: named, companion: google).capture == named.capture)
        #expect(FileMetadata(original: reset, companion: google).capture?.source == Self.exif)
    }

    @Test func `an exporter's moment decides beside a header of a camera without a zone`() throws {
        let header = try Self.local("2021-07-04 21:02:00", "QuickTime.creation_time")
        let takeout = try Self.moment("2021-07-05T05:02:00Z")
        let capture = try #require(FileMetadata(original: header, companion: takeout).capture)
        #expect(capture.date == takeout.capture?.date)
        #expect(capture.zone == -28_800 && !capture.isZoneAssumed)
    }

    @Test func `an asset of earlier software gets the zone when its files are read again`() throws {
        let takeout = try Self.moment("2023-11-26T23:30:00Z")
        var asset = AssetRecord(rowID: 1, uuid: UUID())
        asset.setProperty(.date, from: FileMetadata(original: nil, companion: takeout))
        #expect(asset.creationZone == nil)
        let files = FileMetadata(
            original: try Self.local("2023-11-27 00:30:00", "name"),
            companion: takeout
        )
        asset.follow(from: files, to: files)
        #expect(asset.creationDate == takeout.capture?.date)
        #expect(asset.creationZone == 3600)
    }

    @Test func `a sidecar's date comes before the time of the file's last change`() throws {
        let change = try Self.local("2024-01-01 10:00:00", "Exif.Image.DateTime")
        let sidecar = try Self.local("1965-05-05 10:00:00", "Xmp.photoshop.DateCreated")
        let chosen = FileMetadata(original: change, companion: sidecar).capture
        #expect(chosen?.source == "Xmp.photoshop.DateCreated")
        let takeout = try Self.moment("1965-05-05T08:00:00Z")
        #expect(FileMetadata(original: change, companion: takeout).capture?.source == "takeout")
        // Two times of changes are equally weak, and the file's own counts.
        let other = try Self.local("2025-01-01 10:00:00", "Exif.Image.DateTime")
        #expect(FileMetadata(original: change, companion: other).capture == change.capture)
    }
}
