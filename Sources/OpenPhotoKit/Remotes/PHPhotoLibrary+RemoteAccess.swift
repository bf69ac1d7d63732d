public import Foundation
public import Photos
import PhotosRemotes
import PhotosStore

extension LibraryRemote {
    /// The file with the keys of the service; nil if the keys come from the environment or the AWS configuration, and
    /// for folders.
    public var credentialsURL: URL? {
        RemoteSettings(text: row.settings).credentials.map { URL(fileURLWithPath: $0) }
    }
}

extension PHPhotoLibrary {
    /// Checks that a remote can be reached, read and written, and is still the place that it was.
    ///
    /// The place must say that it belongs to this copy of the library. A whole copy of the database and eight of the
    /// place's files must be there; ``check(_:readingAll:)`` checks all files. A small object of a random name is written
    /// and removed again, but never in a place of somebody else. No object of the library is touched.
    ///
    /// - Parameter remote: The remote.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used. The problem is `otherLibrary` also
    ///   where the place was emptied or another disk is there. The problem is `missing` where the place lacks files or the
    ///   copy of the database.
    @concurrent
    public func checkAccess(to remote: LibraryRemote) async throws {
        let store = try store()
        try await Self.waiting { _ in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            try RemoteUse(store, remote: row, place: remote.open(store)).check()
        }
    }
}
