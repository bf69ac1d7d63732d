public import Photos
import PhotosStore

/// A file that stays in a folder that was a source, and that the library no longer follows.
///
/// The library does not know the folder any more.
public struct ForgottenFile: Hashable, Sendable {
    /// The local identifier of the photo or video.
    public let localIdentifier: String
    /// The name with which the file came in; nil if it had none.
    public let filename: String?
    /// Whether a remote is said to have the file, because it takes files of sources.
    ///
    /// `PHPhotoLibrary.fetchOriginals(of:progress:)` brings it into the library then.
    public let isInRemote: Bool
    /// Whether another photo has the same bytes here, perhaps in Recently Deleted.
    ///
    /// `PHPhotoLibrary.heal(from:readingBytes:takesFromRemote:willFetch:progress:)` copies the file then. Adding the folder again
    /// may not help: the file there may be that of the other photo.
    public let hasCopy: Bool
    /// Whether another picture or movie of the photo is in a source or in the library, such as the JPEG beside a RAW, or an edited version.
    ///
    /// ``Photos/PHAssetChangeRequest/leaveOutMissingFiles(evenInRemotes:)`` keeps the photo without it.
    public let isPart: Bool
    /// The rows of the remotes that are said to have the file.
    private let remotes: Set<Int64>

    /// Whether one remote is said to have the file.
    ///
    /// - Parameter remote: A remote of the library.
    /// - Returns: False also where another remote has the file.
    public func isIn(_ remote: LibraryRemote) -> Bool { remotes.contains(remote.row.id) }

    init(_ file: LibraryOriginals.ForgottenFile) {
        localIdentifier = file.asset.description
        filename = file.filename
        isInRemote = file.isInRemote
        hasCopy = file.hasCopy
        isPart = file.isPart
        remotes = file.remotes
    }
}

extension PHPhotoLibrary {
    /// Returns the files that stay in folders that were sources, and that the library no longer follows.
    ///
    /// ``addSource(_:excluding:)`` with the folder, or an import of the file, gives a file back.
    ///
    /// - Returns: The files, also of photos in Recently Deleted, in the order in which they came in.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func filesInForgottenSources() throws -> [ForgottenFile] {
        do {
            return try store().originals.filesInForgottenSources().map(ForgottenFile.init)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
