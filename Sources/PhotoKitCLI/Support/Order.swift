import OpenPhotoKit

/// Finds the positions of objects in albums and folders.
enum Order {
    /// Fetch options that include hidden photos and bursts, which have positions too.
    static var everything: PHFetchOptions {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        return options
    }

    /// Returns the identifiers of the photos and videos in an album.
    static func memberIdentifiers(in album: PHAssetCollection) -> Set<String> {
        let members = PHAsset.fetchAssets(in: album, options: everything)
        return Set(PHAssetList(members).map(\.localIdentifier))
    }

    static func indexes<Object: PHObject>(
        of objects: [Object],
        in members: PHFetchResult<Object>,
        of title: String?
    ) throws -> IndexSet {
        var indexes = IndexSet()
        for object in objects {
            let index = members.index(of: object)
            guard index != NSNotFound else {
                throw CommandFailure(
                    .usage,
                    "\(Wording.shortIdentifier(object.localIdentifier)) is not in \"\(title ?? "/")\". Add it first."
                )
            }
            indexes.insert(index)
        }
        return indexes
    }
}
