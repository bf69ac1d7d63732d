import Foundation
import Photos
import Synchronization

/// Observes a result as a list view does: reads each index that changed, and goes on with the new result.
///
/// The mutex guards the present result and the sum of the indexes.
final class IndexObserver: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let state: Mutex<(result: PHFetchResult<PHAsset>, sum: Int)>
    private let arrived = DispatchSemaphore(value: 0)

    init(_ library: PHPhotoLibrary, _ result: PHFetchResult<PHAsset>) {
        state = Mutex((result, 0))
        super.init()
        library.register(self)
    }

    var result: PHFetchResult<PHAsset> { state.withLock { $0.result } }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let details = changeInstance.changeDetails(for: result) else { return }
        let indexes = [details.removedIndexes, details.insertedIndexes, details.changedIndexes]
        let sum = indexes.reduce(0) { $0 + ($1?.reduce(0, +) ?? 0) }
        state.withLock { $0 = (details.fetchResultAfterChanges, $0.sum &+ sum) }
        arrived.signal()
    }

    /// Waits for the next change of the result.
    func wait() { arrived.wait() }
}
