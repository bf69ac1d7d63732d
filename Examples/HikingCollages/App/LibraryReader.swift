import HikingCollagesKit
import Photos

/// Asks the photo library for photos, and for what became of them.
struct LibraryReader {
    /// All photos that may belong to a hike.
    func photos(for source: HikeSource) -> [PhotoFacts] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        if case .given(let hikes) = source {
            options.predicate = NSCompoundPredicate(
                orPredicateWithSubpredicates: hikes.map {
                    NSPredicate(
                        format: "creationDate >= %@ AND creationDate <= %@",
                        $0.start as NSDate,
                        $0.end as NSDate
                    )
                }
            )
        }
        return facts(of: PHAsset.fetchAssets(with: options))
    }

    /// What happened to assets since a token, and the token of the last change that is told here.
    func news(
        since token: PHPersistentChangeToken
    ) throws -> (photos: PhotoNews, token: PHPersistentChangeToken) {
        var touched: Set<String> = []
        var last = token
        for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
            let details = try change.changeDetails(for: .asset)
            touched.formUnion(details.insertedLocalIdentifiers)
            touched.formUnion(details.updatedLocalIdentifiers)
            touched.formUnion(details.deletedLocalIdentifiers)
            last = change.changeToken
        }
        // All in one go, as they are now: what was deleted is not found, unless it was restored since.
        let present =
            touched.isEmpty
            ? []
            : facts(of: PHAsset.fetchAssets(withLocalIdentifiers: Array(touched), options: nil))
        return (PhotoNews(touched: touched, present: present), last)
    }

    private func facts(of assets: PHFetchResult<PHAsset>) -> [PhotoFacts] {
        var facts: [PhotoFacts] = []
        assets.enumerateObjects { asset, _, _ in
            if let photo = PhotoFacts(asset) { facts.append(photo) }
        }
        return facts
    }
}
