/// Bytes as hexadecimal digits, and back.
public enum Hexadecimal {
    /// Returns two digits in lower case for each byte.
    public static func digits(of bytes: some Sequence<UInt8>) -> String {
        digits(of: Array(bytes))
    }

    /// Returns two digits in lower case for each byte.
    public static func digits(of bytes: [UInt8]) -> String {
        unsafe String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            var index = 0
            for byte in bytes {
                unsafe buffer[index] = digitCharacter(for: byte >> 4)
                unsafe buffer[index + 1] = digitCharacter(for: byte & 15)
                index += 2
            }
            return index
        }
    }

    /// Adds the digits of bytes to a text in UTF-8, without a string of their own.
    public static func add(_ bytes: [UInt8], to text: inout [UInt8]) {
        for byte in bytes {
            text.append(digitCharacter(for: byte >> 4))
            text.append(digitCharacter(for: byte & 15))
        }
    }

    /// Returns the bytes that digits of either case state; nil for an odd number of digits and for other characters.
    public static func bytes(of digits: String) -> [UInt8]? { bytes(of: Array(digits.utf8)[...]) }

    /// Returns the bytes that digits of either case state; nil for an odd number of digits and for other characters.
    public static func bytes(of digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var index = digits.startIndex
        while index < digits.endIndex {
            guard let high = value(ofDigit: digits[index]),
                let low = value(ofDigit: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
            index += 2
        }
        return bytes
    }

    /// Returns the 32 bytes of a SHA-256; nil unless the text is 64 digits in lower case.
    public static func checksum(of digits: String) -> [UInt8]? {
        let isLowercase = digits.utf8.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0) }
        return digits.utf8.count == 64 && isLowercase ? bytes(of: digits) : nil
    }

    /// Returns the number that one to eight digits state; nil for other characters, and for none.
    public static func number(of digits: ArraySlice<UInt8>) -> UInt32? {
        guard 1...8 ~= digits.count else { return nil }
        var number: UInt32 = 0
        for character in digits {
            guard let value = value(ofDigit: character) else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number
    }

    /// Returns the value of a digit of either case in ASCII; nil for other characters.
    public static func value(ofDigit character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digitCharacter(for value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
