import Foundation
import PhotosMedia

/// The reasons for leaving out a file that is neither a picture nor a movie, where they are reported.
enum NotMedia {
    /// For a file whose name does not suggest a picture.
    static let plainReason = "It is neither a picture nor a movie. Leave it out."

    /// For an archive that was given explicitly.
    static let archiveReason =
        "It is an archive, and none of an export of Google Photos. Unpack it, and import what is in it."

    /// For an archive of an export in a folder.
    static let closedExport =
        "It is an archive of an export of Google Photos, and archives in folders are not opened. Name the archive itself to import it, together with the export's other parts."

    /// Returns the reason for a file whose name suggests a picture or movie; nil for other names.
    static func reason(forFileNamed name: String) -> String? {
        let ending = (name as NSString).pathExtension
        guard MediaType.isExpected(inFileWith: ending) else { return nil }
        return
            "Its name ends in .\(ending), but it holds no picture or movie of a format that is known here. Restore it from a copy, convert it, or leave it out."
    }
}
