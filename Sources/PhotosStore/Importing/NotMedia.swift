import Foundation
import PhotosMedia

/// Why a file that is neither picture nor movie is left out, where that needs telling.
enum NotMedia {
    /// Of a file whose name gives no cause to expect a picture.
    static let plainReason = "It is neither a picture nor a movie. Leave it out."

    /// Of an archive that somebody named.
    static let archiveReason =
        "It is an archive, and none of an export of Google Photos. Unpack it, and import what is in it."

    /// Nil for a name that gives no cause to expect a picture or movie.
    static func reason(forFileNamed name: String) -> String? {
        let ending = (name as NSString).pathExtension
        guard MediaType.isExpected(inFileWith: ending) else { return nil }
        return
            "Its name ends in .\(ending), but it holds no picture or movie of a format that is known here. Restore it from a copy, convert it, or leave it out."
    }
}
