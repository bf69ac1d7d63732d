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
    /// Checks that a remote can be reached, read and written.
    ///
    /// A small object of a random name is written and removed again. No object of the library is touched.
    ///
    /// - Parameter remote: The remote.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public func checkAccess(to remote: LibraryRemote) async throws {
        _ = try store()
        try await Self.waiting { _ in
            let settings = RemoteSettings(text: remote.row.settings)
            try RemotePlaces.open(RemoteAddress(remote.address), settings).probe()
        }
    }
}
