import AVFoundation
import Foundation

/// A movie of an asset, whose file exists as long as its library is open.
final class LibraryMovie: AVURLAsset, @unchecked Sendable {
    // Unchecked because the base class is; its stored property is constant.

    /// The library, which must stay open: closing it removes the file.
    private let library: PHPhotoLibrary?

    init(_ url: URL, in library: PHPhotoLibrary?) {
        self.library = library
        super.init(url: url, options: nil)
    }
}
