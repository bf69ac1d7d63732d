public import Foundation
public import Photos
import PhotosStore

/// Which library this is.
public struct LibraryInformation: Hashable, Sendable {
    /// The folder of the library.
    public let url: URL
    /// Stays the same for copies and backups.
    public let identifier: UUID
    /// Changes when the library turns out to be a copy: tokens of the original are not valid there.
    public let incarnation: UUID
    /// The version of the format on disk.
    public let format: Int
    /// Whether it was opened without the right to change it.
    public let isReadOnly: Bool
    /// Visible assets, hidden ones included.
    public let assetCount: Int
    /// Assets in Recently Deleted.
    public let recentlyDeletedCount: Int
    /// Albums that users made.
    public let albumCount: Int
    /// Committed blocks that the history still tells of.
    public let changeCount: Int
    /// Bytes in the files of all assets, those in Recently Deleted included.
    public let fileBytes: Int64
}

extension PHPhotoLibrary {
    /// Tells which library this is, and how much is in it.
    ///
    /// - Returns: The state at one moment.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func information() throws -> LibraryInformation {
        let store = try store()
        do {
            let facts = try store.contentFacts()
            return LibraryInformation(
                url: store.layout.root,
                identifier: store.identity.library,
                incarnation: store.identity.incarnation,
                format: facts.format,
                isReadOnly: store.mode == .readOnly,
                assetCount: facts.assets,
                recentlyDeletedCount: facts.trashed,
                albumCount: facts.albums,
                changeCount: facts.changes,
                fileBytes: facts.bytes
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}
