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
        func put(_ name: String, _ text: String?) {
            if let text, !text.isEmpty { tags["MDPM." + name] = text }
        }
        put("DateTimeOriginal", date)
        put("GPSLatitude", fractions(0xB2, 3))
        put("GPSLatitudeRef", text(0xB1, 1))
        put("GPSLongitude", fractions(0xB6, 3))
        put("GPSLongitudeRef", text(0xB5, 1))
        put("GPSAltitude", fractions(0xBA, 1))
        put("GPSAltitudeRef", values[0xB9].map { $0.allSatisfy { $0 == 0 } ? "0" : "1" })
        put("GPSTimeStamp", fractions(0xBB, 3))
        put("GPSDateStamp", text(0xCA, 3))
        put("GPSSpeed", fractions(0xC2, 1))
        put("GPSSpeedRef", text(0xC1, 1))
        put("GPSImgDirection", fractions(0xC6, 1))
        put("GPSImgDirectionRef", text(0xC5, 1))
        put("ExposureTime", fractions(0xA0, 1))
        put("FNumber", fractions(0xA1, 1))
        put("Make", make)
        // Makers use these tags for different things. Sony writes the camera's name to them.
        if make == "Sony" { put("Model", text(0xE4, 3)) }
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
    private func bytes(_ tag: UInt8, _ count: UInt8) -> [UInt8]? {
        guard values[tag] != nil else { return nil }
        var bytes: [UInt8] = []
        for next in tag..<tag + count {
            guard let content = values[next] else { break }
            bytes += content
        }
        return bytes
    }

    private func text(_ tag: UInt8, _ count: UInt8) -> String? {
        bytes(tag, count).map { PlainBytes.text($0).trimmingBlanks() }
    }

    /// Returns fractions of two numbers with two bytes each.
    private func fractions(_ tag: UInt8, _ count: UInt8) -> String? {
        guard let bytes = bytes(tag, count), bytes.count == 4 * Int(count) else { return nil }
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
            + "\(digits[4]):\(digits[5]):\(digits[6])\(Self.zone(first[0]))"
    }

    /// Returns the zone.
    ///
    /// From the highest bit: one unused, summer time, sign, four bits of hours, half an hour.
    private static func zone(_ bits: UInt8) -> String {
        // The offset may or may not include the hour of summer time, so the local time gets no zone.
        guard bits & 0x40 == 0 else { return "" }
        let hours = Int(bits >> 1 & 15)
        return (bits & 0x20 == 0 ? "+" : "-") + (hours < 10 ? "0" : "") + "\(hours):"
            + (bits & 1 == 0 ? "00" : "30")
    }
}
