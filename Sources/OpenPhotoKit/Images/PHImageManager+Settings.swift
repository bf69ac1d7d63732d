public import Dispatch
public import Photos

extension PHImageManager {
    /// Where the handlers of image requests are called.
    public struct ResultQueue: Sendable {
        let place: ResultPlace

        /// On the main queue where somebody serves it; in a program without a main loop, on a queue of the library.
        ///
        /// It is found out at the first result. Where a run loop or `dispatchMain()` serves the main queue, or the
        /// entry point of the program is asynchronous, results come there at once. Where the main thread sleeps and
        /// leaves the main queue alone for a tenth of a second, say in a semaphore, or is busy for two seconds, results
        /// come on a queue of the library; and on the main queue again as soon as somebody serves it after all.
        public static var automatic: ResultQueue { ResultQueue(place: .automatic) }

        /// On the main queue, as on Apple's systems: in a program that does not serve it, never.
        public static var main: ResultQueue { ResultQueue(place: .main) }

        /// On a queue of yours.
        ///
        /// It should be serial: otherwise a stand-in may be handled beside its image.
        public static func queue(_ queue: DispatchQueue) -> ResultQueue {
            ResultQueue(place: .queue(queue))
        }
    }

    /// Where the handlers of image requests are called, by any manager of this process; `automatic` at first.
    ///
    /// Handlers of synchronous requests are called on the thread that asks, those of video requests on a queue of the
    /// library.
    public static var resultQueue: ResultQueue {
        get { ResultQueue(place: ResultCalls.shared.place) }
        set { ResultCalls.shared.place = newValue.place }
    }

    /// What the images that this manager keeps may take in memory, in bytes; 0 keeps none.
    ///
    /// At first 64 MiB, and 256 MiB for a `PHCachingImageManager`. Images that were not used for the longest time go
    /// first; one that takes more than a quarter of it is not kept.
    public var memoryLimit: Int {
        get { pictureMemory }
        set { pictureMemory = newValue }
    }

    /// Drops all images that this manager keeps.
    public func dropImages() { forgetPictures() }
}

extension PHLivePhoto {
    /// The still, in the size that the Live Photo was asked for.
    public var still: UIImage? { stillImage }
}
