public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the photo library that a path belongs to.
    ///
    /// Only the library itself may write to such a path.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The folder of a library, of this software or of Apple's Photos, that is or contains the path; nil
    ///   for other paths.
    public static func libraryFolder(holding url: URL) -> URL? {
        LibraryLayout.library(holding: url)
    }
}
