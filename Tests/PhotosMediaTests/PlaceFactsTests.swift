import Foundation
import PhotosMedia
import TestPermits
import Testing

/// The places that tags give.
@Suite(.permit) struct PlaceFactsTests: TagReadingTests {
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
}
