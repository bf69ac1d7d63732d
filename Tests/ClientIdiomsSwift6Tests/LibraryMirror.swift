import Photos

/// Mirrors the titles of all photos, and trusts the three sets of each change, as programs do that were written against
/// systems where a photo in Recently Deleted is deleted at once.
final class LibraryMirror {
    private(set) var photos: [String: Date?] = [:]
    private var token: PHPersistentChangeToken

    init() {
        token = PHPhotoLibrary.shared().currentChangeToken
        load(PHAsset.fetchAssets(with: nil))
    }

    func update() throws {
        for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
            let details = try change.changeDetails(for: .asset)
            for identifier in details.deletedLocalIdentifiers {
                photos.removeValue(forKey: identifier)
            }
            let known = details.updatedLocalIdentifiers.filter { photos.keys.contains($0) }
            let wanted = details.insertedLocalIdentifiers.union(known)
            load(PHAsset.fetchAssets(withLocalIdentifiers: Array(wanted), options: nil))
            token = change.changeToken
        }
    }

    private func load(_ assets: PHFetchResult<PHAsset>) {
        assets.enumerateObjects { asset, _, _ in
            self.photos[asset.localIdentifier] = asset.creationDate
        }
    }
}

/// Counts photos by the year in which they were taken, the newest year first.
struct YearsView {
    struct Year: Equatable {
        let year: Int
        let count: Int
    }

    func years() -> [Year] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        var counts: [Int: Int] = [:]
        PHAsset.fetchAssets(with: .image, options: options).enumerateObjects { asset, _, _ in
            guard let date = asset.creationDate else { return }
            counts[Calendar.current.component(.year, from: date), default: 0] += 1
        }
        return counts.map { Year(year: $0.key, count: $0.value) }.sorted { $0.year > $1.year }
    }
}
