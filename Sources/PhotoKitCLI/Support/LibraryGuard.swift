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
            "\(url.path) \(isItself ? "is a photo library" : "is inside the photo library \(library.path)"), in which only the library itself may write. Choose a folder outside of it."
        )
    }
}
