extension TIFFDirectory {
    /// Returns all fields of the directory that have a name, with ImageIO's types.
    ///
    /// Damaged fields and fields of an unknown type are left out.
    func properties(
        named names: [Int: String],
        from reader: inout BoundedReader
    ) -> [String: PictureValue] {
        var found: [String: PictureValue] = [:]
        for (tag, name) in names {
            guard let value = try? property(of: tag, named: name, from: &reader) else { continue }
            found[name] = value
        }
        return found
    }

    /// Returns all fields of the directory whose type is known, under their numbers.
    func numberedProperties(from reader: inout BoundedReader) -> [String: PictureValue] {
        properties(
            named: Dictionary(uniqueKeysWithValues: entries.keys.map { ($0, String($0)) }),
            from: &reader
        )
    }

    private static let maximumCount = 64

    private func property(
        of tag: Int,
        named name: String,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> PictureValue? {
        guard let entry = entries[tag], entry.count > 0 else { return nil }
        switch entry.type {
        case 2, 129:
            let bytes = try textBytes(of: entry, from: &reader)
            return .text(PlainBytes.text(of: bytes).trimmingBlanks())
        case 7: return try undefinedValue(of: entry, named: name, from: &reader)
        case 5, 10:
            let values = try fractions(of: tag, limit: Self.maximumCount, from: &reader)
                .compactMap { Rational.firstNumber(in: $0) }
            guard values.count == min(entry.count, Self.maximumCount) else { return nil }
            return fractionValue(of: values, named: name)
        case 1, 3, 4, 6, 8, 9, 13:
            let values = try wholeNumbers(of: entry, from: &reader).map { PictureValue.integer($0) }
            return PropertyNames.lists.contains(name) || name == "GPSVersion"
                ? .list(values) : .oneOrMore(values)
        default: return nil
        }
    }

    private func textBytes(
        of entry: Entry,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> ArraySlice<UInt8> {
        let limit = 2 * MediaFacts.maximumCaption
        return try reader.bytes(at: entry.valueOffset, count: min(entry.count, limit))
    }

    private func wholeNumbers(
        of entry: Entry,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> [Int] {
        let size = [1: 1, 6: 1, 3: 2, 8: 2][entry.type] ?? 4
        var values: [Int] = []
        for index in 0..<min(entry.count, Self.maximumCount) {
            let offset = entry.valueOffset + Int64(index * size)
            let value = Int(try reader.unsigned(at: offset, bytes: size, endian))
            let isSigned = [6, 8, 9].contains(entry.type)
            let limit = 1 << (8 * size - 1)
            values.append(isSigned && value >= limit ? value - 2 * limit : value)
        }
        return values
    }

    /// Converts fractions.
    ///
    /// Latitudes, longitudes and times of day have special forms.
    private func fractionValue(of values: [Double], named name: String) -> PictureValue? {
        switch name {
        case "Latitude", "Longitude", "DestLatitude", "DestLongitude":
            guard (1...3).contains(values.count) else { return nil }
            return .number(values.reversed().reduce(0) { $0 / 60 + $1 })
        case "TimeStamp":
            guard values.count == 3, values.allSatisfy({ (0..<100).contains($0) }) else {
                return nil
            }
            let parts = values.map { value in
                let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
                return value < 10 ? "0" + text : text
            }
            return .text(parts.joined(separator: ":"))
        default: return .oneOrMore(values.map { .number($0) })
        }
    }

    /// Reads bytes whose meaning depends on the field's name.
    private func undefinedValue(
        of entry: Entry,
        named name: String,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> PictureValue? {
        let bytes = try textBytes(of: entry, from: &reader)
        switch name {
        case "UserComment", "ProcessingMethod", "AreaInformation":
            return .text(PlainBytes.commentText(of: bytes, endian: endian).trimmingBlanks())
        case "ExifVersion", "FlashPixVersion":
            // "0232" is version 2.3.2, and "0100" is 1.0.
            let digits = bytes.map { Int($0) - 0x30 }
            guard digits.count == 4, digits.allSatisfy({ (0...9).contains($0) }) else {
                return nil
            }
            let version =
                [digits[0] * 10 + digits[1], digits[2]] + (digits[3] > 0 ? [digits[3]] : [])
            return .list(version.map { .integer($0) })
        case "ComponentsConfiguration": return .list(bytes.map { .integer(Int($0)) })
        case "FileSource", "SceneType": return bytes.first.map { .integer(Int($0)) }
        default: return nil
        }
    }
}
