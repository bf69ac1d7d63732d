/// Converts texts to XML and back.
public enum XMLText {
    /// Whether XML 1.0 allows a character.
    ///
    /// XML has no way to write the others, not even as a reference.
    public static func allows(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...: true
        default: false
        }
    }

    /// Whether a byte is white space of XML.
    public static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Returns the text without the characters that XML forbids.
    public static func allowed(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy(allows) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(allows)))
    }

    /// Returns the text as the content of an element or attribute.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars where allows(scalar) {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // A reader of XML converts bare carriage returns to line feeds.
            case "\r": result += "&#xD;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text of an element's or attribute's bytes.
    ///
    /// - Throws: ``XMLFault`` for a reference to anything but a character.
    public static func decoded(_ bytes: ArraySlice<UInt8>) throws(XMLFault) -> String {
        try decodedText(
            bytes,
            accepts: allows,
            orElse: { (_) throws(XMLFault) -> String in
                throw XMLFault(reason: "no valid XML: an unknown reference")
            }
        )
    }

    /// Returns the text of bytes that may be no valid XML: what is no reference to a character stays as it is.
    public static func decodedAsFarAsPossible(_ bytes: ArraySlice<UInt8>) -> String {
        decodedText(
            bytes,
            accepts: { _ in true },
            orElse: { "&" + String(decoding: $0, as: UTF8.self) }
        )
    }

    private static func decodedText<Failure: Error>(
        _ bytes: ArraySlice<UInt8>,
        accepts: (Unicode.Scalar) -> Bool,
        orElse other: (ArraySlice<UInt8>) throws(Failure) -> String
    ) throws(Failure) -> String {
        var parts = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)[...]
        var result = String(decoding: parts.removeFirst(), as: UTF8.self)
        for part in parts {
            if let end = part.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: part[..<end], as: UTF8.self)), accepts(scalar)
            {
                result.unicodeScalars.append(scalar)
                result += String(decoding: part[(end + 1)...], as: UTF8.self)
            } else {
                result += try other(part)
            }
        }
        return result
    }

    /// Returns the character that a reference stands for, by what is between `&` and `;`; nil for an unknown reference.
    public static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHex = name.hasPrefix("#x")
            return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
                .flatMap(Unicode.Scalar.init)
        }
    }
}
