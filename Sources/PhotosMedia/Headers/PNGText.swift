import PhotosBase

/// A text of a PNG that holds metadata: hexadecimal digits, as ImageMagick writes them, or a compressed XMP packet.
package struct PNGText: Sendable, Hashable, Codable {
    /// The kind of metadata, which the content determines.
    package enum Kind: Sendable {
        case exif
        case iptc
        case xmp
    }

    /// The range of the text in the file, behind its keyword.
    package let range: Range<Int64>
    package let isPacked: Bool
    /// Whether the text is hexadecimal digits, preceded by a name and a length.
    package let isDigits: Bool

    /// The largest size of a text, compressed or not.
    ///
    /// An Exif block has at most 64 KiB, or twice as many digits.
    private static let maximumBytes = 1 << 20

    /// Returns the metadata, without the prefix that it has in other containers; nil for other texts.
    func content(from reader: inout BoundedReader) -> (kind: Kind, bytes: ArraySlice<UInt8>)? {
        guard range.count <= Self.maximumBytes,
            let stored = try? reader.bytes(at: range.lowerBound, count: Int(range.count))
        else { return nil }
        var text = stored
        if isPacked {
            guard let bytes = Inflation.bytes(ofZlib: stored, limit: Self.maximumBytes) else {
                return nil
            }
            text = bytes[...]
        }
        guard isDigits else { return (.xmp, text) }
        guard let bytes = Self.bytes(ofDigits: text) else { return nil }
        return Self.known(bytes[...])
    }

    /// The name in the table of facts of the time at which a PNG's picture was made.
    static let creationTimeTag = "PNG.Creation Time"

    /// The largest size of a date, compressed or not.
    private static let maximumLine = 256

    /// Returns the text as it is; nil if it is longer than any date.
    func line(from reader: inout BoundedReader) -> String? {
        guard range.count <= Self.maximumLine,
            let stored = try? reader.bytes(at: range.lowerBound, count: Int(range.count))
        else { return nil }
        guard isPacked else { return String(decoding: stored, as: UTF8.self) }
        return Inflation.bytes(ofZlib: stored, limit: Self.maximumLine).map {
            String(decoding: $0, as: UTF8.self)
        }
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

    /// Returns the bytes of hexadecimal digits.
    ///
    /// Before the digits are a line end, a name and a length. Line ends may separate the digits. The result is nil for
    /// another text.
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
            if [0x09, 0x0A, 0x0D, 0x20].contains(character) { continue }
            guard let digit = Hexadecimal.value(ofDigit: character) else { return nil }
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
    /// Returns the metadata in a PNG's text as a separate file, with a header that states its range.
    ///
    /// The result is nil if the file has no such metadata, or has it in a chunk of its own.
    package func unpacked(
        _ kind: PNGText.Kind,
        from reader: inout BoundedReader
    ) -> (header: MediaHeader, reader: BoundedReader)? {
        let plain =
            switch kind {
            case .exif: exif
            case .iptc: iptc
            case .xmp: xmp
            }
        guard plain == nil else { return nil }
        for text in texts {
            guard let content = text.content(from: &reader), content.kind == kind else { continue }
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
