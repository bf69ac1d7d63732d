import Photos

/// Keeps an index of the library up to date from its history, across launches.
final class HistoryConsumer {
    enum Outcome: Equatable {
        case fullScan
        case changes(inserted: Set<String>, updated: Set<String>, deleted: Set<String>)
    }

    private let defaults: UserDefaults
    private let key = "lastChangeToken"
    private(set) var index: Set<String> = []

    init(defaults: UserDefaults) {
        self.defaults = defaults
    }

    var lastToken: PHPersistentChangeToken? {
        get {
            guard let data = defaults.data(forKey: key) else { return nil }
            return try? NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHPersistentChangeToken.self,
                from: data
            )
        }
        set {
            let data = newValue.flatMap {
                try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true)
            }
            defaults.set(data, forKey: key)
        }
    }

    func catchUp() throws -> Outcome {
        let library = PHPhotoLibrary.shared()
        guard let token = lastToken else { return fullScan(library) }
        if token == library.currentChangeToken {
            return .changes(inserted: [], updated: [], deleted: [])
        }
        do {
            var inserted: Set<String> = []
            var updated: Set<String> = []
            var deleted: Set<String> = []
            for change in try library.fetchPersistentChanges(since: token) {
                let details = try change.changeDetails(for: PHObjectType.asset)
                inserted.formUnion(details.insertedLocalIdentifiers)
                updated.formUnion(details.updatedLocalIdentifiers)
                deleted.formUnion(details.deletedLocalIdentifiers)
                lastToken = change.changeToken
            }
            apply(inserted: inserted, updated: updated, deleted: deleted)
            return .changes(inserted: inserted, updated: updated, deleted: deleted)
        } catch PHPhotosError.persistentChangeTokenExpired,
            PHPhotosError.persistentChangeDetailsUnavailable
        {
            return fullScan(library)
        }
    }

    private func apply(inserted: Set<String>, updated: Set<String>, deleted: Set<String>) {
        // Updated assets may have gone to Recently Deleted, or have come back from there.
        let touched = inserted.union(updated)
        index.subtract(touched.union(deleted))
        let present = PHAsset.fetchAssets(withLocalIdentifiers: Array(touched), options: nil)
        present.enumerateObjects { asset, _, _ in self.index.insert(asset.localIdentifier) }
    }

    private func fullScan(_ library: PHPhotoLibrary) -> Outcome {
        lastToken = library.currentChangeToken
        index = []
        let all = PHAsset.fetchAssets(with: nil)
        all.enumerateObjects { asset, _, _ in self.index.insert(asset.localIdentifier) }
        return .fullScan
    }
}
