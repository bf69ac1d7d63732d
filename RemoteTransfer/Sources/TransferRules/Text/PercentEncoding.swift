import PhotosBase

/// Percent encoding as RFC 3986 has it, and as S3 signs it.
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes each byte but letters, digits, `-`, `.`, `_` and `~`.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - keepsSlash: Whether a slash stays, as in a path.
    /// - Returns: Plain characters.
    package static func encode(_ text: String, keepsSlash: Bool) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) || (keepsSlash && byte == UInt8(ascii: "/")) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - text: An encoded text.
    ///   - plusIsSpace: Whether `+` means a space, as in S3's lists.
    /// - Returns: The text, or nil where a `%` has no two digits, or the bytes are no UTF-8.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = bytes.next().flatMap(Hexadecimal.value(ofDigit:)),
                    let low = bytes.next().flatMap(Hexadecimal.value(ofDigit:))
                else { return nil }
                decoded.append(high << 4 | low)
            } else if plusIsSpace, byte == UInt8(ascii: "+") {
                decoded.append(UInt8(ascii: " "))
            } else {
                decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
