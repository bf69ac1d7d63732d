public import Dispatch
public import Photos

extension PHImageManager {
    /// The queue on which handlers of image requests are called.
    public struct ResultQueue: Sendable {
        let delivery: DeliveryQueue

        /// The main queue if the program runs it; otherwise a queue of the library.
        ///
        /// The choice is made at the first result. If a run loop or `dispatchMain()` runs the main queue, or the
        /// program's entry point is asynchronous, results come on the main queue at once.
        ///
        /// Results come on a queue of the library in two cases. The main thread sleeps for a tenth of a second
        /// without running the main queue, for example in a semaphore. Or the main thread is busy for two seconds.
        /// Results come on the main queue again as soon as the program runs it.
        public static var automatic: ResultQueue { ResultQueue(delivery: .automatic) }

        /// The main queue, as on Apple's systems.
        ///
        /// If a program does not run its main queue, handlers are never called.
        public static var main: ResultQueue { ResultQueue(delivery: .main) }

        /// Returns a choice of your own queue.
        ///
        /// The queue should be serial: otherwise a degraded image may be handled at the same time as its final
        /// image.
        public static func queue(_ queue: DispatchQueue) -> ResultQueue {
            ResultQueue(delivery: .queue(queue))
        }
    }

    /// The queue for handlers of image requests of all managers in this process; `automatic` by default.
    ///
    /// Handlers of synchronous requests run on the calling thread. Handlers of video requests run on a queue of the
    /// library.
    public static var resultQueue: ResultQueue {
        get { ResultQueue(delivery: ResultCalls.shared.delivery) }
        set { ResultCalls.shared.delivery = newValue.delivery }
    }

    /// The memory limit in bytes of the images that this manager keeps; 0 keeps none.
    ///
    /// The default is 64 MiB, and 256 MiB for a `PHCachingImageManager`. The least recently used images are dropped
    /// first. An image that takes more than a quarter of the limit is not kept.
    public var memoryLimit: Int {
        get { pictureMemory }
        set { pictureMemory = newValue }
    }

    /// Drops all images that this manager keeps.
    public func dropImages() { forgetPictures() }
}

extension PHLivePhoto {
    /// The still, in the size that was requested for the Live Photo.
    public var still: UIImage? { stillImage }
}
