/// Reads what a picture's file says of itself, under the names and in the forms of ImageIO's properties.
///
/// It reads headers alone, within the bounds of ``BoundedReader``, and needs no worker. Damaged fields are left out.
package enum PictureProperties {
    /// All properties of a picture.
    ///
    /// - Parameters:
    ///   - header: The header of the picture's file.
    ///   - source: The file.
    /// - Returns: The sides in pixels as stored, the orientation, dots per inch, and a group for each of TIFF, Exif, GPS,
    ///   IPTC and Apple's maker note that the file has.
    package static func read(
        _ header: MediaHeader,
        from source: some ByteSource
    ) -> [String: PropertyValue] {
        var reader = BoundedReader(source)
        var groups = directories(header, &reader)
        groups["{IPTC}"] = IPTCTags.properties(header, &reader)
        var found = groups.filter { !$0.value.isEmpty }.mapValues { PropertyValue.group($0) }
        found["PixelWidth"] = .integer(header.storedWidth)
        found["PixelHeight"] = .integer(header.storedHeight)
        if header.orientation != .up || groups["{TIFF}"]?["Orientation"] != nil {
            found["Orientation"] = .integer(header.orientation.rawValue)
        }
        found["DPIWidth"] = dotsPerInch(groups["{TIFF}"], "XResolution")
        found["DPIHeight"] = dotsPerInch(groups["{TIFF}"], "YResolution")
        return found
    }

    private static func directories(
        _ header: MediaHeader,
        _ reader: inout BoundedReader
    ) -> [String: [String: PropertyValue]] {
        if let (header, ownReader) = header.unpacked(.exif, &reader) {
            var ownReader = ownReader
            return directories(header, &ownReader)
        }
        var groups: [String: [String: PropertyValue]] = [:]
        if let block = header.exif, let first = try? TIFFDirectory.first(in: block, &reader) {
            groups["{TIFF}"] = first.properties(PropertyNames.tiff, &reader)
            // Formats with an orientation of their own do not go by that of the Exif block.
            if groups["{TIFF}"]?["Orientation"] != nil {
                groups["{TIFF}"]?["Orientation"] = .integer(header.orientation.rawValue)
            }
            if let exif = directory(0x8769, of: first, &reader) {
                groups["{Exif}"] = exif.properties(PropertyNames.exif, &reader)
                groups["{MakerApple}"] = makerNote(exif, &reader)
            }
            if let gps = directory(0x8825, of: first, &reader) {
                groups["{GPS}"] = gps.properties(PropertyNames.gps, &reader)
            }
        }
        for part in header.exifParts {
            guard let alone = try? TIFFDirectory.first(in: part, &reader) else { continue }
            // The satellites' directory alone begins with the version of its tags.
            let (group, names) =
                alone.entries[0] != nil
                ? ("{GPS}", PropertyNames.gps) : ("{Exif}", PropertyNames.exif)
            groups[group, default: [:]].merge(alone.properties(names, &reader)) { old, _ in old }
        }
        return groups
    }

    private static func directory(
        _ pointer: Int,
        of first: TIFFDirectory,
        _ reader: inout BoundedReader
    ) -> TIFFDirectory? {
        guard let offset = try? first.integer(pointer, &reader) else { return nil }
        return try? first.directory(at: offset, &reader)
    }

    private static func makerNote(
        _ exif: TIFFDirectory,
        _ reader: inout BoundedReader
    ) -> [String: PropertyValue] {
        guard let place = exif.place(of: 0x927C), place.count <= 64 << 10,
            let bytes = try? reader.bytes(at: place.lowerBound, count: place.count)
        else { return [:] }
        return AppleMakerNote.properties(Array(bytes))
    }

    private static func dotsPerInch(
        _ tiff: [String: PropertyValue]?,
        _ name: String
    ) -> PropertyValue? {
        guard case .number(let dots)? = tiff?[name], dots > 0 else { return nil }
        switch tiff?["ResolutionUnit"] {
        case .integer(2)?, nil: return .number(dots)
        case .integer(3)?: return .number(dots * 2.54)
        default: return nil
        }
    }
}
