package import Foundation
import PhotosStore

/// A file of an export whose photo or version the exported library has deleted since.
package struct DeletedExport: Hashable, Sendable {
    package var url: URL
    /// The SHA-256 checksum of the bytes that the export wrote, in hexadecimal digits; nil where the manifest does not state it.
    package var checksum: String?

    package init(_ url: URL, checksum: String?) {
        self.url = url
        self.checksum = checksum
    }

    /// The present file at a deleted file's path.
    package struct Present: Hashable, Sendable {
        /// The checksum of its bytes; nil for one that cannot be read.
        package var checksum: String?
        /// Whether an asset of the library has these bytes.
        package var isHeld: Bool

        package init(checksum: String?, isHeld: Bool) {
            self.checksum = checksum
            self.isHeld = isHeld
        }
    }

    /// Decides which of the files an import takes.
    ///
    /// A person may have brought the bytes in again, and the library may have lost its own file. Other bytes than those that the
    /// export wrote are a person's work, which nobody has deleted. The sidecar beside them comes, too. Whoever deleted the
    /// other files does not want them back.
    ///
    /// - Parameter files: The files, each with what its path has now.
    /// - Returns: Whether to take each file.
    package static func areTaken(_ files: [(file: DeletedExport, present: Present)]) -> [Bool] {
        var changed: Set<ExactText> = []
        for (file, present) in files
        where !ManifestCatalog.isSidecar(file.url) && file.isChanged(present) {
            changed.insert(ExactText(file.url.path))
            changed.insert(ExactText(file.url.deletingPathExtension().path))
        }
        return files.map { file, present in
            if present.isHeld { return true }
            guard ManifestCatalog.isSidecar(file.url) else { return file.isChanged(present) }
            return changed.contains(ExactText(file.url.deletingPathExtension().path))
        }
    }

    /// Returns whether a path has other bytes than the export wrote there.
    func isChanged(_ present: Present) -> Bool {
        guard let checksum, let now = present.checksum else { return false }
        return checksum != now
    }
}
