/// Converts bytes to lower-case hexadecimal digits and back.
package enum Hexadecimal {
    package static func digits(of bytes: some Collection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            var index = 0
            for byte in bytes {
                buffer[index] = digit(byte >> 4)
                buffer[index + 1] = digit(byte & 15)
                index += 2
            }
            return index
        }
    }

    /// Returns nil if the text has an odd length or contains other characters.
    package static func bytes(of digits: String) -> [UInt8]? { bytes(of: digits.utf8) }

    /// Does the same with the characters of a text in UTF-8.
    package static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for character in digits {
            guard let value = value(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    /// Returns the number that up to eight digits state; nil for other characters, and for none.
    package static func number(of digits: some Collection<UInt8>) -> UInt32? {
        guard 1...8 ~= digits.count else { return nil }
        var number: UInt32 = 0
        for character in digits {
            guard let value = value(character) else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
