import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization

/// Keeps the selections of share links for albums like the albums.
///
/// The mutex guards the followed albums. The library calls its observers one after another.
final class LinkAlbums: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private struct Followed: Sendable {
        var application: String
        var result: PHFetchResult<PHAsset>
    }

    private let library: PHPhotoLibrary
    private let followed = Mutex<[String: Followed]>([:])

    init(_ library: PHPhotoLibrary) {
        self.library = library
        super.init()
        library.register(self)
    }

    /// Follows the album of a link, and makes up for changes while no server ran.
    func followAlbum(of link: Credential) {
        guard let album = link.album.flatMap(ObjectName.init),
            case .application(let name) = link.grant.user
        else { return }
        library.withCurrent {
            let selected = Set((try? library.access.selection(of: name)) ?? [])
            guard let collection = ViewFetch.album(album.uuid) else {
                // The album was deleted while no server ran.
                if library.unavailabilityReason == nil {
                    changeSelection(of: name, adding: [], removing: selected)
                }
                return
            }
            let result = PHAsset.fetchAssets(in: collection, options: nil)
            followed.withLock { $0[link.id] = Followed(application: name, result: result) }
            let present = Set(result.objects(at: IndexSet(0..<result.count)).map(\.localIdentifier))
            changeSelection(
                of: name,
                adding: present.subtracting(selected),
                removing: selected.subtracting(present)
            )
        }
    }

    func stopFollowing(_ link: String) { followed.withLock { $0[link] = nil } }

    func photoLibraryDidChange(_ change: PHChange) {
        for (link, album) in followed.withLock({ $0 }) {
            guard let details = change.changeDetails(for: album.result) else { continue }
            followed.withLock { $0[link]?.result = details.fetchResultAfterChanges }
            let added = details.insertedObjects.map(\.localIdentifier)
            let removed = details.removedObjects.map(\.localIdentifier)
            changeSelection(of: album.application, adding: Set(added), removing: Set(removed))
        }
    }

    private func changeSelection(
        of name: String,
        adding added: Set<String>,
        removing removed: Set<String>
    ) {
        guard !added.isEmpty || !removed.isEmpty else { return }
        // The link was made by the owner; if the library cannot be written now, the next start makes up for it.
        _ = try? library.access.select(Array(added), removing: Array(removed), for: name)
    }
}
