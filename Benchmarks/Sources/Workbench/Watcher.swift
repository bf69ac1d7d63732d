import Dispatch
public import Foundation
public import OpenPhotoKit
import Synchronization

/// Observes results as a list view would: reads every index that changed, and goes on with the new result.
public final class Watcher: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private struct State {
        var results: [PHFetchResult<PHAsset>]
        var time: Int64 = 0
        var indexes = 0
    }

    private let state: Mutex<State>
    private let arrived = DispatchSemaphore(value: 0)
    private let library: PHPhotoLibrary

    public init(_ library: PHPhotoLibrary, _ results: [PHFetchResult<PHAsset>]) {
        self.library = library
        state = Mutex(State(results: results))
        super.init()
        library.register(self)
    }

    public func stop() { library.unregisterChangeObserver(self) }

    public var result: PHFetchResult<PHAsset> { state.withLock { $0.results[0] } }

    /// The sum of all indexes that were told, so that telling them cannot be left out.
    public var indexes: Int { state.withLock { $0.indexes } }

    public func photoLibraryDidChange(_ changeInstance: PHChange) {
        var results = state.withLock { $0.results }
        var sum = 0
        for (place, result) in results.enumerated() {
            guard let details = changeInstance.changeDetails(for: result) else { continue }
            sum += details.removedIndexes?.reduce(0, +) ?? 0
            sum += details.insertedIndexes?.reduce(0, +) ?? 0
            sum += details.changedIndexes?.reduce(0, +) ?? 0
            let moves = Sum()
            if details.hasMoves { details.enumerateMoves { moves.value += $0 &+ $1 } }
            sum &+= moves.value
            results[place] = details.fetchResultAfterChanges
        }
        let time = nanoseconds()
        state.withLock { $0 = State(results: results, time: time, indexes: $0.indexes &+ sum) }
        arrived.signal()
    }

    private final class Sum { var value = 0 }

    /// Waits for the next change, and tells when its details were read.
    public func wait() -> Int64 {
        arrived.wait()
        return state.withLock { $0.time }
    }
}
