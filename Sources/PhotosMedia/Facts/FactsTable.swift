/// Which tags each fact comes from, the best first.
///
/// One table for all containers: names do not collide, and a file has few of them.
package enum FactsTable {
    /// How the text of a date tag is to be read.
    package enum DateForm: Sendable, Equatable {
        /// Exif's local time; fractions and zone stand in tags of their own.
        case exif(subSeconds: String, offset: String)
        /// A local time that may carry its zone.
        case local
        /// GMT, whatever the text says.
        case utc
        /// IPTC's date, its time in a tag of its own.
        case iptc(time: String)
    }

    package static let dates: [(name: String, form: DateForm)] = [
        (
            "Exif.Photo.DateTimeOriginal",
            .exif(
                subSeconds: "Exif.Photo.SubSecTimeOriginal",
                offset: "Exif.Photo.OffsetTimeOriginal"
            )
        ),
        (
            "Exif.Photo.DateTimeDigitized",
            .exif(
                subSeconds: "Exif.Photo.SubSecTimeDigitized",
                offset: "Exif.Photo.OffsetTimeDigitized"
            )
        ),
        ("QuickTime.com.apple.quicktime.creationdate", .local),
        ("QuickTime.creation_time", .utc),
        ("Xmp.exif.DateTimeOriginal", .local),
        ("Xmp.photoshop.DateCreated", .local),
        ("Xmp.xmp.CreateDate", .local),
        ("Iptc.Application2.DateCreated", .iptc(time: "Iptc.Application2.TimeCreated")),
    ]

    package static let make = [
        "Exif.Image.Make", "Xmp.tiff.Make", "QuickTime.com.apple.quicktime.make",
        "QuickTime.com.android.manufacturer", "QuickTime.make",
    ]
    package static let model = [
        "Exif.Image.Model", "Xmp.tiff.Model", "QuickTime.com.apple.quicktime.model",
        "QuickTime.com.android.model", "QuickTime.model",
    ]
    package static let lens = [
        "Exif.Photo.LensModel", "Xmp.exifEX.LensModel",
        "QuickTime.com.apple.quicktime.camera.lens_model",
    ]
    package static let caption = [
        "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription",
        "QuickTime.com.apple.quicktime.description", "QuickTime.description",
    ]
    /// All of these count, each keyword once.
    package static let keywords = ["Xmp.dc.subject", "Iptc.Application2.Keywords"]
    package static let rating = ["Xmp.xmp.Rating", "Exif.Image.Rating"]
    package static let contentIdentifier = [
        "Apple.ContentIdentifier", "QuickTime.com.apple.quicktime.content.identifier",
    ]
    package static let burstIdentifier = ["Apple.BurstIdentifier"]
    /// ISO 6709 texts.
    package static let positions = [
        "QuickTime.com.apple.quicktime.location.ISO6709", "QuickTime.location",
        "QuickTime.location-eng",
    ]
    package static let positionAccuracy = [
        "QuickTime.com.apple.quicktime.location.accuracy.horizontal"
    ]
    package static let userComment = ["Exif.Photo.UserComment", "Xmp.exif.UserComment"]
    /// Names of programs that record the screen, under the names of the tag.
    package static let movieAuthor = ["QuickTime.com.apple.quicktime.author"]
    package static let frameRate = ["Video.frameRate"]
    package static let customRendered = ["Exif.Photo.CustomRendered"]
    package static let panorama = ["Xmp.GPano.ProjectionType"]
}
