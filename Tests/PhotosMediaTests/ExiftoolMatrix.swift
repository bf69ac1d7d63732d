import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// Files with each source of a date in each zone and container, each orientation and each form of a place, written by
/// exiftool itself.
struct ExiftoolMatrix {
    enum Container: String, CaseIterable {
        case jpg, png, tiff, heic, mov, mp4

        var isMovie: Bool { self == .mov || self == .mp4 }
    }

    /// One file: how it is written, and the tags of exiftool that ours must equal.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var container: Container
        var arguments: [String]
        /// The tag of the date, with its group, and that of the zone where it stands alone.
        var date: String?
        var zone: String?
        /// Our name for it.
        var source: String?

        var testDescription: String { "\(name).\(container.rawValue)" }
    }

    static let cases: [Case] = Container.allCases.flatMap { container in
        (container.isMovie ? movieDates(container) : pictureDates(container))
            + places(container) + (container.isMovie ? [] : orientations(container))
    }

    private static let local = "2019:07:14 23:45:10"

    private static func pictureDates(_ container: Container) -> [Case] {
        var cases: [Case] = []
        for (index, zone) in ["+02:00", "-03:30", "+05:45", "-12:00", "+14:00", "Z"].enumerated() {
            cases.append(
                Case(
                    name: "exif-zone-\(index)",
                    container: container,
                    arguments: [
                        "-EXIF:DateTimeOriginal=\(local)", "-EXIF:SubSecTimeOriginal=125",
                        "-EXIF:OffsetTimeOriginal=\(zone)",
                    ],
                    date: "Composite:SubSecDateTimeOriginal",
                    source: "Exif.Photo.DateTimeOriginal"
                )
            )
            cases.append(
                Case(
                    name: "xmp-zone-\(index)",
                    container: container,
                    arguments: ["-XMP-photoshop:DateCreated=\(local)\(zone)"],
                    date: "XMP-photoshop:DateCreated",
                    source: "Xmp.photoshop.DateCreated"
                )
            )
        }
        for (name, text) in [("moon", "1969:07:20 20:17:40"), ("old", "1895:12:28 21:00:00")] {
            cases.append(
                Case(
                    name: "exif-\(name)",
                    container: container,
                    arguments: [
                        "-EXIF:DateTimeOriginal=\(text)", "-EXIF:OffsetTimeOriginal=+01:00",
                    ],
                    date: "Composite:SubSecDateTimeOriginal",
                    source: "Exif.Photo.DateTimeOriginal"
                )
            )
        }
        cases.append(
            Case(
                name: "exif-digitized",
                container: container,
                arguments: [
                    "-EXIF:DateTimeOriginal=0000:00:00 00:00:00", "-EXIF:CreateDate=\(local)",
                    "-EXIF:OffsetTimeDigitized=+02:00",
                ],
                date: "Composite:SubSecCreateDate",
                source: "Exif.Photo.DateTimeDigitized"
            )
        )
        cases.append(
            Case(
                name: "xmp-create",
                container: container,
                arguments: ["-XMP-xmp:CreateDate=\(local)+02:00"],
                date: "XMP-xmp:CreateDate",
                source: "Xmp.xmp.CreateDate"
            )
        )
        if container == .jpg || container == .tiff {
            cases.append(
                Case(
                    name: "iptc",
                    container: container,
                    arguments: [
                        "-IPTC:DateCreated=2019:07:14", "-IPTC:TimeCreated=23:45:10+02:00",
                    ],
                    date: "Composite:DateTimeCreated",
                    source: "Iptc.Application2.DateCreated"
                )
            )
        }
        return cases
    }

    private static func movieDates(_ container: Container) -> [Case] {
        var cases = [
            Case(
                name: "header",
                container: container,
                arguments: ["-QuickTime:CreateDate=\(local)"],
                date: "QuickTime:CreateDate",
                source: "QuickTime.creation_time"
            )
        ]
        for (index, zone) in ["+02:00", "-03:30", "+05:45"].enumerated() {
            cases.append(
                Case(
                    name: "keys-zone-\(index)",
                    container: container,
                    arguments: [
                        "-QuickTime:CreateDate=2001:01:01 00:00:00",
                        "-Keys:CreationDate=\(local)\(zone)",
                    ],
                    date: "Keys:CreationDate",
                    source: "QuickTime.com.apple.quicktime.creationdate"
                )
            )
        }
        return cases
    }

    private static func places(_ container: Container) -> [Case] {
        let corners = [
            ("ne", 48.2, 16.375), ("sw", -33.875, -151.21), ("se", -0.5, 179.999), ("nw", 0, -0.25),
        ]
        return corners.flatMap { name, latitude, longitude -> [Case] in
            if container.isMovie {
                let text = "\(latitude), \(longitude), 170.5"
                return [
                    Case(
                        name: "keys-place-\(name)",
                        container: container,
                        arguments: ["-Keys:GPSCoordinates=\(text)"]
                    ),
                    Case(
                        name: "user-place-\(name)",
                        container: container,
                        arguments: ["-UserData:GPSCoordinates=\(text)"]
                    ),
                ]
            }
            let exif = [
                "-EXIF:GPSLatitude*=\(latitude)", "-EXIF:GPSLongitude*=\(longitude)",
                "-EXIF:GPSAltitude*=-12.5", "-EXIF:GPSImgDirection=359.5",
                "-EXIF:GPSImgDirectionRef=M", "-EXIF:GPSSpeed=36", "-EXIF:GPSSpeedRef=N",
                "-EXIF:GPSHPositioningError=7",
            ]
            let xmp = [
                "-XMP-exif:GPSLatitude=\(latitude)", "-XMP-exif:GPSLongitude=\(longitude)",
                "-XMP-exif:GPSAltitude=170.5", "-XMP-exif:GPSAltitudeRef=0",
            ]
            return [
                Case(name: "exif-place-\(name)", container: container, arguments: exif),
                Case(name: "xmp-place-\(name)", container: container, arguments: xmp),
            ]
        }
    }

    private static func orientations(_ container: Container) -> [Case] {
        (1...8).map {
            Case(
                name: "orientation-\($0)",
                container: container,
                arguments: ["-EXIF:Orientation#=\($0)"]
            )
        }
    }

    /// A plain file of a container.
    static func plain(_ container: Container) -> [UInt8] {
        switch container {
        case .jpg: TestJPEG(width: 40, height: 30).data()
        case .png: TestPNG(width: 40, height: 30).data()
        case .tiff: TestTIFF(width: 40, height: 30).data()
        case .heic: TestHEIF(width: 40, height: 30, exif: ExifFields(make: "Maker")).data()
        case .mov: TestMovie(.quickTime, width: 40, height: 30).data()
        case .mp4: TestMovie(.mpeg4, width: 40, height: 30).data()
        }
    }
}
