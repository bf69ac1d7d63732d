import Foundation
import OpenPhotoKit

/// Prevents commands from writing files into photo libraries.
enum LibraryGuard {
    /// Throws if a path to write to is a photo library, or is inside one.
    static func check(_ url: URL) throws {
        guard let library = PHPhotoLibrary.libraryFolder(holding: url) else { return }
        let isItself = library.path == url.resolvingSymlinksInPath().path
        throw CommandFailure(
            .usage,
            "\(url.path) \(isItself ? "is a photo library" : "lies in the photo library \(library.path)"), where nothing but the library itself may write. Choose a place outside of it."
        )
    }
}
