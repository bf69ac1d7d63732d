/// Converts bytes of unknown encoding to texts.
enum PlainBytes {
    /// Decodes bytes up to the first zero: as UTF-8 if they are valid, else as Latin 1.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes.prefix { $0 != 0 })
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// Decodes UTF-16 up to the first zero.
    ///
    /// A byte order mark at the beginning overrules `endian`.
    static func wideText(of bytes: some Sequence<UInt8>, endian: BoundedReader.Endian) -> String {
        var isBig = endian == .big
        var units: [UInt16] = []
        var high: UInt8?
        for byte in bytes {
            guard let first = high else {
                high = byte
                continue
            }
            high = nil
            let unit =
                isBig ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
            if units.isEmpty, unit == 0xFFFE {
                isBig.toggle()
            } else if unit == 0 {
                break
            } else if unit != 0xFEFF || !units.isEmpty {
                units.append(unit)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Decodes an Exif comment, whose first eight bytes state the encoding.
    static func commentText(of bytes: ArraySlice<UInt8>, endian: BoundedReader.Endian) -> String {
        guard bytes.count >= 8 else { return text(of: bytes) }
        let content = bytes.dropFirst(8)
        if bytes.starts(with: Array("UNICODE\0".utf8)) {
            return wideText(of: content, endian: endian)
        }
        let isNamed =
            bytes.starts(with: Array("ASCII\0\0\0".utf8))
            || bytes.prefix(8).allSatisfy { $0 == 0 }
        return text(of: isNamed ? content : bytes)
    }
}
