/// A text of a PNG that holds metadata: digits of base 16, as ImageMagick writes them, or a packed XMP packet.
package struct PNGText: Sendable, Hashable, Codable {
    /// Which metadata a text holds; its content tells.
    package enum Kind: Sendable {
        case exif
        case iptc
        case xmp
    }

    /// Where the text stands in the file, behind its keyword.
    package let place: Range<Int64>
    package let isPacked: Bool
    /// Whether the text is digits with a name and a length before them.
    package let isDigits: Bool

    /// Bytes that a text may come to, packed or not: an Exif block has 64 KiB at most, of which digits make twice as many.
    private static let maximumBytes = 1 << 20

    /// What the text holds, without what other containers put before it; nil where it is none of these.
    func content(_ reader: inout BoundedReader) -> (kind: Kind, bytes: ArraySlice<UInt8>)? {
        guard place.count <= Self.maximumBytes,
            let stored = try? reader.bytes(at: place.lowerBound, count: Int(place.count))
        else { return nil }
        var text = stored
        if isPacked {
            guard let bytes = Inflation.bytes(stored, limit: Self.maximumBytes) else { return nil }
            text = bytes[...]
        }
        guard isDigits else { return (.xmp, text) }
        guard let bytes = Self.bytes(ofDigits: text) else { return nil }
        return Self.known(bytes[...])
    }

    private static func known(_ bytes: ArraySlice<UInt8>) -> (Kind, ArraySlice<UInt8>)? {
        let exif = Array("Exif\0\0".utf8)
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        if bytes.starts(with: exif) { return (.exif, bytes.dropFirst(exif.count)) }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            return (.exif, bytes)
        }
        if bytes.starts(with: xmp) { return (.xmp, bytes.dropFirst(xmp.count)) }
        if bytes.starts(with: Array("8BIM".utf8)) || bytes.first == 0x1C { return (.iptc, bytes) }
        return bytes.prefix(512).contains(0x3C) ? (.xmp, bytes) : nil
    }

    /// The bytes behind a line end, a name, a length, and line ends between them; nil for another text.
    private static func bytes(ofDigits text: ArraySlice<UInt8>) -> [UInt8]? {
        let lineEnd: UInt8 = 0x0A
        guard text.first == lineEnd, let name = text.dropFirst().firstIndex(of: lineEnd),
            let length = text[(name + 1)...].firstIndex(of: lineEnd),
            let number = String(validating: text[(name + 1)..<length], as: UTF8.self),
            Int(number.trimmingBlanks()) != nil
        else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text[(length + 1)...] {
            let digit: UInt8
            switch character {
            case 0x30...0x39: digit = character - 0x30
            case 0x41...0x46: digit = character - 0x41 + 10
            case 0x61...0x66: digit = character - 0x61 + 10
            case 0x09, 0x0A, 0x0D, 0x20: continue
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}

extension MediaHeader {
    /// Metadata that stand in a text of a PNG, as a file of their own with a header that says where; nil where the file has
    /// none, or has them in the plain way.
    package func unpacked(
        _ kind: PNGText.Kind,
        _ reader: inout BoundedReader
    ) -> (header: MediaHeader, reader: BoundedReader)? {
        let plain =
            switch kind {
            case .exif: exif
            case .iptc: iptc
            case .xmp: xmp
            }
        guard plain == nil else { return nil }
        for text in texts {
            guard let content = text.content(&reader), content.kind == kind else { continue }
            let bytes = Array(content.bytes)
            var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
            header.orientation = orientation
            switch kind {
            case .exif: header.exif = 0..<Int64(bytes.count)
            case .iptc: header.iptc = 0..<Int64(bytes.count)
            case .xmp: header.xmp = 0..<Int64(bytes.count)
            }
            return (header, BoundedReader(bytes))
        }
        return nil
    }
}
