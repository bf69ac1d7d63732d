public import Foundation
public import Photos
import PhotosStore

/// The identity of a library and the amount of its content.
public struct LibraryInformation: Hashable, Sendable {
    /// The folder of the library.
    public let url: URL
    /// The identifier of the library, which copies and backups share.
    public let identifier: UUID
    /// The identifier of this copy.
    ///
    /// A copy gets a new one, and then rejects tokens of the original.
    public let incarnation: UUID
    /// The version of the format on disk.
    public let format: Int
    /// Whether the library was opened without the right to change it.
    public let isReadOnly: Bool
    /// The number of assets outside Recently Deleted, including hidden assets.
    public let assetCount: Int
    /// The number of assets in Recently Deleted.
    public let recentlyDeletedCount: Int
    /// The number of albums that users made.
    public let albumCount: Int
    /// The number of committed blocks in the history.
    public let changeCount: Int
    /// The bytes in the files of all assets, including assets in Recently Deleted.
    public let fileBytes: Int64
}

extension PHPhotoLibrary {
    /// Returns the identifier of the library, which copies and backups share.
    ///
    /// Unlike ``information()``, this counts nothing, so it takes as long in a large library as in a small one.
    ///
    /// - Returns: The identifier.
    /// - Throws: `PHPhotosError` when the library cannot be opened.
    public func identifier() throws -> UUID { try store().identity.library }

    /// Returns the identity of the library and the amount of its content.
    ///
    /// - Returns: The state at one moment.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func information() throws -> LibraryInformation {
        let store = try store()
        do {
            let facts = try ContentFacts(of: store)
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
