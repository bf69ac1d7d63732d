import Foundation
import PhotosBase
import PhotosStore

extension RemoteFolder {
    /// Returns why a remote that lies in a folder of photos is left out, and what to do with it.
    static func reasonText(for folder: URL) -> String {
        "It is a remote of a library, whose files are copies of photos. \"photokit remote restore \(ShellWord.quoted(folder.path)) FOLDER\" makes the library again."
    }
}
