import Dispatch
import Foundation
import OpenPhotoKit
import Synchronization

/// Observes results as a list view would: reads every index that changed, and goes on with the new result.
package final class Watcher: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private struct State {
        var results: [PHFetchResult<PHAsset>]
        var news = News(began: 0, ended: 0)
        var indexes = 0
    }

    /// When the observer was called, and when it had read all details.
    package struct News: Sendable {
        package var began: Int64
        package var ended: Int64

        package init(began: Int64, ended: Int64) {
            self.began = began
            self.ended = ended
        }

        /// From the return of a commit; an observer on another core may be called before that.
        package func latency(since committed: Int64) -> Int64 { ended - min(committed, began) }
    }

    private let state: Mutex<State>
    private let arrived = DispatchSemaphore(value: 0)
    private let library: PHPhotoLibrary

    package init(_ library: PHPhotoLibrary, _ results: [PHFetchResult<PHAsset>]) {
        self.library = library
        state = Mutex(State(results: results))
        super.init()
        library.register(self)
    }

    package func stop() { library.unregisterChangeObserver(self) }

    package var result: PHFetchResult<PHAsset> { state.withLock { $0.results[0] } }

    /// The sum of all indexes that were told, so that telling them cannot be left out.
    package var indexes: Int { state.withLock { $0.indexes } }

    package func photoLibraryDidChange(_ changeInstance: PHChange) {
        let began = nanoseconds()
        var results = state.withLock { $0.results }
        var sum = 0
        var hasNews = false
        for (index, result) in results.enumerated() {
            guard let details = changeInstance.changeDetails(for: result) else { continue }
            hasNews = true
            sum += details.removedIndexes?.reduce(0, +) ?? 0
            sum += details.insertedIndexes?.reduce(0, +) ?? 0
            sum += details.changedIndexes?.reduce(0, +) ?? 0
            let moves = Sum()
            if details.hasMoves { details.enumerateMoves { moves.value += $0 &+ $1 } }
            sum &+= moves.value
            results[index] = details.fetchResultAfterChanges
        }
        guard hasNews else { return }
        let news = News(began: began, ended: nanoseconds())
        state.withLock { $0 = State(results: results, news: news, indexes: $0.indexes &+ sum) }
        arrived.signal()
    }

    private final class Sum { var value = 0 }

    /// Waits for the next change.
    @discardableResult
    package func wait() -> News {
        arrived.wait()
        return state.withLock { $0.news }
    }
}
