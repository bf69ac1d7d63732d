import PhotosBase

/// The metadata that camcorders write to an H.264 stream: "modified digital video pack metadata" (MDPM).
///
/// MDPM is user data that begins with 16 bytes as its name. Each tag has one byte, followed by four bytes of content.
/// Longer values take several tags. ExifTool's documentation names the tags: clock, position, camera and exposure.
struct CamcorderTags {
    private static let name: [UInt8] =
        [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C,
            0x9A, 0x66,
        ] + Array("MDPM".utf8)

    private var values: [UInt8: [UInt8]] = [:]

    /// Whether the clock was found.
    var isDated: Bool { values[0x18] != nil && values[0x19] != nil }

    /// Adds the tags of user data from a camera.
    ///
    /// Tags that are already known keep their values.
    mutating func add(_ message: ArraySlice<UInt8>) {
        guard message.count > Self.name.count, message.starts(with: Self.name) else { return }
        var offset = message.startIndex + Self.name.count
        let count = Int(message[offset])
        offset += 1
        var last = -1
        for _ in 0..<count {
            // Tags are in the order of their numbers. A tag that is not is damaged.
            guard offset + 5 <= message.endIndex, Int(message[offset]) > last else { return }
            last = Int(message[offset])
            let content = Array(message[(offset + 1)..<(offset + 5)])
            values[message[offset]] = values[message[offset]] ?? content
            offset += 5
        }
    }

    /// The tags under the names of the table of facts.
    var tags: [String: String] {
        var tags: [String: String] = [:]
        func setTag(_ name: String, to text: String?) {
            if let text, !text.isEmpty { tags["MDPM." + name] = text }
        }
        setTag("DateTimeOriginal", to: date)
        setTag("GPSLatitude", to: joinedFractions(from: 0xB2, count: 3))
        setTag("GPSLatitudeRef", to: joinedText(from: 0xB1, count: 1))
        setTag("GPSLongitude", to: joinedFractions(from: 0xB6, count: 3))
        setTag("GPSLongitudeRef", to: joinedText(from: 0xB5, count: 1))
        setTag("GPSAltitude", to: joinedFractions(from: 0xBA, count: 1))
        setTag("GPSAltitudeRef", to: values[0xB9].map { $0.allSatisfy { $0 == 0 } ? "0" : "1" })
        setTag("GPSTimeStamp", to: joinedFractions(from: 0xBB, count: 3))
        setTag("GPSDateStamp", to: joinedText(from: 0xCA, count: 3))
        setTag("GPSSpeed", to: joinedFractions(from: 0xC2, count: 1))
        setTag("GPSSpeedRef", to: joinedText(from: 0xC1, count: 1))
        setTag("GPSImgDirection", to: joinedFractions(from: 0xC6, count: 1))
        setTag("GPSImgDirectionRef", to: joinedText(from: 0xC5, count: 1))
        setTag("ExposureTime", to: joinedFractions(from: 0xA0, count: 1))
        setTag("FNumber", to: joinedFractions(from: 0xA1, count: 1))
        setTag("Make", to: make)
        // Makers use these tags for different things. Sony writes the camera's name to them.
        if make == "Sony" { setTag("Model", to: joinedText(from: 0xE4, count: 3)) }
        return tags
    }

    private var make: String? {
        guard let bytes = values[0xE0] else { return nil }
        switch Int(bytes[0]) << 8 | Int(bytes[1]) {
        case 0x0103: return "Panasonic"
        case 0x0108: return "Sony"
        case 0x1011: return "Canon"
        case 0x1104: return "JVC"
        default: return nil
        }
    }

    /// Returns the joined contents of up to `count` tags that exist.
    private func joinedBytes(from tag: UInt8, count: UInt8) -> [UInt8]? {
        guard values[tag] != nil else { return nil }
        var bytes: [UInt8] = []
        for next in tag..<tag + count {
            guard let content = values[next] else { break }
            bytes += content
        }
        return bytes
    }

    private func joinedText(from tag: UInt8, count: UInt8) -> String? {
        joinedBytes(from: tag, count: count).map { PlainBytes.text(of: $0).trimmingBlanks() }
    }

    /// Returns fractions of two numbers with two bytes each.
    private func joinedFractions(from tag: UInt8, count: UInt8) -> String? {
        guard let bytes = joinedBytes(from: tag, count: count), bytes.count == 4 * Int(count) else {
            return nil
        }
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            let numerator = Int(bytes[start]) << 8 | Int(bytes[start + 1])
            return "\(numerator)/\(Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))"
        }.joined(separator: " ")
    }

    /// The clock.
    ///
    /// The first tag has zone, century, year and month; the next has day, hour, minute and second.
    /// All except the zone are decimal digits.
    private var date: String? {
        guard let first = values[0x18], let second = values[0x19] else { return nil }
        let digits = (first.dropFirst() + second).map { Hexadecimal.digits(of: [$0]) }
        return "\(digits[0])\(digits[1]):\(digits[2]):\(digits[3]) "
            + "\(digits[4]):\(digits[5]):\(digits[6])\(Self.zoneText(ofBits: first[0]))"
    }

    /// Returns the zone.
    ///
    /// From the highest bit: one unused, summer time, sign, four bits of hours, half an hour.
    private static func zoneText(ofBits bits: UInt8) -> String {
        // The offset may or may not include the hour of summer time, so the local time gets no zone.
        guard bits & 0x40 == 0 else { return "" }
        let hours = Int(bits >> 1 & 15)
        return (bits & 0x20 == 0 ? "+" : "-") + (hours < 10 ? "0" : "") + "\(hours):"
            + (bits & 1 == 0 ? "00" : "30")
    }
}
