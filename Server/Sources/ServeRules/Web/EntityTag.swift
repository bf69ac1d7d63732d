/// The entity tag of an answer, which changes when its bytes do.
public struct EntityTag: Hashable, Sendable {
    /// The tag as the header `ETag` has it, with quotes.
    public let header: String

    /// Makes a tag.
    ///
    /// - Parameter text: Letters, digits, `-`, `.` and `_` of ASCII; each byte of others becomes `_`.
    public init(_ text: String) {
        // Bytes, because what a character is takes longer to find out than all else for a preview.
        let plain = text.utf8.map { Self.isPlain($0) ? $0 : UInt8(ascii: "_") }
        header = "\"\(String(decoding: plain, as: UTF8.self))\""
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Returns whether a header `If-None-Match` names the tag, so that the answer is 304.
    public func matches(ifNoneMatch list: String?) -> Bool {
        guard let list, list.utf8.count <= 8192 else { return false }
        return list.split(separator: ",").contains { part in
            var tag = part.drop { $0 == " " }
            while tag.last == " " { tag.removeLast() }
            if tag == "*" { return true }
            if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            return tag == header
        }
    }

    /// Returns whether a range may be answered.
    ///
    /// - Parameter ifRange: The header `If-Range`; nil asks for the range in any case.
    /// - Returns: Whether the header names the tag or is missing; a date never matches.
    public func allowsRange(ifRange: String?) -> Bool { ifRange.map { $0 == header } ?? true }
}
