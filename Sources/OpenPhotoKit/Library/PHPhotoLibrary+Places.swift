public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// The photo library that a path is, or lies in.
    ///
    /// Nothing but the library itself may write there.
    ///
    /// - Parameter url: A file or folder, which need not exist.
    /// - Returns: The folder of the library, this software's or one of Apple's Photos; nil where the path lies in none.
    public static func libraryFolder(holding url: URL) -> URL? {
        LibraryLayout.library(holding: url)
    }
}
