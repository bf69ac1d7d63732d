package import Foundation

/// Writes and reads identifiers digit by digit.
///
/// A result of a million objects has a million identifiers, and Foundation creates several strings for each.
package enum IdentifierText {
    static let uuidLength = 36
    static let length = uuidLength + 7

    /// Returns `UUID/L0/SUFFIX`, with the UUID in upper case.
    package static func text(of uuid: UUID, suffix: String) -> String {
        unsafe String(unsafeUninitializedCapacity: uuidLength + 4 + suffix.utf8.count) { text in
            var end = 0
            func add(_ byte: UInt8) {
                unsafe text[end] = byte
                end += 1
            }
            unsafe withUnsafeBytes(of: uuid.uuid) { bytes in
                for index in 0..<16 {
                    if isDashBefore(index) { add(dash) }
                    add(digit(unsafe bytes[index] >> 4))
                    add(digit(unsafe bytes[index] & 15))
                }
            }
            for byte in "/L0/".utf8 { add(byte) }
            for byte in suffix.utf8 { add(byte) }
            return end
        }
    }

    /// Adds a UUID in upper case to a text in UTF-8.
    package static func add(_ uuid: UUID, to text: inout [UInt8]) {
        unsafe withUnsafeBytes(of: uuid.uuid) { bytes in
            for index in 0..<16 {
                if isDashBefore(index) { text.append(dash) }
                text.append(digit(unsafe bytes[index] >> 4))
                text.append(digit(unsafe bytes[index] & 15))
            }
        }
    }

    /// Returns the UUID at the start of a text in UTF-8, or nil if it is not written as ``add(_:to:)`` writes it.
    package static func uuid(_ text: ArraySlice<UInt8>) -> UUID? {
        text.withUnsafeBufferPointer { unsafe uuid($0) }
    }

    /// Returns the UUID at the start of a text, or nil if it is not written as ``text(of:suffix:)`` writes it.
    static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard text.count >= uuidLength else { return nil }
        var uuid = UUID.zero.uuid
        let isRead = unsafe withUnsafeMutableBytes(of: &uuid) { bytes in
            var offset = 0
            for index in 0..<16 {
                if isDashBefore(index) {
                    guard unsafe text[offset] == dash else { return false }
                    offset += 1
                }
                guard let high = value(unsafe text[offset]),
                    let low = value(unsafe text[offset + 1])
                else { return false }
                unsafe bytes[index] = high << 4 | low
                offset += 2
            }
            return true
        }
        return isRead ? UUID(uuid: uuid) : nil
    }

    private static let dash = UInt8(ascii: "-")

    private static func isDashBefore(_ index: Int) -> Bool {
        index == 4 || index == 6 || index == 8 || index == 10
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
