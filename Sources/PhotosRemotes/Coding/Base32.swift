import Foundation

/// Bytes as digits and lower-case letters, five bits each, so that file systems that ignore case tell them apart.
enum Base32 {
    private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)

    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 5 {
                count -= 5
                text.append(digits[bits >> count & 31])
            }
        }
        if count > 0 { text.append(digits[bits << (5 - count) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes; nil for other texts than ``text(of:)`` returns.
    static func bytes(in text: some StringProtocol) -> Data? {
        var bytes = Data()
        var (bits, count) = (0, 0)
        for digit in text.utf8 {
            guard let value = digitValue(of: digit) else { return nil }
            bits = (bits << 5 | value) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return count < 5 && bits & (1 << count - 1) == 0 ? bytes : nil
    }

    private static func digitValue(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 48
        case UInt8(ascii: "a")...UInt8(ascii: "v"): Int(digit) - 87
        default: nil
        }
    }
}
