/// The header `Content-Disposition` of a download (RFC 6266).
public enum FilenameHeader {
    /// Returns the header for a file that the browser saves.
    ///
    /// - Parameter name: The name of the file, of any characters.
    /// - Returns: A header in ASCII; characters of other scripts are in `filename*`.
    public static func attachment(named name: String) -> String {
        let plain = String(
            name.unicodeScalars.map { scalar -> Character in
                let isSafe = scalar.isASCII && scalar.value >= 32 && scalar.value != 127
                return isSafe && !"\"\\/%;".unicodeScalars.contains(scalar)
                    ? Character(scalar) : "_"
            }
        )
        let encoded = name.utf8.map { byte -> String in
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
            if isPlain { return String(UnicodeScalar(byte)) }
            let hex = String(byte, radix: 16, uppercase: true)
            return "%" + (hex.count == 1 ? "0" : "") + hex
        }
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded.joined())"
    }
}
