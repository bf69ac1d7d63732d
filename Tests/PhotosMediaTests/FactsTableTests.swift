import Foundation
import PhotosMedia
import Testing

/// The mapping from tags to facts, without any file.
struct FactsTableTests {
    private static let vienna = TimeZone(identifier: "Europe/Vienna") ?? .gmt
    private static let original = "Exif.Photo.DateTimeOriginal"

    private func facts(
        _ tags: [String: String],
        type: MediaType = .jpeg,
        zone: TimeZone = vienna
    ) -> MediaFacts {
        MediaFacts(
            header: MediaHeader(type: type, storedWidth: 4, storedHeight: 3),
            tags: MediaTags(tags.mapValues { [$0] }),
            zone: zone
        )
    }

    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private func gps(_ date: String, _ time: String) -> [String: String] {
        ["Exif.GPSInfo.GPSDateStamp": date, "Exif.GPSInfo.GPSTimeStamp": time]
    }

    @Test func `an Exif date with its offset is exact to the fraction`() throws {
        let facts = facts([
            Self.original: "2024:05:01 12:30:00",
            "Exif.Photo.SubSecTimeOriginal": "250 ",
            "Exif.Photo.OffsetTimeOriginal": "-03:30",
        ])
        #expect(facts.creationDate == (try date("2024-05-01T16:00:00Z")).addingTimeInterval(0.25))
        #expect(facts.zoneOffset == -12_600)
        #expect(!facts.isZoneAssumed)
        #expect(facts.dateSource == Self.original)
    }

    @Test(arguments: [
        // Two minutes apart, and two hours behind: the camera stood at +02:00.
        ("2024:05:01 12:30:00", "2024:05:01", "10/1 28/1 0/1", 7200),
        // Nepal is three quarters of an hour off.
        ("2024:05:01 12:30:00", "2024:05:01", "6/1 45/1 10/1", 20_700),
        // Across midnight to the west.
        ("2024:04:30 23:30:00", "2024:05:01", "9/1 30/1 0/1", -36_000),
        // The islands that are 14 hours ahead.
        ("2024:05:02 02:00:00", "2024:05:01", "12/1 0/1 0/1", 50_400),
    ])
    func `without an offset the satellites' time implies it`(
        local: String,
        day: String,
        time: String,
        expected: Int
    ) throws {
        let facts = facts(gps(day, time).merging([Self.original: local]) { $1 })
        #expect(facts.zoneOffset == expected)
        #expect(!facts.isZoneAssumed)
    }

    @Test(arguments: [
        ("2024:05:05", "10/1 0/1 0/1"), ("2024:05:01", "10/0 0/1 0/1"),
        ("0000:00:00", "1/1 1/1 1/1"),
        ("2024:05:01", "25/1 0/1 0/1"), ("2024:05:02", "12/1 0/1 0/1"),
    ])
    func `a satellites' time that cannot be is not used`(day: String, time: String) throws {
        let facts = facts(
            gps(day, time).merging([Self.original: "2024:05:01 12:30:00"]) { $1 }
        )
        #expect(facts.isZoneAssumed)
        #expect(facts.zoneOffset == nil)
        #expect(facts.creationDate == (try date("2024-05-01T10:30:00Z")))
    }

    @Test func `a date without any zone is read where the import runs, and marked`() throws {
        let tags = [Self.original: "2024:01:01 12:00:00"]
        #expect(facts(tags).creationDate == (try date("2024-01-01T11:00:00Z")))
        #expect(facts(tags).isZoneAssumed)
        let utc = facts(tags, zone: .gmt)
        #expect(utc.creationDate == (try date("2024-01-01T12:00:00Z")))
    }

    @Test func `summer time is that of the date and not of today`() throws {
        let summer = facts([Self.original: "2024:03:31 03:00:00"])
        #expect(summer.creationDate == (try date("2024-03-31T01:00:00Z")))
        let winter = facts([Self.original: "2024:03:31 01:59:59"])
        #expect(winter.creationDate == (try date("2024-03-31T00:59:59Z")))
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:02:30 12:00:00", "2023:02:29 12:00:00",
        "2024:13:01 12:00:00", "2024:05:01 24:00:00", "2024:05:01 12:60:00", "0001:01:01 00:00:00",
        "2024:05:01", "yesterday", "2024:05:01 12:30:00 and more", "",
    ])
    func `a damaged date is no date`(text: String) {
        #expect(facts([Self.original: text]).creationDate == nil)
        #expect(facts([Self.original: text]).dateSource == nil)
    }

    @Test func `behind a damaged date the next one counts`() throws {
        let facts = facts([
            Self.original: "0000:00:00 00:00:00",
            "Exif.Photo.DateTimeDigitized": "2024:05:01 12:30:00",
            "Exif.Photo.OffsetTimeDigitized": "Z",
        ])
        #expect(facts.creationDate == (try date("2024-05-01T12:30:00Z")))
        #expect(facts.dateSource == "Exif.Photo.DateTimeDigitized")
    }

    @Test func `a movie's local date is better than its header's`() throws {
        let apple = "QuickTime.com.apple.quicktime.creationdate"
        let both = facts(
            [
                apple: "2024-05-01T12:30:00+0200",
                "QuickTime.creation_time": "2024-05-01T10:31:00.000000Z",
            ],
            type: .quickTimeMovie
        )
        #expect(both.creationDate == (try date("2024-05-01T10:30:00Z")))
        #expect(both.zoneOffset == 7200)
        let header = facts(
            ["QuickTime.creation_time": "2024-05-01T10:31:00.000000Z"],
            type: .mpeg4
        )
        #expect(header.creationDate == (try date("2024-05-01T10:31:00Z")))
        #expect(header.zoneOffset == nil)
        #expect(!header.isZoneAssumed)
    }

    @Test(arguments: [
        ("Xmp.photoshop.DateCreated", "2024-05-01T12:30:00+02:00"),
        ("Xmp.xmp.CreateDate", "2024-05-01T12:30+02:00"),
        ("Xmp.exif.DateTimeOriginal", "2024-05-01T10:30:00Z"),
        ("Xmp.exif.GPSTimeStamp", "2024-05-01T10:30:00Z"),
    ])
    func `XMP gives a date where Exif has none`(name: String, text: String) throws {
        let facts = facts([name: text])
        #expect(facts.creationDate == (try date("2024-05-01T10:30:00Z")))
        #expect(facts.dateSource == name)
    }

    @Test(arguments: [
        ("Exif.Photo.DateTimeOriginal", "1970:01:01 00:00:00"),
        ("QuickTime.creation_time", "1904-01-01T00:00:00.000000Z"),
        ("QuickTime.creation_time", "1970-01-01T00:00:00.000000Z"),
        ("QuickTime.creation_time", "2040-02-06T06:28:15.000000Z"),
    ])
    func `a cleared clock is no date`(name: String, text: String) {
        #expect(facts([name: text]).creationDate == nil)
    }

    @Test func `dates before 1970 are dates`() throws {
        let facts = facts([
            Self.original: "1969:07:20 20:17:40", "Exif.Photo.OffsetTimeOriginal": "Z",
        ])
        #expect(facts.creationDate == (try date("1969-07-20T20:17:40Z")))
        #expect(
            self.facts(["Xmp.photoshop.DateCreated": "1865-04-14T12:00:00Z"]).creationDate
                == (try date("1865-04-14T12:00:00Z"))
        )
    }

    @Test func `a zone that another tag states beside the same local time counts`() throws {
        let same = facts([
            Self.original: "2024:05:01 12:30:00",
            "Xmp.photoshop.DateCreated": "2024-05-01T12:30:00+09:00",
        ])
        #expect(same.zoneOffset == 32_400)
        #expect(same.dateSource == Self.original)
        let other = facts([
            Self.original: "2024:05:01 12:30:00",
            "Xmp.photoshop.DateCreated": "2024-05-02T12:30:00+09:00",
        ])
        #expect(other.isZoneAssumed)
    }

    @Test
    func `the date in the name stands between that of the picture and that of its last change`()
        throws
    {
        let none = facts([:]).completed(byName: "IMG_20200131_123456.jpg", zone: Self.vienna)
        #expect(none.creationDate == (try date("2020-01-31T11:34:56Z")))
        #expect(none.dateSource == "name")
        #expect(none.isZoneAssumed)
        let pixel = facts([:]).completed(byName: "PXL_20200131_123456789.jpg", zone: Self.vienna)
        #expect(pixel.creationDate == (try date("2020-01-31T12:34:56Z")).addingTimeInterval(0.789))
        #expect(pixel.zoneOffset == nil)
        #expect(!pixel.isZoneAssumed)
        let dated = facts([Self.original: "2024:05:01 12:30:00"])
        #expect(dated.completed(byName: "IMG_20200131_123456.jpg", zone: .gmt) == dated)
        let changed = facts(["Exif.Image.DateTime": "2024:05:01 12:30:00"])
        #expect(changed.dateSource == "Exif.Image.DateTime")
        #expect(changed.completed(byName: "x.jpg", zone: .gmt) == changed)
        #expect(
            changed.completed(byName: "IMG_20200131_123456.jpg", zone: .gmt).dateSource == "name"
        )
    }

    @Test func `IPTC's date and time are put together`() throws {
        let facts = facts([
            "Iptc.Application2.DateCreated": "2024-05-01",
            "Iptc.Application2.TimeCreated": "12:30:00+02:00",
        ])
        #expect(facts.creationDate == (try date("2024-05-01T10:30:00Z")))
    }

    @Test(arguments: [
        ("Xmp.photoshop.DateCreated", "1985-07-04", "1985-07-04T12:00:00Z"),
        ("Xmp.xmp.CreateDate", "1985-07", "1985-07-01T12:00:00Z"),
        ("Xmp.exif.DateTimeOriginal", "1985", "1985-01-01T12:00:00Z"),
        ("Iptc.Application2.DateCreated", "1985-07-04", "1985-07-04T12:00:00Z"),
        ("Iptc.Application2.DateCreated", "1985-00-00", "1985-01-01T12:00:00Z"),
    ])
    func `a day without a time counts in XMP and IPTC`(
        name: String,
        text: String,
        expected: String
    ) throws {
        let facts = facts([name: text], zone: .gmt)
        #expect(facts.creationDate == (try date(expected)))
        #expect(facts.dateSource == name)
        #expect(facts.isZoneAssumed)
    }

    @Test func `the day of a scanned picture counts before the time of its scan`() throws {
        let facts = facts(
            [
                "Xmp.photoshop.DateCreated": "1985-07-04",
                "Xmp.xmp.CreateDate": "2020-03-01T10:00:00+01:00",
            ],
            zone: .gmt
        )
        #expect(facts.creationDate == (try date("1985-07-04T12:00:00Z")))
        #expect(facts.dateSource == "Xmp.photoshop.DateCreated")
        #expect(facts.isZoneAssumed)
    }

    @Test func `a day gets the time that another tag states on it`() throws {
        let facts = facts(
            [
                "Xmp.photoshop.DateCreated": "2020-03-01",
                "Xmp.xmp.CreateDate": "2020-03-01T10:00:00+01:00",
            ],
            zone: .gmt
        )
        #expect(facts.creationDate == (try date("2020-03-01T09:00:00Z")))
        #expect(facts.dateSource == "Xmp.xmp.CreateDate")
        #expect(facts.zoneOffset == 3_600)
    }

    @Test(arguments: [
        "1985-13", "1985-02-30", "1985-00-04", "0000", "85", "1985-7-4", "1985-07-04x",
    ])
    func `what is no day is no date in XMP`(text: String) {
        let facts = facts(["Xmp.photoshop.DateCreated": text], zone: .gmt)
        #expect(facts.creationDate == nil)
    }

    @Test func `the calendar agrees with Foundation's for two centuries`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -25_000, through: 50_000, by: 13) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let year = try #require(parts.year)
            let month = try #require(parts.month)
            let inMonth = try #require(parts.day)
            #expect(CaptureTime.days(year: year, month: month, day: inMonth) == day)
        }
    }

    private func place(
        _ latitude: String,
        _ north: String,
        _ longitude: String,
        _ east: String
    ) -> [String: String] {
        [
            "Exif.GPSInfo.GPSLatitude": latitude, "Exif.GPSInfo.GPSLatitudeRef": north,
            "Exif.GPSInfo.GPSLongitude": longitude, "Exif.GPSInfo.GPSLongitudeRef": east,
        ]
    }

    @Test(arguments: [
        ("48/1 12/1 0/1", "N", "16/1 22/1 30/1", "E", 48.2, 16.375),
        ("33/1 52/1 3000/100", "S", "151/1 0/1 0/1", "E", -33.875, 151.0),
        ("40/1 3000/100 0/1", "N", "74/1 0/1 0/1", "W", 40.5, -74.0),
        ("485/10 0/1 0/1", "N", "0/1 0/1 0/1", "W", 48.5, 0.0),
        ("485/10 0/0 0/0", "N", "16/1 30/1 0/0", "E", 48.5, 16.5),
        ("36 27 0", "N", "4.5", "W", 36.45, -4.5),
    ])
    func `places have their signs`(
        latitude: String,
        north: String,
        longitude: String,
        east: String,
        expectedLatitude: Double,
        expectedLongitude: Double
    ) throws {
        let location = try #require(facts(place(latitude, north, longitude, east)).location)
        #expect(abs(location.latitude - expectedLatitude) < 1e-9)
        #expect(abs(location.longitude - expectedLongitude) < 1e-9)
    }

    @Test(arguments: [
        ("0/1 0/1 0/1", "0/1 0/1 0/1"), ("0/0 0/0 0/0", "0/0 0/0 0/0"), ("", ""),
        ("91/1 0/1 0/1", "16/1 0/1 0/1"), ("48/1 0/1 0/1", "181/1 0/1 0/1"), ("x", "16/1 0/1 0/1"),
    ])
    func `a place that cannot be is none`(latitude: String, longitude: String) {
        #expect(facts(place(latitude, "N", longitude, "E")).location == nil)
    }

    @Test func `height, accuracy and direction come with the place`() throws {
        var tags = place("48/1 12/1 0/1", "N", "16/1 22/1 30/1", "E")
        tags["Exif.GPSInfo.GPSAltitude"] = "4305/10"
        tags["Exif.GPSInfo.GPSAltitudeRef"] = "1"
        tags["Exif.GPSInfo.GPSHPositioningError"] = "5/1"
        tags["Exif.GPSInfo.GPSImgDirection"] = "999/1"
        tags["Exif.GPSInfo.GPSImgDirectionRef"] = "T"
        tags["Exif.GPSInfo.GPSSpeed"] = "36/1"
        let location = try #require(facts(tags).location)
        #expect(location.altitude == -430.5)
        #expect(location.horizontalAccuracy == 5)
        #expect(location.direction == nil)
        // Without its unit a speed says nothing.
        #expect(location.speed == nil)
    }

    @Test(arguments: [("K", 10.0), ("M", 16.09344), ("N", 18.52), ("X", nil)])
    func `speed counts in its unit`(unit: String, expected: Double?) throws {
        var tags = place("48/1 12/1 0/1", "N", "16/1 22/1 30/1", "E")
        tags["Exif.GPSInfo.GPSSpeed"] = "36/1"
        tags["Exif.GPSInfo.GPSSpeedRef"] = unit
        let speed = try #require(facts(tags).location).speed
        #expect((speed == nil) == (expected == nil))
        #expect(abs((speed ?? 0) - (expected ?? 0)) < 1e-9)
    }

    @Test(arguments: [("T", 90.0), ("M", 90.0), ("X", nil), ("", nil)])
    func `a direction is true or magnetic or none`(reference: String, expected: Double?) throws {
        var tags = place("48/1 12/1 0/1", "N", "16/1 22/1 30/1", "E")
        tags["Exif.GPSInfo.GPSImgDirection"] = "90/1"
        tags["Exif.GPSInfo.GPSImgDirectionRef"] = reference
        #expect(try #require(facts(tags).location).direction == expected)
    }

    @Test(arguments: [
        ("+48.2000+016.3750/", 48.2, 16.375), ("+4812.0+01622.5/", 48.2, 16.375),
        ("-481200.0-0162230.0+12/", -48.2, -16.375), ("+48+016/", 48, 16),
    ])
    func `movies write degrees, minutes and seconds too`(
        text: String,
        latitude: Double,
        longitude: Double
    ) throws {
        let location = try #require(
            facts(["QuickTime.location": text], type: .mpeg4).location
        )
        #expect(abs(location.latitude - latitude) < 1e-9)
        #expect(abs(location.longitude - longitude) < 1e-9)
    }

    @Test func `XMP and movies give places of their own forms`() throws {
        let xmp = facts([
            "Xmp.exif.GPSLatitude": "33,52.5S", "Xmp.exif.GPSLongitude": "151,12,36E",
        ])
        #expect(xmp.location?.latitude == -33.875)
        #expect(xmp.location?.longitude == 151.21)
        let movie = facts(
            [
                "QuickTime.com.apple.quicktime.location.ISO6709": "+48.2000-016.3750+170.500/",
                "QuickTime.com.apple.quicktime.location.accuracy.horizontal": "14.2",
            ],
            type: .quickTimeMovie
        )
        #expect(movie.location?.latitude == 48.2)
        #expect(movie.location?.longitude == -16.375)
        #expect(movie.location?.altitude == 170.5)
        #expect(movie.location?.horizontalAccuracy == 14.2)
        let android = facts(["QuickTime.location": "-33.8750+151.2100/"], type: .mpeg4)
        #expect(android.location?.latitude == -33.875)
        #expect(facts(["QuickTime.location": "nowhere"], type: .mpeg4).location == nil)
    }

    @Test func `special kinds need plain evidence`() {
        let apple = ["Exif.Image.Make": "Apple"]
        func subtypes(_ tags: [String: String], _ type: MediaType = .jpeg) -> MediaSubtypes {
            facts(tags, type: type).subtypes
        }
        #expect(subtypes(["Exif.Photo.UserComment": "Screenshot"]) == .screenshot)
        #expect(subtypes(["Exif.Photo.UserComment": "A holiday"]) == [])
        #expect(subtypes(["Xmp.GPano.ProjectionType": "equirectangular"]) == .panorama)
        for (value, expected): (String, MediaSubtypes) in [
            ("2", .hdr), ("3", .hdr), ("6", .panorama), ("7", [.hdr, .depthEffect]),
            ("8", .depthEffect), ("0", []),
        ] {
            #expect(
                subtypes(apple.merging(["Exif.Photo.CustomRendered": value]) { $1 }) == expected
            )
        }
        #expect(subtypes(["Exif.Photo.CustomRendered": "6"]) == [])
        #expect(subtypes(["Video.frameRate": "239.8"], .quickTimeMovie) == .videoHighFrameRate)
        #expect(subtypes(["Video.frameRate": "59.94"], .quickTimeMovie) == [])
        #expect(
            subtypes(
                ["QuickTime.com.apple.quicktime.author": "ReplayKitRecording"],
                .mpeg4
            )
                == .videoScreenRecording
        )
    }

    @Test(arguments: [
        (["HEIF.portraiteffectsmatte": "present"], MediaType.heic, MediaSubtypes.depthEffect),
        (["HEIF.ster": "present"], .heic, .spatial),
        (["Video.vexu": "present"], .quickTimeMovie, .spatial),
        (["QuickTime.com.apple.quicktime.spatial.format-version": "1"], .quickTimeMovie, .spatial),
        (["QuickTime.com.apple.quicktime.cinematic-video": "1"], .quickTimeMovie, .videoCinematic),
        (
            ["QuickTime.com.apple.photos.captureMode": "Time-lapse"], .quickTimeMovie,
            .videoTimelapse
        ),
        (["QuickTime.com.android.capture.fps": "1.000000"], .mpeg4, .videoTimelapse),
        (["QuickTime.com.android.capture.fps": "240.000000"], .mpeg4, .videoHighFrameRate),
        (["QuickTime.com.android.capture.fps": "30.000000"], .mpeg4, MediaSubtypes()),
        (["Xmp.hdrgm.Version": "1.0"], .jpeg, .hdr),
        (["Apple.HDRImageType": "3"], .jpeg, .hdr),
        (["Apple.HDRImageType": "4"], .jpeg, MediaSubtypes()),
        (["Xmp.GFocus.BlurAtInfinity": "0.02"], .jpeg, .depthEffect),
        // What is evidence of a movie says nothing of a picture.
        (["QuickTime.com.apple.quicktime.cinematic-video": "1"], .jpeg, MediaSubtypes()),
        (["Xmp.GPano.ProjectionType": "equirectangular"], .mpeg4, MediaSubtypes()),
    ])
    func `other special kinds have their evidence`(
        tags: [String: String],
        type: MediaType,
        expected: MediaSubtypes
    ) {
        #expect(facts(tags, type: type).subtypes == expected)
    }

    @Test func `words are taken from the best tag and cleaned`() {
        let (facts, sources) = MediaFacts.explained(
            header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3),
            tags: MediaTags([
                "Exif.Image.Make": ["  Maker \0"],
                "Exif.Image.Model": ["Model 1"],
                "Exif.Photo.LensModel": ["iPhone front camera 2.7mm"],
                "Exif.Image.ImageDescription": ["   "],
                "Exif.Image.XPKeywords": ["ice;glacier"],
                "Iptc.Application2.Caption": ["On the summit"],
                "Xmp.dc.subject": ["snow", "summit"],
                "Iptc.Application2.Keywords": ["summit", " ice "],
                "Xmp.lr.hierarchicalSubject": ["Places|Alps|Summit"],
                "Xmp.digiKam.TagsList": ["People/Ada"],
                "Xmp.mwg-rs.Regions/mwg-rs:RegionList/mwg-rs:Name": ["Ada", "Bob"],
                "Xmp.MP.RegionInfo/MPRI:Regions/MPReg:PersonDisplayName": ["Eve"],
                "Xmp.xmp.Rating": ["4"],
                "Exif.Photo.ExposureTime": ["1/250"],
                "Exif.Photo.FNumber": ["18/10"],
                "Exif.Photo.ISOSpeedRatings": ["400 0"],
                "Exif.Photo.FocalLength": ["0/0"],
            ]),
            zone: .gmt
        )
        #expect(facts.cameraMake == "Maker")
        #expect(facts.cameraModel == "Model 1")
        #expect(facts.lensModel == "iPhone front camera 2.7mm")
        #expect(facts.isFrontCamera)
        #expect(facts.caption == "On the summit")
        #expect(
            facts.keywords == ["snow", "summit", "ice", "Summit", "Ada", "glacier", "Bob", "Eve"]
        )
        #expect(facts.rating == 4)
        #expect(facts.exposureTime == 0.004)
        #expect(facts.aperture == 1.8)
        #expect(facts.iso == 400)
        #expect(facts.focalLength == nil)
        #expect(sources[.caption] == "Iptc.Application2.Caption")
        #expect(sources[.keywords] == "Xmp.dc.subject")
        #expect(sources[.focalLength] == nil)
    }

    @Test(arguments: ["nan", "99", "-7", "inf", "three"])
    func `a rating outside its range is none`(text: String) {
        #expect(facts(["Xmp.xmp.Rating": text]).rating == nil)
    }

    @Test func `texts without end are cut at a character`() {
        let long = String(repeating: "é", count: 10_000)
        let facts = facts(["Xmp.dc.description": long, "Exif.Image.Make": long])
        #expect(facts.caption?.utf8.count == MediaFacts.maximumCaption)
        #expect(facts.cameraMake == String(repeating: "é", count: 128))
        #expect(facts.isPlausible)
    }

    @Test func `subtypes have PhotoKit's numbers`() {
        #expect(MediaSubtypes.panorama.rawValue == 1)
        #expect(MediaSubtypes.hdr.rawValue == 2)
        #expect(MediaSubtypes.screenshot.rawValue == 4)
        #expect(MediaSubtypes.live.rawValue == 8)
        #expect(MediaSubtypes.depthEffect.rawValue == 16)
        #expect(MediaSubtypes.animation.rawValue == 64)
        #expect(MediaSubtypes.spatial.rawValue == 1024)
        #expect(MediaSubtypes.videoStreamed.rawValue == 65_536)
        #expect(MediaSubtypes.videoHighFrameRate.rawValue == 131_072)
        #expect(MediaSubtypes.videoTimelapse.rawValue == 262_144)
        #expect(MediaSubtypes.videoScreenRecording.rawValue == 524_288)
        #expect(MediaSubtypes.videoCinematic.rawValue == 2_097_152)
    }
}
