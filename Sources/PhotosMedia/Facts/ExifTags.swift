/// Reads the tags of an Exif block that the table of facts uses, as texts under the names of exiv2.
///
/// Numbers are separated by spaces, and fractions are written as "1/250".
package enum ExifTags {
    private enum Directory: String {
        case image = "Exif.Image."
        case photo = "Exif.Photo."
        case position = "Exif.GPSInfo."
    }

    /// The names of the tags in each directory, among them every tag that the table of facts uses.
    private static let names: [Directory: [Int: String]] = [
        .image: [
            0x010E: "ImageDescription", 0x010F: "Make", 0x0110: "Model", 0x0131: "Software",
            0x0132: "DateTime", 0x013B: "Artist", 0x4746: "Rating", 0x9003: "DateTimeOriginal",
            0x9C9B: "XPTitle", 0x9C9C: "XPComment", 0x9C9D: "XPAuthor", 0x9C9E: "XPKeywords",
            0x9C9F: "XPSubject",
        ],
        .photo: [
            0x829A: "ExposureTime", 0x829D: "FNumber", 0x8827: "ISOSpeedRatings",
            0x9003: "DateTimeOriginal", 0x9004: "DateTimeDigitized", 0x9010: "OffsetTime",
            0x9011: "OffsetTimeOriginal", 0x9012: "OffsetTimeDigitized", 0x9209: "Flash",
            0x920A: "FocalLength",
            0x927C: "MakerNote", 0x9286: "UserComment", 0x9290: "SubSecTime",
            0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized", 0xA401: "CustomRendered",
            0xA434: "LensModel",
        ],
        .position: [
            0x01: "GPSLatitudeRef", 0x02: "GPSLatitude", 0x03: "GPSLongitudeRef",
            0x04: "GPSLongitude", 0x05: "GPSAltitudeRef", 0x06: "GPSAltitude",
            0x07: "GPSTimeStamp", 0x0C: "GPSSpeedRef", 0x0D: "GPSSpeed",
            0x10: "GPSImgDirectionRef", 0x11: "GPSImgDirection", 0x1D: "GPSDateStamp",
            0x1F: "GPSHPositioningError",
        ],
    ]

    /// All names that can be read.
    package static var known: Set<String> {
        Set(names.flatMap { directory, tags in tags.values.map { directory.rawValue + $0 } })
    }

    /// Reads the tags of a file whose header states the range of its Exif block.
    ///
    /// Damaged tags are left out, since a picture without metadata is still a picture.
    package static func tags(of header: MediaHeader, from reader: inout BoundedReader) -> MediaTags
    {
        if let (header, ownReader) = header.unpacked(.exif, from: &reader) {
            var ownReader = ownReader
            return Self.tags(of: header, from: &ownReader)
        }
        var tags = MediaTags()
        if let block = header.exif, let first = try? TIFFDirectory.first(in: block, from: &reader) {
            collectTags(of: .image, in: first, into: &tags, from: &reader)
            for (pointer, directory) in [(0x8769, Directory.photo), (0x8825, .position)] {
                guard let offset = try? first.integer(of: pointer, from: &reader),
                    let below = try? first.directory(at: offset, from: &reader)
                else { continue }
                collectTags(of: directory, in: below, into: &tags, from: &reader)
            }
        }
        for part in header.exifParts {
            guard let alone = try? TIFFDirectory.first(in: part, from: &reader) else { continue }
            // Only the GPS directory begins with the version of its tags.
            collectTags(
                of: alone.entries[0] != nil ? .position : .photo,
                in: alone,
                into: &tags,
                from: &reader
            )
        }
        return tags
    }

    private static func collectTags(
        of directory: Directory,
        in content: TIFFDirectory,
        into tags: inout MediaTags,
        from reader: inout BoundedReader
    ) {
        let names = names[directory] ?? [:]
        for (tag, entry) in content.entries {
            guard let name = names[tag] else { continue }
            if name == "MakerNote" {
                guard let range = content.range(of: tag), range.count <= maximumNote,
                    let note = try? reader.bytes(at: range.lowerBound, count: range.count)
                else { continue }
                tags.values.merge(AppleMakerNote.tags(inNote: Array(note)).values) { old, _ in old }
            } else if let text = try? text(
                ofTag: tag,
                named: name,
                entry: entry,
                in: content,
                from: &reader
            ) {
                tags.values[directory.rawValue + name] = [text]
            }
        }
    }

    /// The largest size of a note that is read.
    ///
    /// Apple's notes have some thousand bytes.
    private static let maximumNote = 64 << 10
    private static let maximumText = 2 * MediaFacts.maximumCaption

    private static func text(
        ofTag tag: Int,
        named name: String,
        entry: TIFFDirectory.Entry,
        in directory: TIFFDirectory,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> String? {
        switch entry.type {
        case 2, 7, 129:
            let count = min(entry.count, maximumText)
            let bytes = try reader.bytes(at: entry.valueOffset, count: count)
            return name == "UserComment"
                ? PlainBytes.commentText(of: bytes, endian: directory.endian)
                : PlainBytes.text(of: bytes)
        case 1 where name.hasPrefix("XP"):
            let count = min(entry.count, maximumText)
            return PlainBytes.wideText(
                of: try reader.bytes(at: entry.valueOffset, count: count),
                endian: .little
            )
        case 5, 10:
            return try directory.fractions(of: tag, limit: 4, from: &reader).joined(separator: " ")
        default:
            let numbers = try directory.numbers(of: tag, limit: 4, from: &reader)
            return numbers.isEmpty ? nil : numbers.joined(separator: " ")
        }
    }
}
