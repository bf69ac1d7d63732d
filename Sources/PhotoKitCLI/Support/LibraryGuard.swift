import Foundation
import OpenPhotoKit

/// Prevents commands from writing files into photo libraries and remotes.
enum LibraryGuard {
    /// Throws if a path to write to is a photo library or a remote, or is inside one.
    static func checkIsOutside(_ url: URL) throws {
        if let remote = PHPhotoLibrary.remoteFolder(holding: url) {
            throw CommandFailure(
                .usage,
                "\(url.path) belongs to \(remote.path), a remote of a library, in which only the library itself may write. Choose a folder outside of it."
            )
        }
        guard let library = PHPhotoLibrary.libraryFolder(holding: url) else { return }
        let isItself = library.path == url.resolvingSymlinksInPath().path
        throw CommandFailure(
            .usage,
            "\(url.path) \(isItself ? "is a photo library" : "is inside the photo library \(library.path)"), in which only the library itself may write. Choose a folder outside of it."
        )
    }
}
