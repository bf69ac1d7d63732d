/// The metadata of a picture to write, under ImageIO's names.
package struct WrittenProperties: Sendable, Equatable {
    /// The fields of the groups `{TIFF}`, `{Exif}`, `{GPS}` and `{IPTC}`.
    private var groups: [String: [String: PictureValue]] = [:]
    private var orientationNumber: Int?
    private var dots: [String: Double] = [:]

    /// Fields that describe how a file stores its pixels.
    private static let layout: Set<String> = [
        "Compression", "PhotometricInterpretation", "TileWidth", "TileLength",
    ]

    package init() {}

    /// The orientation of the pixels.
    package var orientation: ImageOrientation {
        orientationNumber.flatMap { ImageOrientation(rawValue: $0) } ?? .up
    }

    /// Sets further properties, which overrule those that are there.
    ///
    /// Properties and fields without a meaning for files are left out.
    ///
    /// - Parameters:
    ///   - properties: The properties; those of groups are added to the group.
    ///   - removed: The names of properties and whole groups to remove, and those of fields with their group before
    ///     them: "{GPS}/Altitude".
    package mutating func set(_ properties: [String: PictureValue], removed: Set<String> = []) {
        for name in removed { remove(name) }
        for name in ["{TIFF}", "{Exif}", "{GPS}", "{IPTC}"] {
            guard case .group(let fields)? = properties[name] else { continue }
            groups[name, default: [:]].merge(fields) { _, new in new }
            if name == "{TIFF}", let number = fields["Orientation"]?.whole {
                orientationNumber = number
            }
            for (dots, field) in [("DPIWidth", "XResolution"), ("DPIHeight", "YResolution")]
            where name == "{TIFF}" && fields[field] != nil {
                self.dots[dots] = nil
            }
        }
        // The property of the picture overrules the tag.
        if let number = properties["Orientation"]?.whole { orientationNumber = number }
        for name in ["DPIWidth", "DPIHeight"] {
            if let value = properties[name]?.double, value > 0 { dots[name] = value }
        }
    }

    private mutating func remove(_ name: String) {
        groups[name] = nil
        dots[name] = nil
        if name == "Orientation" || name == "{TIFF}" || name == "{TIFF}/Orientation" {
            orientationNumber = nil
        }
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        if parts.count == 2 { groups[parts[0]]?[parts[1]] = nil }
    }

    /// The records of IPTC; nil if there are none.
    package var records: [UInt8]? { groups["{IPTC}"].flatMap(IPTCWriting.records) }

    /// Returns an XMP packet with the fields of IPTC, for formats without records; nil if there are no such fields.
    ///
    /// - Throws: `MediaFileError` if a text cannot be in XML.
    package func xmpPacket() throws(MediaFileError) -> [UInt8]? {
        do throws(XMPWritingError) {
            return try IPTCProperties.xmpPacket(of: groups["{IPTC}"] ?? [:])
        } catch {
            throw MediaFileError(.notEmbeddable, error.reason)
        }
    }

    /// Returns the Exif block of a picture, which begins with a TIFF header; nil if it would state nothing.
    package func exifBlock(of size: PixelSize) -> [UInt8]? {
        let tree = tree(of: size)
        guard !tree.isEmpty else { return nil }
        return TIFFTree.header + tree.bytes(at: TIFFTree.header.count, next: 0)
    }

    /// Returns the blocks of a JPEG or PNG.
    package func parts(of size: PixelSize) -> MetadataParts {
        MetadataParts(
            exif: exifBlock(of: size),
            resources: records.map(IPTCWriting.photoshopResource)
        )
    }

    func tree(of size: PixelSize) -> TIFFTree {
        var tree = TIFFTree()
        var tiff = groups["{TIFF}"] ?? [:]
        tiff["Orientation"] = orientationNumber == nil ? nil : .integer(orientation.rawValue)
        if !dots.isEmpty {
            tiff["XResolution"] = (dots["DPIWidth"] ?? dots["DPIHeight"]).map { .number($0) }
            tiff["YResolution"] = (dots["DPIHeight"] ?? dots["DPIWidth"]).map { .number($0) }
            tiff["ResolutionUnit"] = .integer(2)
        }
        tree.main = Self.tiffFields(
            of: tiff.filter { !Self.layout.contains($0.key) },
            named: PropertyNames.tiff
        )
        var exif = groups["{Exif}"] ?? [:]
        if !exif.isEmpty {
            // Tables 4 and 8 of Exif 2.32 demand these fields.
            if exif["ExifVersion"] == nil {
                exif["ExifVersion"] = .list([.integer(2), .integer(3), .integer(2)])
            }
            exif["PixelXDimension"] = .integer(size.width)
            exif["PixelYDimension"] = .integer(size.height)
        }
        tree.exif = Self.tiffFields(of: exif, named: PropertyNames.exif)
        tree.gps = Self.tiffFields(
            of: Self.placeFields(of: groups["{GPS}"] ?? [:]),
            named: PropertyNames.gps
        )
        return tree
    }

    /// Returns the fields of a position with the references and the version that readers need.
    private static func placeFields(of fields: [String: PictureValue]) -> [String: PictureValue] {
        guard !fields.isEmpty else { return [:] }
        var place = fields
        for (name, positive, negative) in [("Latitude", "N", "S"), ("Longitude", "E", "W")] {
            guard let degrees = place[name]?.double else { continue }
            place[name] = .number(degrees.magnitude)
            if place[name + "Ref"] == nil {
                place[name + "Ref"] = .text(degrees < 0 ? negative : positive)
            }
        }
        if let altitude = place["Altitude"]?.double {
            place["Altitude"] = .number(altitude.magnitude)
            if place["AltitudeRef"] == nil { place["AltitudeRef"] = .integer(altitude < 0 ? 1 : 0) }
        }
        if place["GPSVersion"] == nil {
            place["GPSVersion"] = .list([2, 3, 0, 0].map { .integer($0) })
        }
        return place
    }

    private static func tiffFields(
        of properties: [String: PictureValue],
        named names: [Int: String]
    ) -> TIFFFields {
        var fields = TIFFFields()
        for (tag, name) in names {
            if let value = properties[name],
                let field = PropertyWriting.field(named: name, stating: value)
            {
                fields.fields[tag] = field
            }
        }
        return fields
    }
}
