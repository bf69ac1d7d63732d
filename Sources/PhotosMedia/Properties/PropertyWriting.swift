/// Converts values with ImageIO's types to the fields of TIFF directories.
enum PropertyWriting {
    /// Returns the field that states a value; nil for a value that the field cannot have.
    static func field(named name: String, stating value: PictureValue) -> TIFFFields.Field? {
        switch name {
        case "Latitude", "Longitude", "DestLatitude", "DestLongitude":
            guard let degrees = value.double, degrees.magnitude <= 180 else { return nil }
            return fractionField(of: Degrees.exifText(degrees))
        case "TimeStamp": return timeField(of: value)
        case "ExifVersion", "FlashPixVersion": return versionField(of: value)
        case "GPSVersion":
            let numbers =
                value.text?.split(separator: ".").map { Int($0) } ?? value.values.map(\.whole)
            guard numbers.count == 4 else { return nil }
            return wholeNumberField(of: numbers, type: 1, in: 0...0xFF)
        case "UserComment", "ProcessingMethod", "AreaInformation":
            return value.string.map(commentField)
        case "FileSource", "SceneType", "ComponentsConfiguration":
            return wholeNumberField(of: value.values.map(\.whole), type: 7, in: 0...0xFF)
        default: break
        }
        if bytes.contains(name) {
            return wholeNumberField(of: value.values.map(\.whole), type: 1, in: 0...0xFF)
        }
        if shorts.contains(name) {
            return wholeNumberField(of: value.values.map(\.whole), type: 3, in: 0...0xFFFF)
        }
        if longs.contains(name) {
            return wholeNumberField(of: value.values.map(\.whole), type: 4, in: 0...0xFFFF_FFFF)
        }
        if signedFractions.contains(name) { return fractionField(of: value, type: 10) }
        if fractions.contains(name) { return fractionField(of: value, type: 5) }
        guard let text = value.string else { return nil }
        let bytes = Array(text.utf8.prefix { $0 != 0 }) + [0]
        return TIFFFields.Field(type: 2, count: bytes.count, bytes: bytes)
    }

    // The types are those of Exif 2.32, tables 4 to 9 and 15.

    private static let bytes: Set<String> = ["AltitudeRef"]

    private static let shorts: Set<String> = [
        "Orientation", "ResolutionUnit", "ExposureProgram", "ISOSpeedRatings", "SensitivityType",
        "MeteringMode", "LightSource", "Flash", "SubjectArea", "ColorSpace",
        "FocalPlaneResolutionUnit", "SubjectLocation", "SensingMethod", "CustomRendered",
        "ExposureMode", "WhiteBalance", "FocalLenIn35mmFilm", "SceneCaptureType", "GainControl",
        "Contrast", "Saturation", "Sharpness", "SubjectDistRange", "CompositeImage",
        "Differental", "SourceImageNumberOfCompositeImage",
    ]

    private static let longs: Set<String> = [
        "StandardOutputSensitivity", "RecommendedExposureIndex", "ISOSpeed",
        "ISOSpeedLatitudeyyy", "ISOSpeedLatitudezzz", "PixelXDimension", "PixelYDimension",
    ]

    private static let fractions: Set<String> = [
        "XResolution", "YResolution", "WhitePoint", "PrimaryChromaticities", "ExposureTime",
        "FNumber", "CompressedBitsPerPixel", "ApertureValue", "MaxApertureValue",
        "SubjectDistance", "FocalLength", "FlashEnergy", "FocalPlaneXResolution",
        "FocalPlaneYResolution", "ExposureIndex", "DigitalZoomRatio", "LensSpecification",
        "Gamma", "Altitude", "DOP", "Speed", "Track", "ImgDirection", "DestBearing",
        "DestDistance", "HPositioningError",
    ]

    private static let signedFractions: Set<String> = [
        "ShutterSpeedValue", "BrightnessValue", "ExposureBiasValue",
    ]

    private static func wholeNumberField(
        of values: [Int?],
        type: Int,
        in range: ClosedRange<Int>
    ) -> TIFFFields.Field? {
        guard !values.isEmpty else { return nil }
        var writer = ByteWriter()
        for value in values {
            guard let value, range.contains(value) else { return nil }
            switch type {
            case 3: writer.number(UInt16(value), endian: .little)
            case 4: writer.number(UInt32(value), endian: .little)
            default: writer.uint8(value)
            }
        }
        return TIFFFields.Field(type: type, count: values.count, bytes: writer.bytes)
    }

    private static func fractionField(of value: PictureValue, type: Int) -> TIFFFields.Field? {
        let values = value.values
        guard !values.isEmpty else { return nil }
        var writer = ByteWriter()
        for value in values {
            let limit = type == 10 ? Int(Int32.max) : Int(UInt32.max)
            guard let number = value.double, type == 10 || number >= 0,
                let parts = Rational.fraction(number, limit: limit)
            else { return nil }
            for part in [parts.numerator, parts.denominator] {
                writer.number(UInt32(truncatingIfNeeded: part), endian: .little)
            }
        }
        return TIFFFields.Field(type: type, count: values.count, bytes: writer.bytes)
    }

    /// Converts a text of fractions, such as "48/1 12/1 30/1".
    private static func fractionField(of text: String) -> TIFFFields.Field {
        let parts = text.split { $0 == " " || $0 == "/" }.compactMap { UInt32($0) }
        let writer = ByteWriter { writer in
            for part in parts { writer.number(part, endian: .little) }
        }
        return TIFFFields.Field(type: 5, count: parts.count / 2, bytes: writer.bytes)
    }

    private static func timeField(of value: PictureValue) -> TIFFFields.Field? {
        let parts = value.string?.split(separator: ":").map { Double($0) } ?? []
        guard parts.count == 3, parts.allSatisfy({ $0.map((0..<100).contains) ?? false }) else {
            return nil
        }
        return fractionField(of: .list(parts.compactMap { $0.map { .number($0) } }), type: 5)
    }

    /// Converts "0232", or [2, 3, 2], which is the same version.
    private static func versionField(of value: PictureValue) -> TIFFFields.Field? {
        var digits = value.text ?? ""
        if value.text == nil {
            let parts = value.values.compactMap(\.whole)
            guard (1...3).contains(parts.count), (0...99).contains(parts[0]),
                parts.dropFirst().allSatisfy({ (0...9).contains($0) })
            else { return nil }
            digits =
                DecimalText.padded(parts[0], width: 2) + parts.dropFirst().map(String.init).joined()
            digits += String(repeating: "0", count: 4 - digits.count)
        }
        let bytes = Array(digits.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return TIFFFields.Field(type: 7, count: 4, bytes: bytes)
    }

    /// Returns a comment behind the eight bytes that state its encoding.
    private static func commentField(of text: String) -> TIFFFields.Field {
        var writer = ByteWriter()
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            writer.text("ASCII\0\0\0" + text)
        } else {
            writer.text("UNICODE\0")
            for unit in text.utf16 { writer.number(unit, endian: .little) }
        }
        return TIFFFields.Field(type: 7, count: writer.count, bytes: writer.bytes)
    }
}

extension PictureValue {
    /// The members of a list, or the value itself.
    var values: [PictureValue] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The number; nil for other values.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The number, if it is a whole one.
    var whole: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The text, or the decimal digits of a whole number.
    var string: String? { text ?? whole.map(String.init) }
}
