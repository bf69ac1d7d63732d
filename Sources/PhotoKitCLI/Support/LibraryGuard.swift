import Foundation
import OpenPhotoKit

/// Keeps what commands write out of photo libraries.
enum LibraryGuard {
    /// Refuses a file or folder to write to that is a photo library, or lies in one.
    static func check(_ url: URL) throws {
        guard let library = PHPhotoLibrary.libraryFolder(holding: url) else { return }
        let isItself = library.path == url.resolvingSymlinksInPath().path
        throw CommandFailure(
            .usage,
            "\(url.path) \(isItself ? "is a photo library" : "lies in the photo library \(library.path)"), where nothing but the library itself may write. Choose a place outside of it."
        )
    }
}
