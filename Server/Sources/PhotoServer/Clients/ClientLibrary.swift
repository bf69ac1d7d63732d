import Foundation
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules

/// The library as one client sees it, with the lists that are shown of it.
final class ClientLibrary: Sendable {
    let library: PHPhotoLibrary
    let views: LibraryViews
    let albums = AlbumTreeCache()
    let duplicates = DuplicateSearch()
    let isReadOnly: Bool
    /// Whether the client sees Recently Deleted.
    ///
    /// Guests of a link must not see what the owner has deleted since. A limited client that may change nothing can restore
    /// nothing.
    let showsTrash: Bool
    let user: Grant.User
    /// The part of the library that a server in pick mode shows; nil means everything that the client sees.
    let scope: PickScope?
    /// The details that the client does not see of its photos.
    let omitted: Set<PhotoDetail>

    init(
        _ library: PHPhotoLibrary,
        user: Grant.User,
        clock: ServerClock,
        scope: PickScope? = nil,
        showsTrash: Bool = true,
        withholding withheld: PhotoSearch.Subjects,
        omitting omitted: Set<PhotoDetail> = []
    ) throws {
        self.library = library
        self.showsTrash = showsTrash
        self.user = user
        self.scope = scope
        self.omitted = omitted
        isReadOnly = user == .owner ? try library.information().isReadOnly : false
        views = LibraryViews(
            library,
            isOwner: user == .owner,
            clock: clock,
            scope: scope,
            withholding: withheld
        )
        views.startObserving()
    }

    /// The photos that were read since the last change; nil where each request asks what the client sees.
    var knownPhotos: KnownPhotos? { user == .owner && scope == nil ? views.known : nil }

    /// Runs blocking reads of the library on a thread of its own, one for files of photos where they are read, too.
    func read<Result: Sendable>(
        on threads: BlockingThreads = .common,
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let library = library
        return try await threads.run {
            try library.withCurrent {
                let result = try body()
                // Fetches cannot throw: without this check, a missing volume would seem to be an empty library.
                if let reason = library.unavailabilityReason { throw reason }
                return result
            }
        }
    }

    /// Returns a photo that the client sees, also one in Recently Deleted where it sees that; nil for any other identifier.
    func asset(named name: ObjectName) -> PHAsset? {
        library.withCurrent {
            if let scope { return scope.pickableAssets(named: [name]).first }
            let found = PHAsset.fetchAssets(withLocalIdentifiers: [name.asset], options: nil)
            if let asset = found.firstObject { return asset }
            guard showsTrash else { return nil }
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "localIdentifier == %@", name.asset)
            return PHAsset.fetchRecentlyDeletedAssets(with: options).firstObject
        }
    }

    func close() {
        duplicates.cancel()
        views.endAllStreams()
        library.close()
    }
}
