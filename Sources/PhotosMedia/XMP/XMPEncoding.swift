/// Converts packets to UTF-8.
enum XMPEncoding {
    /// Returns the bytes of a packet in UTF-8.
    ///
    /// A byte order mark identifies UTF-16. The XML declaration then names UTF-8.
    ///
    /// - Throws: `XMPWritingError` if the packet states another encoding, or is not valid.
    static func utf8Bytes(of bytes: [UInt8]) throws(XMPWritingError) -> [UInt8] {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        guard isBig || bytes.starts(with: [0xFF, 0xFE]) else {
            if let name = declaredEncoding(bytes), name.uppercased() != "UTF-8",
                name.uppercased() != "US-ASCII"
            {
                throw XMPWritingError(.notXMP, "it is neither in UTF-8 nor in UTF-16")
            }
            return bytes
        }
        guard bytes.count <= 2 * XMPTags.maximumPacket else {
            throw XMPWritingError(.tooLarge, "more than 1 MiB")
        }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBig ? first << 8 | second : second << 8 | first)
        }
        guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
        else { throw XMPWritingError(.notXMP, "its text is not valid UTF-16") }
        var result = Array(text.utf8)
        if let range = encodingRange(result) { result.replaceSubrange(range, with: "UTF-8".utf8) }
        return result
    }

    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        encodingRange(bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// Returns the range of the encoding's name in the XML declaration; nil if none is stated.
    private static func encodingRange(_ bytes: [UInt8]) -> Range<Int>? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].starts(with: "<?xml ".utf8),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let word = Array("encoding".utf8)
        var position = start
        while position + word.count < end, !bytes[position...].starts(with: word) { position += 1 }
        let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
        guard let open = bytes[position..<end].firstIndex(where: isQuote),
            position + word.count < end,
            let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open])
        else { return nil }
        return open + 1..<close
    }
}
