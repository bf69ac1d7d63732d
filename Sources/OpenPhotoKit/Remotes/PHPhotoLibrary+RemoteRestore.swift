public import Foundation
public import Photos
import PhotosBase
import PhotosRemotes
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the names of the copies of the database that a remote has, oldest first.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: Its settings.
    ///   - key: The key of an encrypted remote, if it does not come from a file.
    /// - Returns: The names.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public static func copies(
        inRemote address: String,
        settings: LibraryRemote.Settings = .init(),
        key: LibraryRemote.EncryptionKey? = nil
    ) async throws -> [String] {
        try await waiting { _ in
            let place = try RemotePlaces.openPlace(
                at: RemoteAddress(address),
                settings: settings.values,
                key: key?.value
            )
            return try RemoteRestore(place, environment: EngineEnvironment()).snapshotNames()
        }
    }

    /// Rebuilds a library from a remote alone.
    ///
    /// The library is a copy with an incarnation of its own. This copy writes nothing to the remote before
    /// ``adoptRemote(_:overNewer:otherIsGone:)``. A call that ended early is continued by the next one.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: Its settings.
    ///   - key: The key of an encrypted remote, if it does not come from a file.
    ///   - copy: The name of a copy of the database; nil takes the newest one that is whole, see
    ///     ``LibraryRemote/RestoreReport/damagedCopies``.
    ///   - url: A path that does not exist yet, outside of libraries and remotes; or an earlier backup of the library whose
    ///     changes the restored state knows.
    ///   - progress: Called on a thread of the work with the bytes done and the bytes to do.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public static func restore(
        fromRemote address: String,
        settings: LibraryRemote.Settings = .init(),
        key: LibraryRemote.EncryptionKey? = nil,
        copy: String? = nil,
        to url: URL,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryRemote.RestoreReport {
        try await waiting { isCancelled in
            try checkIsOutsideRemotes(url)
            let place = try RemotePlaces.openPlace(
                at: RemoteAddress(address),
                settings: settings.values,
                key: key?.value
            )
            let restore = RemoteRestore(
                place,
                environment: EngineEnvironment(),
                watch: TransferWatch(isCancelled: isCancelled)
            )
            let outcome = try restore.run(to: url, snapshot: copy) {
                progress($0.bytesDone, $0.bytesTotal)
            }
            return LibraryRemote.RestoreReport(outcome)
        }
    }
}
