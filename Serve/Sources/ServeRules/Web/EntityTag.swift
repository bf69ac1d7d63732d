/// The entity tag of an answer, which changes when its bytes do.
public struct EntityTag: Hashable, Sendable {
    /// The tag as the header `ETag` has it, with quotes.
    public let header: String

    /// Makes a tag.
    ///
    /// - Parameter text: Letters, digits, `-`, `.` and `_`; other characters become `_`.
    public init(_ text: String) {
        let plain = text.map { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "-._".contains(character))
                ? character : "_"
        }
        header = "\"\(String(plain))\""
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
