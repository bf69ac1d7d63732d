package import Foundation

/// A further file of a photo in an export: one in the folder of an album, or a version beside originals.
///
/// The photo comes in without the file, unless a person has edited it since.
package struct ExportedCopy: Hashable, Sendable {
    package var url: URL
    /// The SHA-256 checksum of the bytes that the export wrote, in hexadecimal digits; nil for a symbolic link.
    package var checksum: String?
    /// The position of the photo in the catalog.
    package var item: Int
    /// The checksums of the files with which the photo comes in.
    package var itemChecksums: Set<String>

    package init(_ url: URL, checksum: String?, item: Int, itemChecksums: Set<String>) {
        self.url = url
        self.checksum = checksum
        self.item = item
        self.itemChecksums = itemChecksums
    }

    /// Returns whether the file's bytes are a person's work.
    ///
    /// A program that copied the export may have put a file with the photo's bytes in the place of a link.
    ///
    /// - Parameter now: The checksum of the bytes that the file has now, in hexadecimal digits.
    /// - Returns: Whether neither the export nor the photo has these bytes.
    package func isChanged(_ now: String) -> Bool {
        now != checksum && !itemChecksums.contains(now)
    }
}
