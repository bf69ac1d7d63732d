import Dispatch
package import Foundation
package import PhotosMedia
import Synchronization

/// Makes the previews that some resources lack, on threads of its own, while others go on.
///
/// `outcome` guards what came out so far; `room` counts how many more may wait; `isStopped` is only ever set.
package final class PreviewMaker: Sendable {
    /// What came of the work.
    package struct Outcome: Sendable {
        package struct Failure: Sendable {
            package var resource: ResourceRecord
            /// Where a person knows the file; nil where nobody said so.
            package var file: URL?
            package var reason: String
        }

        /// Resources that got their previews.
        package var made = 0
        /// Resources that had them.
        package var present = 0
        /// Resources that stay without.
        package var failures: [Failure] = []
        /// Set when nothing can be decoded at all, and the rest was given up.
        package var obstacle: MediaWorkerError?
    }

    private let library: Library
    private let sizes: [PreviewSize]
    private let queue = OperationQueue()
    private let outcome = Mutex(Outcome())
    private let isStopped = Atomic(false)
    private let room = DispatchSemaphore(value: PreviewMaker.mostWaiting)

    /// So many records wait at most: who brings more waits for their turn.
    private static let mostWaiting = 512

    /// - Parameters:
    ///   - library: Whose previews are made.
    ///   - sizes: Which of them.
    ///   - threads: How many files are decoded side by side.
    package init(
        _ library: Library,
        sizes: [PreviewSize] = PreviewSize.allCases,
        threads: Int
    ) {
        self.library = library
        self.sizes = sizes
        queue.maxConcurrentOperationCount = max(1, threads)
    }

    /// Has the previews of some resources made that lack any; waits while too many others do.
    ///
    /// `file` says where a person knows the file of a resource, for what is told of failures.
    package func make(
        _ resources: [ResourceRecord],
        knownAs file: (ResourceRecord) -> URL? = { _ in nil }
    ) {
        guard outcome.withLock({ $0.obstacle == nil }) else { return }
        let lacking = library.previews.lacking(sizes, of: resources)
        outcome.withLock { $0.present += resources.count - lacking.count }
        for resource in lacking {
            let file = file(resource)
            room.wait()
            queue.addOperation { [self] in
                defer { room.signal() }
                make(resource, file)
            }
        }
    }

    /// Leaves out what has not begun.
    package func stop() { isStopped.store(true, ordering: .relaxed) }

    /// How many files are still to be done.
    package var waiting: Int { queue.operationCount }

    /// How many files are still to be done after some seconds; nil at once when none is.
    package func left(after seconds: Double) -> Int? {
        let end = ContinuousClock.now + .seconds(seconds)
        while queue.operationCount > 0 {
            if ContinuousClock.now >= end { return queue.operationCount }
            Thread.sleep(forTimeInterval: 0.002)
        }
        return nil
    }

    /// Waits for what is under way, and says what came of it.
    package func finish() -> Outcome {
        queue.waitUntilAllOperationsAreFinished()
        return outcome.withLock { $0 }
    }

    private func make(_ resource: ResourceRecord, _ file: URL?) {
        guard !isStopped.load(ordering: .relaxed), outcome.withLock({ $0.obstacle == nil }) else {
            return
        }
        do {
            try library.previews.save(library.makePreviews(sizes, of: resource), of: resource)
            outcome.withLock { $0.made += 1 }
        } catch let error as MediaWorkerError where error.isOfAllFiles {
            outcome.withLock { $0.obstacle = error }
        } catch {
            let failure = Outcome.Failure(
                resource: resource,
                file: file,
                reason: "\(error)"
            )
            outcome.withLock { $0.failures.append(failure) }
        }
    }
}
