/// MPEG transport streams, as camcorders write them (AVCHD): no header at all, but often the camera's clock.
///
/// Cameras put it into the first pictures of the H.264 stream, as registered user data called "MDPM" that holds tags
/// of five bytes. ExifTool's documentation names them: 0x18 holds zone, century, year and month, 0x19 day, hour,
/// minute and second, all as decimal digits.
enum TransportStreamHeader {
    /// The first picture, with its user data, stands in the first packets.
    private static let searched = 64 << 10

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        let bytes = Array(try reader.prefix(at: 0, count: searched))
        if let date = date(in: bytes) { header.tags["MDPM.DateTimeOriginal"] = date }
        return header
    }

    private static func date(in bytes: [UInt8]) -> String? {
        let name = Array("MDPM".utf8)
        var index = 0
        while let start = bytes[index...].firstIndex(of: name[0]) {
            index = start + 1
            guard bytes.count - start > 48, bytes[start..<start + 4].elementsEqual(name) else {
                continue
            }
            return date(ofTags: bytes[(start + 5)..<(start + 48)], count: Int(bytes[start + 4]))
        }
        return nil
    }

    private static func date(ofTags bytes: ArraySlice<UInt8>, count: Int) -> String? {
        var values: [UInt8: [UInt8]] = [:]
        var index = bytes.startIndex
        for _ in 0..<count where index + 5 <= bytes.endIndex {
            values[bytes[index]] = Array(bytes[(index + 1)..<(index + 5)])
            index += 5
        }
        guard let first = values[0x18], let second = values[0x19] else { return nil }
        let digits = (first.dropFirst() + second).map { byte -> String in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        let zone = first[0]
        let hours = Int(zone >> 1 & 15)
        // Whether the offset includes the hour of summer time is not known: then the local time stands alone.
        let isSummer = zone & 0x40 != 0
        let offset =
            isSummer
            ? ""
            : (zone & 0x20 == 0 ? "+" : "-") + (hours < 10 ? "0" : "") + "\(hours):"
                + (zone & 1 == 0 ? "00" : "30")
        return "\(digits[0])\(digits[1]):\(digits[2]):\(digits[3]) "
            + "\(digits[4]):\(digits[5]):\(digits[6])\(offset)"
    }
}
