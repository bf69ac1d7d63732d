import Photos

/// A grid of an album's assets that follows changes item by item, as a collection view's data source does.
@MainActor
final class Gallery: NSObject {
    private(set) var fetchResult: PHFetchResult<PHAsset>
    /// The identifiers of the cells that are shown.
    private(set) var cells: [String]
    private(set) var reloads = 0
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ fetchResult: PHFetchResult<PHAsset>) {
        self.fetchResult = fetchResult
        cells = (0..<fetchResult.count).map { fetchResult[$0].localIdentifier }
        super.init()
        PHPhotoLibrary.shared().register(self)
    }

    func close() {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
    }

    /// Waits until the grid shows as many cells.
    func shows(_ count: Int) async {
        if cells.count == count { return }
        await withCheckedContinuation { waiters.append((count, $0)) }
    }

    fileprivate func update(_ change: PHChange) {
        guard let details = change.changeDetails(for: fetchResult) else { return }
        fetchResult = details.fetchResultAfterChanges
        if details.hasIncrementalChanges {
            performBatchUpdates(details)
        } else {
            cells = (0..<fetchResult.count).map { fetchResult.object(at: $0).localIdentifier }
            reloads += 1
        }
        let ready = waiters.filter { $0.count == cells.count }
        waiters.removeAll { $0.count == cells.count }
        for waiter in ready { waiter.continuation.resume() }
    }

    private func performBatchUpdates(_ details: PHFetchResultChangeDetails<PHAsset>) {
        if let removed = details.removedIndexes, !removed.isEmpty {
            for index in removed.reversed() { cells.remove(at: index) }
        }
        if let inserted = details.insertedIndexes, !inserted.isEmpty {
            for (index, asset) in zip(inserted, details.insertedObjects) {
                cells.insert(asset.localIdentifier, at: index)
            }
        }
        if let changed = details.changedIndexes, !changed.isEmpty { reloads += changed.count }
        var moves: [(from: Int, to: Int)] = []
        details.enumerateMoves { from, to in moves.append((from, to)) }
        let moving = moves.map { (cells[$0.from], $0.to) }
        for move in moves.sorted(by: { $0.from > $1.from }) { cells.remove(at: move.from) }
        for (cell, target) in moving.sorted(by: { $0.1 < $1.1 }) { cells.insert(cell, at: target) }
    }
}

extension Gallery: PHPhotoLibraryChangeObserver {
    nonisolated func photoLibraryDidChange(_ changeInstance: PHChange) {
        Task { @MainActor in
            update(changeInstance)
        }
    }
}
