/// Converts bytes to lower-case hexadecimal digits and back.
package enum Hexadecimal {
    package static func digits(of bytes: some Collection<UInt8>) -> String {
        digits(of: Array(bytes))
    }

    package static func digits(of bytes: [UInt8]) -> String {
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

    /// Adds the digits of bytes to a text in UTF-8, without a string of their own.
    package static func add(_ bytes: [UInt8], to text: inout [UInt8]) {
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
    }

    /// Returns nil if the text has an odd length or contains other characters.
    package static func bytes(of digits: String) -> [UInt8]? { bytes(of: digits.utf8) }

    /// Does the same with the characters of a text in UTF-8.
    package static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
        bytes(of: Array(digits)[...])
    }

    /// Does the same; exports read long records with it.
    package static func bytes(of digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var index = digits.startIndex
        while index < digits.endIndex {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    /// Returns the number that up to eight digits state; nil for other characters, and for none.
    package static func number(of digits: ArraySlice<UInt8>) -> UInt32? {
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
