public import Foundation
public import Photos
import PhotosBase
import PhotosRemotes
import PhotosStore

extension PHPhotoLibrary {
    /// Writes the key of an encrypted remote into a file, and records its path.
    ///
    /// The key is tried on the remote before. The call is needed after the library was restored from words, or where the
    /// file was lost.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - remote: The remote, which is encrypted.
    ///   - url: The path of a new file, or of a file with the same key.
    /// - Returns: The remote with the new path.
    /// - Throws: `PHPhotosError`, with a `remoteProblem`: `wrongEncryptionKey` where the key is not that of the remote.
    @concurrent
    @discardableResult
    public func setEncryptionKey(
        _ key: LibraryRemote.EncryptionKey,
        of remote: LibraryRemote,
        at url: URL
    ) async throws -> LibraryRemote {
        let store = try store()
        return try await Self.waiting { _ in
            try remote.checkKey(key.value, in: store)
            try EncryptionKeyFile.writeKey(key.value, to: url)
            var settings = RemoteSettings(text: remote.row.settings)
            settings.keyFile = url.path
            return LibraryRemote(try store.remotes.setSettings(settings.text, of: remote.row))
        }
    }

    /// Checks that a key is that of an encrypted remote, by asking the remote.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - remote: The remote, which is encrypted.
    /// - Throws: `PHPhotosError`, with a `remoteProblem`. The problem is `wrongEncryptionKey` where the key is not that of the
    ///   remote, and another one where the remote cannot be asked.
    @concurrent
    public func checkEncryptionKey(
        _ key: LibraryRemote.EncryptionKey,
        of remote: LibraryRemote
    ) async throws {
        let store = try store()
        try await Self.waiting { _ in try remote.checkKey(key.value, in: store) }
    }
}

extension LibraryRemote {
    /// Throws unless a key opens the marker of the remote.
    fileprivate func checkKey(_ key: PhotosRemotes.EncryptionKey, in store: Library) throws {
        guard try MarkerList(open(store, key: key)).lastMarker() != nil else {
            throw RemoteFailure(
                .otherLibrary,
                "\(address) is empty, so the key cannot be tried on it. Check whether the right disk is connected."
            )
        }
    }
}
