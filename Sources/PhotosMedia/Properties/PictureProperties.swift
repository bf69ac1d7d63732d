/// Reads the metadata of a picture's file, with the names and types of ImageIO's properties.
///
/// Only headers are read, within the bounds of ``BoundedReader`` and without a worker. Damaged fields are left out.
package enum PictureProperties {
    /// Returns all properties of a picture.
    ///
    /// - Parameters:
    ///   - header: The header of the picture's file.
    ///   - source: The file.
    /// - Returns: The stored width and height in pixels, the orientation and dots per inch; of JPEG and PNG also the
    ///   depth and the colour model. The file's TIFF, Exif, GPS, IPTC, DNG, JFIF and PNG fields and Apple's maker note
    ///   each are a group. The fields of IPTC come from its records, or else from XMP.
    package static func read(
        _ header: MediaHeader,
        from source: some ByteSource
    ) -> [String: PictureValue] {
        var reader = BoundedReader(source)
        var groups = directories(of: header, from: &reader)
        let records = IPTCTags.properties(of: header, from: &reader)
        // Files of newer formats have the fields of IPTC in XMP only, and ImageIO returns them from there.
        groups["{IPTC}"] = records.isEmpty ? words(of: header, from: &reader) : records
        var found = groups.filter { !$0.value.isEmpty }.mapValues { PictureValue.group($0) }
        found["PixelWidth"] = .integer(header.storedWidth)
        found["PixelHeight"] = .integer(header.storedHeight)
        if header.orientation != .up || groups["{TIFF}"]?["Orientation"] != nil {
            found["Orientation"] = .integer(header.orientation.rawValue)
        }
        found["DPIWidth"] = dotsPerInch(in: groups["{TIFF}"], named: "XResolution")
        found["DPIHeight"] = dotsPerInch(in: groups["{TIFF}"], named: "YResolution")
        let stated =
            switch header.type {
            case .jpeg: JPEGProperties.read(from: &reader)
            case .png: PNGProperties.read(from: &reader)
            default: [:] as [String: PictureValue]
            }
        return found.merging(stated) { first, _ in first }
    }

    private static func directories(
        of header: MediaHeader,
        from reader: inout BoundedReader
    ) -> [String: [String: PictureValue]] {
        if let (header, ownReader) = header.unpacked(.exif, from: &reader) {
            var ownReader = ownReader
            return directories(of: header, from: &ownReader)
        }
        var groups: [String: [String: PictureValue]] = [:]
        if let block = header.exif, let first = try? TIFFDirectory.first(in: block, from: &reader) {
            groups["{TIFF}"] = first.properties(named: PropertyNames.tiff, from: &reader)
            // Formats with an orientation of their own ignore that of the Exif block.
            if groups["{TIFF}"]?["Orientation"] != nil {
                groups["{TIFF}"]?["Orientation"] = .integer(header.orientation.rawValue)
            }
            if let exif = directory(at: 0x8769, of: first, from: &reader) {
                let fields = exif.properties(named: PropertyNames.exif, from: &reader)
                groups["{Exif}"] = fields
                groups["{ExifAux}"] = PropertyNames.exifAux.compactMapValues { fields[$0] }
                groups["{MakerApple}"] = makerNote(of: exif, from: &reader)
            }
            // Only DNG has its version in the first directory.
            if first.entries[0xC612] != nil {
                groups["{DNG}"] = first.properties(named: PropertyNames.dng, from: &reader)
            }
            if let gps = directory(at: 0x8825, of: first, from: &reader) {
                groups["{GPS}"] = gps.properties(named: PropertyNames.gps, from: &reader)
            }
        }
        for part in header.exifParts {
            guard let alone = try? TIFFDirectory.first(in: part, from: &reader) else { continue }
            // Only the GPS directory begins with the version of its tags.
            let (group, names) =
                alone.entries[0] != nil
                ? ("{GPS}", PropertyNames.gps) : ("{Exif}", PropertyNames.exif)
            groups[group, default: [:]].merge(alone.properties(named: names, from: &reader)) {
                old,
                _ in old
            }
        }
        return groups
    }

    /// Returns the fields of IPTC that an XMP packet states.
    private static func words(
        of header: MediaHeader,
        from reader: inout BoundedReader
    ) -> [String: PictureValue] {
        if let (header, ownReader) = header.unpacked(.xmp, from: &reader) {
            var ownReader = ownReader
            return words(of: header, from: &ownReader)
        }
        guard let range = header.xmp, range.count <= XMPTags.maximumPacket,
            let bytes = try? reader.prefix(at: range.lowerBound, count: Int(range.count)),
            let tags = XMPTags.read(bytes)
        else { return [:] }
        return IPTCProperties.fields(of: tags)
    }

    private static func directory(
        at pointer: Int,
        of first: TIFFDirectory,
        from reader: inout BoundedReader
    ) -> TIFFDirectory? {
        guard let offset = try? first.integer(of: pointer, from: &reader) else { return nil }
        return try? first.directory(at: offset, from: &reader)
    }

    private static func makerNote(
        of exif: TIFFDirectory,
        from reader: inout BoundedReader
    ) -> [String: PictureValue] {
        guard let range = exif.range(of: 0x927C), range.count <= 64 << 10,
            let bytes = try? reader.bytes(at: range.lowerBound, count: range.count)
        else { return [:] }
        return AppleMakerNote.properties(inNote: Array(bytes))
    }

    private static func dotsPerInch(
        in tiff: [String: PictureValue]?,
        named name: String
    ) -> PictureValue? {
        guard case .number(let dots)? = tiff?[name], dots > 0 else { return nil }
        switch tiff?["ResolutionUnit"] {
        case .integer(2)?, nil: return .number(dots)
        case .integer(3)?: return .number(dots * 2.54)
        default: return nil
        }
    }
}
