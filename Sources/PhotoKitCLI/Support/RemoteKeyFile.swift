import Foundation
import OpenPhotoKit

/// The file with the key of a remote that is being added.
struct RemoteKeyFile {
    let url: URL
    /// Whether the file was made for this remote.
    let isNew: Bool

    /// Reads the file, or makes it with a new key if it does not exist.
    init(at url: URL) throws {
        self.url = url
        isNew = !FileManager.default.fileExists(atPath: url.path)
        if isNew {
            try LibraryRemote.EncryptionKey().write(to: url)
        } else {
            _ = try LibraryRemote.EncryptionKey(contentsOf: url)
        }
    }

    /// Makes the file with a key; one with the same key may exist.
    init(at url: URL, having key: LibraryRemote.EncryptionKey) throws {
        self.url = url
        isNew = !FileManager.default.fileExists(atPath: url.path)
        try key.write(to: url)
    }

    /// Removes a new file whose key nothing was encrypted with.
    ///
    /// Otherwise it would stand in the way of the right key.
    ///
    /// - Parameter error: Why the remote was not added.
    func removeUnused(after error: any Error) {
        guard let error = error as? PHPhotosError,
            error.remoteProblem == .wrongEncryptionKey
                || error.libraryProblem == .unsuitableDestination
        else { return }
        try? FileManager.default.removeItem(at: url)
    }
}
