package import Photos
import PhotosStore

/// Plans the merges of many groups.
///
/// Remotes are asked once in ten minutes for a file of a group's first photo.
package struct MergePlanner {
    private let library: PHPhotoLibrary
    private let verifier: OriginalVerifier

    /// - Throws: `PHPhotosError` if the library cannot be opened.
    package init(_ library: PHPhotoLibrary) throws {
        self.library = library
        verifier = OriginalVerifier(try library.store().remotes)
    }

    /// Returns what merging a group would change, as `PHPhotoLibrary.mergePlan(for:readingFiles:)` does.
    package func mergePlan(
        for group: PhotoDuplicates.Group,
        readingFiles: Bool
    ) throws -> PhotoDuplicates.Merge {
        try library.mergePlan(for: group, readingFiles: readingFiles, verifier)
    }
}
