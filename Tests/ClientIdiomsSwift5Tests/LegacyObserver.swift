import Photos

/// A data source that is its own observer, and tells a delegate.
protocol LegacyObserverDelegate: AnyObject {
    func libraryDidChange(removed: [Int], inserted: [Int], changed: [Int])
}

class LegacyObserver: NSObject, PHPhotoLibraryChangeObserver {
    weak var delegate: LegacyObserverDelegate?
    var fetchResult: PHFetchResult<PHAsset>
    var lastToken: PHPersistentChangeToken?

    override init() {
        fetchResult = PHAsset.fetchAssets(with: nil)
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    deinit {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        DispatchQueue.main.sync {
            guard let changes = changeInstance.changeDetails(for: fetchResult) else { return }
            fetchResult = changes.fetchResultAfterChanges
            guard changes.hasIncrementalChanges else { return }
            delegate?.libraryDidChange(
                removed: changes.removedIndexes?.map { $0 } ?? [],
                inserted: changes.insertedIndexes?.map { $0 } ?? [],
                changed: changes.changedIndexes?.map { $0 } ?? []
            )
        }
    }

    /// What changed since the last call, with the errors that older code checks by number.
    func changedIdentifiers() -> Set<String>? {
        guard let token = lastToken else {
            lastToken = PHPhotoLibrary.shared().currentChangeToken
            return nil
        }
        do {
            let result = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token)
            var identifiers = Set<String>()
            for change in result {
                let details = try change.changeDetails(for: .asset)
                identifiers.formUnion(details.insertedLocalIdentifiers)
                identifiers.formUnion(details.updatedLocalIdentifiers)
                lastToken = change.changeToken
            }
            return identifiers
        } catch let error as NSError
            where error.domain == PHPhotosErrorDomain
            && error.code == PHPhotosError.persistentChangeTokenExpired.rawValue
        {
            lastToken = nil
            return nil
        } catch {
            return nil
        }
    }
}
