import PhotosStore

/// The names of parts in the record of an export.
///
/// `r` and the number of a role is a file of the library, `e` the version that is shown in that role. A name with `s` before it is
/// its sidecar. A name with `a`, an album and a colon before it is a copy in the folder of the album. `c` is a file that came in
/// beside the photo.
package enum PartName {
    /// The mark of files whose version or album the library has not any more.
    package static let stale = "x"
    /// The mark of files that the photo goes on without, although nobody deleted the photo or a version of it.
    package static let givenUp = "g"

    static func isMark(_ character: Character) -> Bool { character == "x" || character == "g" }

    /// Whether a part has a mark.
    static func isMarked(_ part: String) -> Bool { part.first.map(isMark) ?? false }

    /// Whether a part has the mark of a file that the photo goes on without.
    static func isGivenUp(_ part: String) -> Bool { part.hasPrefix(givenUp) }

    /// Returns a part without its marks.
    static func withoutMark(_ part: String) -> String { String(part.drop(while: isMark)) }

    /// Whether a part is a picture, movie, sound or recipe beside which the others lie.
    static func isMain(_ part: String) -> Bool { part.hasPrefix("r") || part.hasPrefix("e") }

    /// Whether a part is the sidecar of such a file.
    static func isSidecar(_ part: String) -> Bool { part.hasPrefix("s") }

    /// Returns the role of a file, or of the file of a sidecar.
    static func role(of part: String) -> ResourceRole? {
        Int(part.drop { !$0.isNumber }).map { ResourceRole(rawValue: $0) }
    }

    /// Returns the beginning of the part of a file in the folder of an album, with the colon, and the part of which it is a copy.
    static func albumAndPart(of part: String) -> (album: Substring, part: Substring)? {
        guard part.hasPrefix("a"), let colon = part.lastIndex(of: ":") else { return nil }
        return (part[...colon], part[part.index(after: colon)...])
    }
}
