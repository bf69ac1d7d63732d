import Dispatch
package import Foundation
package import PhotosMedia
import Synchronization

/// Makes missing previews of resources on threads of its own, in the background.
///
/// `outcome` guards the results so far. `room` counts how many more resources may wait. `isStopped` never
/// changes back to false.
package final class PreviewMaker: Sendable {
    /// The outcome of the work.
    package struct Outcome: Sendable {
        package struct Failure: Sendable {
            package var resource: ResourceRecord
            /// The path by which the user knows the file; nil where none was given.
            package var file: URL?
            package var reason: String
            /// Whether the disk had no room for the preview.
            package var isForSpace: Bool
        }

        /// The number of resources that got their previews.
        package var made = 0
        /// The number of resources that already had their previews.
        package var present = 0
        /// The resources that got no preview.
        package var failures: [Failure] = []
        /// Set when nothing can be decoded at all.
        ///
        /// The remaining resources are then skipped.
        package var obstacle: MediaWorkerError?
    }

    private let pictures: LibraryPictures
    private let sizes: [PreviewSize]
    private let isLastReader: Bool
    private let queue = OperationQueue()
    private let outcome = Mutex(Outcome())
    private let isStopped = Atomic(false)
    private let room = DispatchSemaphore(value: PreviewMaker.mostWaiting)

    /// The maximum number of waiting resources.
    ///
    /// A caller that adds more blocks.
    private static let mostWaiting = 512

    /// Creates a maker for one library.
    ///
    /// - Parameters:
    ///   - pictures: The pictures of the library whose previews are made.
    ///   - sizes: The sizes of previews to make.
    ///   - threads: The number of files that are decoded in parallel.
    ///   - isLastReader: Whether nobody else is about to read the files. Their pages then leave the system's cache.
    package init(
        _ pictures: LibraryPictures,
        sizes: [PreviewSize] = PreviewSize.allCases,
        threads: Int,
        isLastReader: Bool = false
    ) {
        self.pictures = pictures
        self.isLastReader = isLastReader
        self.sizes = sizes
        queue.maxConcurrentOperationCount = max(1, threads)
    }

    /// Queues resources that lack a preview.
    ///
    /// Blocks while too many others wait.
    ///
    /// `file` returns the path by which the user knows a file, for the report of failures.
    ///
    /// - Returns: The resources whose files this object reads from now on.
    @discardableResult
    package func makePreviews(
        of resources: [ResourceRecord],
        knownAs file: (ResourceRecord) -> URL? = { _ in nil }
    ) -> [ResourceRecord] {
        guard outcome.withLock({ $0.obstacle == nil }) else { return [] }
        let lacking = pictures.previews.lacking(sizes, of: resources)
        outcome.withLock { $0.present += resources.count - lacking.count }
        for resource in lacking {
            let file = file(resource)
            room.wait()
            queue.addOperation { [self] in
                defer { room.signal() }
                makePreviews(of: resource, file: file)
                guard isLastReader else { return }
                pictures.removeFromPageCache(resource.file, byteCount: resource.byteCount)
            }
        }
        return lacking
    }

    /// Skips all resources whose work has not begun.
    package func stop() { isStopped.store(true, ordering: .relaxed) }

    /// The number of files that are not done yet.
    package var waiting: Int { queue.operationCount }

    /// Returns the number of files that are not done after some seconds.
    ///
    /// Returns nil as soon as all are done.
    package func left(after seconds: Double) -> Int? {
        let end = ContinuousClock.now + .seconds(seconds)
        while queue.operationCount > 0 {
            if ContinuousClock.now >= end { return queue.operationCount }
            Thread.sleep(forTimeInterval: 0.002)
        }
        return nil
    }

    /// Tries again what failed because the disk had no room, and returns without waiting for it.
    package func makeAgain() {
        let failures = outcome.withLock { outcome in
            defer { outcome.failures.removeAll(where: \.isForSpace) }
            return outcome.failures.filter(\.isForSpace)
        }
        for failure in failures {
            queue.addOperation { self.makePreviews(of: failure.resource, file: failure.file) }
        }
    }

    /// Waits for all queued work, and returns the outcome.
    package func finish() -> Outcome {
        queue.waitUntilAllOperationsAreFinished()
        return outcome.withLock { $0 }
    }

    private static let fullDisk =
        "The volume of the library is full. Free some space, and run `photokit previews --make`."

    private func makePreviews(of resource: ResourceRecord, file: URL?) {
        guard !isStopped.load(ordering: .relaxed), outcome.withLock({ $0.obstacle == nil }) else {
            return
        }
        do {
            let made = try pictures.makePreviews(sizes, of: resource)
            do { try pictures.previews.save(made, of: resource) } catch { throw StoreError(error) }
            outcome.withLock { $0.made += 1 }
        } catch let error as MediaWorkerError where error.isOfAllFiles {
            outcome.withLock { $0.obstacle = error }
        } catch {
            // A file that has left this disk meanwhile got its previews before.
            guard !pictures.previews.lacking(sizes, of: [resource]).isEmpty else { return }
            let isForSpace = StoreError(error).code == .diskFull
            let failure = Outcome.Failure(
                resource: resource,
                file: file,
                reason: isForSpace ? Self.fullDisk : "\(error)",
                isForSpace: isForSpace
            )
            outcome.withLock { $0.failures.append(failure) }
        }
    }
}
