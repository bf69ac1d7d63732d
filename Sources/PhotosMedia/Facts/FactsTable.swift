/// The tags that each fact comes from, the best first.
///
/// No other code lists them.
///
/// The reading code uses these rows; `photokit facts --table` and the documentation print them. The live subtype is not
/// here, because it belongs to a pair of files.
package enum FactsTable {
    package static let rows: [FactRow] =
        dates + places + cameras + titles + words + stated + joining + subtypes

    /// Returns the rows of a fact, the best first.
    package static func rows(of field: FactField) -> [FactRow] { byField[field] ?? [] }

    /// The tags that are read from XMP packets.
    package static let xmpTags = Set(rows.flatMap(\.allTags).filter { $0.hasPrefix("Xmp.") })
        .union([favoriteTag, pickLabelTag, pickFlagTag, hiddenTag, albumsTag, regionKinds])
        .union(subjectTags).union([subjectExtensionTag])
    /// The marks and albums in our own sidecars, which are no facts of files.
    package static let favoriteTag = "Xmp.opk.Favorite"
    /// The marks of digiKam and of Lightroom with which an export writes a favorite.
    static let pickLabelTag = "Xmp.digiKam.PickLabel"
    static let pickFlagTag = "Xmp.xmpDM.pick"
    package static let hiddenTag = "Xmp.opk.Hidden"
    package static let albumsTag = "Xmp.opk.Albums"

    /// The tags by which a sidecar names its file, the best first: Camera Raw's, and that of darktable and others.
    ///
    /// The tags are in part 1 of Adobe's XMP specification and at https://exiftool.org/TagNames/XMP.html.
    package static let subjectTags = ["Xmp.crs.RawFileName", "Xmp.xmpMM.DerivedFrom"]
    /// The tag with the extension of the file that a sidecar of Adobe's programs describes.
    package static let subjectExtensionTag = "Xmp.photoshop.SidecarForExtension"

    private static let byField = Dictionary(grouping: rows, by: \.field)

    /// The row for the date in a file's name.
    ///
    /// Rows after it in the order of dates are weaker than the name.
    package static let nameTag = "name"
    /// Whether a tag states when the file was changed the last time, and not when the photo was taken.
    package static func isWeakDate(_ tag: String?) -> Bool {
        rows(of: .creationDate).drop { $0.tag != nameTag }.dropFirst().contains { $0.tag == tag }
    }

    /// The row for the file's own date, which is used if there is no other.
    package static let fileTag = "file"

    /// The tags with the moment in a movie's header, which counts in GMT.
    static let headerTags: Set<String> = [
        "QuickTime.creation_time", "Matroska.creation_time", "ASF.CreationDate",
    ]

    private static let dates: [FactRow] = [
        FactRow(
            .creationDate,
            "Exif.Photo.DateTimeOriginal",
            .date(exifDateForm(ofKind: "Original"))
        ),
        FactRow(
            .creationDate,
            "Exif.Image.DateTimeOriginal",
            .date(exifDateForm(ofKind: "Original"))
        ),
        FactRow(
            .creationDate,
            "Exif.Photo.DateTimeDigitized",
            .date(exifDateForm(ofKind: "Digitized"))
        ),
        FactRow(.creationDate, "QuickTime.com.apple.quicktime.creationdate", .date(.local)),
        FactRow(.creationDate, "MDPM.DateTimeOriginal", .date(.local)),
        FactRow(.creationDate, "OpenEXR.capDate", .date(.local)),
        FactRow(.creationDate, "RIFF.creation_time", .date(.local)),
        FactRow(.creationDate, "QuickTime.creation_time", .date(.utc)),
        FactRow(.creationDate, "Matroska.creation_time", .date(.utc)),
        FactRow(.creationDate, "ASF.CreationDate", .date(.utc)),
        FactRow(.creationDate, "Xmp.exif.DateTimeOriginal", .date(.local)),
        FactRow(.creationDate, "Xmp.photoshop.DateCreated", .date(.local)),
        FactRow(.creationDate, "Xmp.xmp.CreateDate", .date(.local)),
        FactRow(
            .creationDate,
            "Iptc.Application2.DateCreated",
            .date(.iptc(time: "Iptc.Application2.TimeCreated"))
        ),
        // The box "©day", under libavformat's name.
        FactRow(.creationDate, "QuickTime.date", .date(.local)),
        FactRow(
            .creationDate,
            "Exif.GPSInfo.GPSDateStamp",
            .date(.satellites(time: "Exif.GPSInfo.GPSTimeStamp"))
        ),
        FactRow(.creationDate, "Xmp.exif.GPSTimeStamp", .date(.utc)),
        FactRow(
            .creationDate,
            "MDPM.GPSDateStamp",
            .date(.satellites(time: "MDPM.GPSTimeStamp"))
        ),
        FactRow(.creationDate, PNGText.creationTimeTag, .date(.text)),
        FactRow(.creationDate, nameTag, .date(.outside)),
        FactRow(
            .creationDate,
            "Exif.Image.DateTime",
            .date(
                .exif(subSeconds: "Exif.Photo.SubSecTime", offset: "Exif.Photo.OffsetTime")
            )
        ),
        FactRow(.creationDate, fileTag, .date(.outside)),
    ]

    private static func exifDateForm(ofKind kind: String) -> FactRow.DateForm {
        .exif(subSeconds: "Exif.Photo.SubSecTime" + kind, offset: "Exif.Photo.OffsetTime" + kind)
    }

    private static let positions = [
        "QuickTime.com.apple.quicktime.location.ISO6709", "QuickTime.location",
        "QuickTime.location-eng", "Matroska.LOCATION",
    ]

    private static let places: [FactRow] =
        [
            FactRow(.location, "Exif.GPSInfo.GPSLatitude", .exifPlace),
            FactRow(.location, "Xmp.exif.GPSLatitude", .xmpPlace),
            FactRow(.location, "MDPM.GPSLatitude", .exifPlace),
        ] + positions.map { FactRow(.location, $0, .iso6709) } + [
            FactRow(
                .altitude,
                "Exif.GPSInfo.GPSAltitude",
                .signed(reference: "Exif.GPSInfo.GPSAltitudeRef")
            ),
            FactRow(
                .altitude,
                "Xmp.exif.GPSAltitude",
                .signed(reference: "Xmp.exif.GPSAltitudeRef")
            ),
            FactRow(.altitude, "MDPM.GPSAltitude", .signed(reference: "MDPM.GPSAltitudeRef")),
        ] + positions.map { FactRow(.altitude, $0, .iso6709) } + [
            FactRow(.horizontalAccuracy, "Exif.GPSInfo.GPSHPositioningError", .number),
            FactRow(.horizontalAccuracy, "Xmp.exif.GPSHPositioningError", .number),
            FactRow(
                .horizontalAccuracy,
                "QuickTime.com.apple.quicktime.location.accuracy.horizontal",
                .number
            ),
        ]
        + ["Exif.GPSInfo", "Xmp.exif", "MDPM"].flatMap { group in
            [
                FactRow(
                    .direction,
                    group + ".GPSImgDirection",
                    .scaled(reference: group + ".GPSImgDirectionRef", ["T": 1, "M": 1])
                ),
                FactRow(
                    .speed,
                    group + ".GPSSpeed",
                    .scaled(
                        reference: group + ".GPSSpeedRef",
                        ["K": 1 / 3.6, "M": 1609.344 / 3600, "N": 1852.0 / 3600]
                    )
                ),
            ]
        }

    private static let cameras: [FactRow] =
        [
            "Exif.Image.Make", "Xmp.tiff.Make", "QuickTime.com.apple.quicktime.make",
            "QuickTime.com.android.manufacturer", "QuickTime.make", "MDPM.Make",
        ].map { FactRow(.cameraMake, $0) }
        + [
            "Exif.Image.Model", "Xmp.tiff.Model", "QuickTime.com.apple.quicktime.model",
            "QuickTime.com.android.model", "QuickTime.model", "MDPM.Model",
        ].map { FactRow(.cameraModel, $0) }
        + [
            "Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens",
            "QuickTime.com.apple.quicktime.camera.lens_model",
        ].map { FactRow(.lensModel, $0) }
        + [
            FactRow(.exposureTime, "Exif.Photo.ExposureTime", .number),
            FactRow(.exposureTime, "Xmp.exif.ExposureTime", .number),
            FactRow(.exposureTime, "MDPM.ExposureTime", .number),
            FactRow(.aperture, "Exif.Photo.FNumber", .number),
            FactRow(.aperture, "Xmp.exif.FNumber", .number),
            FactRow(.aperture, "MDPM.FNumber", .number),
            FactRow(.iso, "Exif.Photo.ISOSpeedRatings", .number),
            FactRow(.iso, "Xmp.exif.ISOSpeedRatings", .number),
            FactRow(.focalLength, "Exif.Photo.FocalLength", .number),
            FactRow(.focalLength, "Xmp.exif.FocalLength", .number),
            FactRow(.flash, "Exif.Photo.Flash", .number),
            FactRow(.software, "Exif.Image.Software"),
            FactRow(.software, "Xmp.xmp.CreatorTool"),
            FactRow(.software, "QuickTime.com.apple.quicktime.software"),
            FactRow(.persons, regionNames, .texts),
            FactRow(.persons, microsoftNames, .texts),
            FactRow(.persons, "Xmp.iptcExt.PersonInImage", .texts),
        ]

    /// The names of faces; names of other regions are not read as names, see ``XMPTags``.
    static let regionNames = "Xmp.mwg-rs.Regions/mwg-rs:RegionList/mwg-rs:Name"
    /// The kinds of the regions.
    static let regionKinds = "Xmp.mwg-rs.Regions/mwg-rs:RegionList/mwg-rs:Type"
    private static let microsoftNames = "Xmp.MP.RegionInfo/MPRI:Regions/MPReg:PersonDisplayName"

    /// The captions, keywords and ratings.
    ///
    /// For keywords and persons all rows count, and each text is kept once.
    private static let words: [FactRow] =
        [
            "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription",
            "Exif.Image.XPComment",
            "QuickTime.com.apple.quicktime.description", "QuickTime.description",
            "QuickTime.dscp", "QuickTime.synopsis", "QuickTime.com.apple.quicktime.comment",
            "QuickTime.comment",
            "Matroska.DESCRIPTION", "Matroska.COMMENT", "RIFF.comment", "ASF.comment",
            "Ogg.description", "Ogg.comment", "FLV.description", "FLV.comment",
        ].map { FactRow(.caption, $0, .words) }
        + [
            FactRow(.keywords, "Xmp.dc.subject", .texts),
            FactRow(.keywords, "Iptc.Application2.Keywords", .texts),
            FactRow(.keywords, "Xmp.lr.hierarchicalSubject", .leaf("|")),
            FactRow(.keywords, "Xmp.digiKam.TagsList", .leaf("/")),
            FactRow(.keywords, "Exif.Image.XPKeywords", .list(";")),
            FactRow(.keywords, "QuickTime.com.apple.quicktime.keywords", .list(",")),
            FactRow(.keywords, "QuickTime.keyw", .list(",")),
            FactRow(.keywords, "QuickTime.kywd", .texts),
            FactRow(.keywords, "Microsoft.WM/Category", .list(";")),
            FactRow(.keywords, "Matroska.KEYWORDS", .list(",")),
            FactRow(.keywords, "RIFF.IKEY", .list(";")),
            FactRow(.keywords, "ASF.WM/Category", .list(";")),
            FactRow(.keywords, "Ogg.keywords", .list(",")),
            FactRow(.keywords, "FLV.keywords", .list(",")),
            FactRow(.keywords, regionNames, .texts),
            FactRow(.keywords, microsoftNames, .texts),
            FactRow(.rating, "Xmp.xmp.Rating", .number),
            FactRow(.rating, "Exif.Image.Rating", .number),
            FactRow(.rating, "QuickTime.com.apple.quicktime.rating.user", .number),
            FactRow(.rating, "Microsoft.WM/SharedUserRating", .number),
        ]

    /// The titles and headlines.
    ///
    /// Windows calls its title `XPTitle`, and its subject `XPSubject`.
    private static let titles: [FactRow] =
        [
            "Xmp.dc.title", "Iptc.Application2.ObjectName", "Exif.Image.XPTitle",
            "QuickTime.com.apple.quicktime.title", "QuickTime.com.apple.quicktime.displayname",
            "QuickTime.title", "QuickTime.titl", "Matroska.title", "RIFF.title", "ASF.title",
            "Ogg.title", "FLV.title",
        ].map { FactRow(.title, $0, .words) }
        + [
            "Xmp.photoshop.Headline", "Iptc.Application2.Headline", "Exif.Image.XPSubject",
            "Microsoft.WM/SubTitle", "RIFF.ISBJ", "ASF.WM/SubTitle",
        ].map { FactRow(.headline, $0, .words) }

    /// The creators, and the names of places that a person stated.
    ///
    /// IPTC's core states the place that is shown, and its extension states where the camera was as well.
    private static let stated: [FactRow] =
        [
            FactRow(.creators, "Xmp.dc.creator", .texts),
            FactRow(.creators, "Iptc.Application2.Byline", .texts),
            FactRow(.creators, "Exif.Image.Artist", .list(";")),
            FactRow(.creators, "Exif.Image.XPAuthor", .list(";")),
            FactRow(.creators, "QuickTime.com.apple.quicktime.artist", .texts),
            FactRow(.creators, "QuickTime.artist", .texts),
            FactRow(.creators, "QuickTime.auth", .texts),
            FactRow(.creators, "Matroska.ARTIST", .texts),
            FactRow(.creators, "RIFF.artist", .texts),
            FactRow(.creators, "ASF.artist", .texts),
            FactRow(.creators, "Ogg.artist", .texts),
            FactRow(.creators, "FLV.artist", .texts),
        ]
        + placeNames(
            .sublocation,
            core: "Xmp.iptc.Location",
            detail: "Sublocation",
            record: "SubLocation"
        )
        + placeNames(.city, core: "Xmp.photoshop.City", detail: "City", record: "City")
        + placeNames(
            .region,
            core: "Xmp.photoshop.State",
            detail: "ProvinceState",
            record: "ProvinceState"
        )
        + placeNames(
            .country,
            core: "Xmp.photoshop.Country",
            detail: "CountryName",
            record: "CountryName"
        )

    private static func placeNames(
        _ field: FactField,
        core: String,
        detail: String,
        record: String
    ) -> [FactRow] {
        [
            FactRow(field, core, .words),
            FactRow(field, "Iptc.Application2." + record, .words),
            FactRow(field, "Xmp.iptcExt.LocationCreated/iptcExt:" + detail, .words),
            FactRow(field, "Xmp.iptcExt.LocationShown/iptcExt:" + detail, .words),
        ]
    }

    private static let joining: [FactRow] = [
        FactRow(.contentIdentifier, "Apple.ContentIdentifier"),
        FactRow(.contentIdentifier, "QuickTime.com.apple.quicktime.content.identifier"),
        FactRow(.burstIdentifier, "Apple.BurstIdentifier"),
        FactRow(.burstIdentifier, "Xmp.GCamera.BurstID"),
        FactRow(.embeddedMovie, "HEIF.mpvd", .movieRange),
        FactRow(.embeddedMovie, "Samsung.MotionPhoto_Data", .movieRange),
        FactRow(.embeddedMovie, directoryTag + "/Item:Length", .movieInDirectory),
        FactRow(.embeddedMovie, "Xmp.GCamera.MicroVideoOffset", .movieFromEnd),
    ]

    /// Google's list of the items behind the picture in its file.
    package static let directoryTag = "Xmp.Container.Directory/Container:Item"

    private static let subtypes: [FactRow] = [
        FactRow(.panorama, "Xmp.GPano.ProjectionType", .evidence(.present)),
        FactRow(.panorama, "Exif.Photo.CustomRendered", .makersEvidence("Apple", ["6"])),
        FactRow(.panorama, "Samsung.Panorama_Shot_Info", .evidence(.present)),
        FactRow(.hdr, "Exif.Photo.CustomRendered", .makersEvidence("Apple", ["2", "3", "7"])),
        FactRow(.hdr, "Apple.HDRImageType", .evidence(.oneOf(["3"]))),
        FactRow(.hdr, "Xmp.hdrgm.Version", .evidence(.present)),
        FactRow(.screenshot, "Exif.Photo.UserComment", .evidence(.ending("Screenshot"))),
        FactRow(.screenshot, "Xmp.exif.UserComment", .evidence(.ending("Screenshot"))),
        FactRow(.depthEffect, "Exif.Photo.CustomRendered", .makersEvidence("Apple", ["7", "8"])),
        FactRow(.depthEffect, "HEIF.portraiteffectsmatte", .evidence(.present)),
        FactRow(.depthEffect, "Xmp.GFocus.BlurAtInfinity", .evidence(.present)),
        FactRow(.spatial, "HEIF.ster", .evidence(.present)),
        FactRow(.spatial, "Video.vexu", .evidence(.present)),
        FactRow(
            .spatial,
            "QuickTime.com.apple.quicktime.spatial.format-version",
            .evidence(.present)
        ),
        FactRow(.animation, "Frames.several", .evidence(.present)),
        FactRow(.videoHighFrameRate, "Video.frameRate", .evidence(.atLeast(highFrameRate))),
        FactRow(
            .videoHighFrameRate,
            "QuickTime.com.android.capture.fps",
            .evidence(.atLeast(highFrameRate))
        ),
        FactRow(
            .videoTimelapse,
            "QuickTime.com.apple.photos.captureMode",
            .evidence(.oneOf(["Time-lapse"]))
        ),
        FactRow(.videoTimelapse, "QuickTime.com.android.capture.fps", .evidence(.below(10))),
        FactRow(
            .videoScreenRecording,
            "QuickTime.com.apple.quicktime.author",
            .evidence(.oneOf(["ReplayKitRecording"]))
        ),
        FactRow(
            .videoCinematic,
            "QuickTime.com.apple.quicktime.cinematic-video",
            .evidence(.present)
        ),
    ]

    /// The frame rate from which a movie counts as slow motion.
    ///
    /// Cameras record it at 120 or more.
    package static let highFrameRate = 100.0
}

extension FactRow {
    /// The tag, and the tags that complete it.
    package var allTags: [String] {
        switch form {
        case .scaled(let reference, _), .signed(let reference): [tag, reference]
        case .date(.exif(let subSeconds, let offset)): [tag, subSeconds, offset]
        case .date(.iptc(let time)), .date(.satellites(let time)): [tag, time]
        case .exifPlace, .xmpPlace: [tag] + placeTags
        default: [tag]
        }
    }

    /// The tag of the longitude, and the tags with the directions.
    var placeTags: [String] {
        let longitude = tag.replacing("Latitude", with: "Longitude")
        return form == .exifPlace ? [longitude, tag + "Ref", longitude + "Ref"] : [longitude]
    }
}
