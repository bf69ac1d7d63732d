/// What camcorders say of a picture in its stream of H.264: "modified digital video pack metadata" (MDPM).
///
/// It is user data named by 16 bytes, with tags of one byte and four bytes of content each. ExifTool's documentation names
/// them: clock, place, camera and exposure. Longer values go over several tags.
struct CamcorderTags {
    private static let name: [UInt8] =
        [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C,
            0x9A, 0x66,
        ] + Array("MDPM".utf8)

    private var values: [UInt8: [UInt8]] = [:]

    /// Whether the clock was found.
    var isDated: Bool { values[0x18] != nil && values[0x19] != nil }

    /// Takes the tags of user data, where it is a camera's; those that are known already stay.
    mutating func add(_ message: ArraySlice<UInt8>) {
        guard message.count > Self.name.count, message.starts(with: Self.name) else { return }
        var offset = message.startIndex + Self.name.count
        let count = Int(message[offset])
        offset += 1
        var last = -1
        for _ in 0..<count {
            // Tags come in the order of their numbers: what does not is damaged.
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
        // Makers use these tags for other things; Sony puts the name of the camera there.
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

    /// The contents of as many tags one after another as are there.
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

    /// Fractions of two numbers of two bytes each.
    private func fractions(_ tag: UInt8, _ count: UInt8) -> String? {
        guard let bytes = bytes(tag, count), bytes.count == 4 * Int(count) else { return nil }
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            let numerator = Int(bytes[start]) << 8 | Int(bytes[start + 1])
            return "\(numerator)/\(Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))"
        }.joined(separator: " ")
    }

    /// The clock: zone, century, year and month in one tag, day, hour, minute and second in the next, all as decimal digits.
    private var date: String? {
        guard let first = values[0x18], let second = values[0x19] else { return nil }
        let digits = (first.dropFirst() + second).map { byte -> String in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return "\(digits[0])\(digits[1]):\(digits[2]):\(digits[3]) "
            + "\(digits[4]):\(digits[5]):\(digits[6])\(Self.zone(first[0]))"
    }

    /// The zone: from the highest bit unused, summer time, sign, four bits of hours, half an hour.
    private static func zone(_ bits: UInt8) -> String {
        // Whether the offset includes the hour of summer time is not known: then the local time stands alone.
        guard bits & 0x40 == 0 else { return "" }
        let hours = Int(bits >> 1 & 15)
        return (bits & 0x20 == 0 ? "+" : "-") + (hours < 10 ? "0" : "") + "\(hours):"
            + (bits & 1 == 0 ? "00" : "30")
    }
}
