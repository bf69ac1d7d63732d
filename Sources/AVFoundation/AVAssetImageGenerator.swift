public import CoreGraphics
public import CoreMedia
import Dispatch
public import Foundation
import PhotosMedia
import Synchronization

/// The handler of images of a movie: the requested time, the image, its actual time, the result and the error.
public typealias AVAssetImageGeneratorCompletionHandler =
    @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

/// A generator that makes images of a movie's frames.
///
/// The worker program `photokit-media` decodes the frames, one after another. Images have 8 bits a channel, in sRGB.
/// Settings apply to later requests. Safe on any thread.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; the mutex guards all mutable state.

    /// The result of a request.
    public enum Result: Int, Sendable {
        /// There is an image.
        case succeeded = 0
        /// There is an error.
        case failed = 1
        /// The request was cancelled.
        case cancelled = 2
    }

    private struct State {
        var settings = FrameRequest(time: .zero)
        var pending: [ObjectIdentifier: WorkCancellation] = [:]
    }

    /// The movie.
    public let asset: AVAsset
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "OpenPhotoKit images of movies")

    /// Makes a generator for a movie, whose file is not opened yet.
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Whether images are turned as the movie is shown; false by default, as on Apple's systems.
    open var appliesPreferredTrackTransform: Bool {
        get { state.withLock { $0.settings.isUpright } }
        set { state.withLock { $0.settings.isUpright = newValue } }
    }

    /// The largest size of images in pixels, with the aspect ratio kept; zero, the default, is the movie's size.
    ///
    /// A side of 0 is not limited. Images are never enlarged.
    open var maximumSize: CGSize {
        get { state.withLock { $0.settings.maximumSize } }
        set { state.withLock { $0.settings.maximumSize = newValue } }
    }

    /// How much earlier than the requested time a frame may begin; any time by default.
    ///
    /// The tolerance makes requests cheaper: without it, all frames since the last key frame are decoded.
    open var requestedTimeToleranceBefore: CMTime {
        get { state.withLock { $0.settings.toleranceBefore } }
        set { state.withLock { $0.settings.toleranceBefore = newValue } }
    }

    /// How much later than the requested time a frame may begin; any time by default.
    open var requestedTimeToleranceAfter: CMTime {
        get { state.withLock { $0.settings.toleranceAfter } }
        set { state.withLock { $0.settings.toleranceAfter = newValue } }
    }

    /// Makes the image at a time, while the calling thread waits.
    ///
    /// The image is the first frame within the tolerances that decoding finds, or else the frame that is shown at the
    /// time.
    ///
    /// - Parameters:
    ///   - requestedTime: The time from the beginning of the movie.
    ///   - actualTime: The memory for the time at which the frame begins; nil if it is not needed.
    /// - Returns: The image.
    /// - Throws: ``AVError``. The code is `noImageAtTime` after the end of the movie, `decodeFailed` for a damaged
    ///   movie, `fileFailedToParse` for a file that cannot be opened, and `decoderNotFound` without the worker program.
    open func copyCGImage(
        at requestedTime: CMTime,
        actualTime: UnsafeMutablePointer<CMTime>?
    ) throws -> CGImage {
        let made = try image(begin(requestedTime))
        actualTime?.pointee = made.actualTime
        return made.image
    }

    /// Makes the images at several times, one after another.
    ///
    /// - Parameters:
    ///   - requestedTimes: The times, each an `NSValue(time:)`.
    ///   - handler: Called once for each time, on a queue of the generator.
    open func generateCGImagesAsynchronously(
        forTimes requestedTimes: [NSValue],
        completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
        for work in requestedTimes.map({ begin($0.timeValue) }) {
            queue.async { [self] in
                do {
                    let made = try image(work)
                    handler(work.request.time, made.image, made.actualTime, .succeeded, nil)
                } catch {
                    let isCancelled = AVError.Code.operationCancelled ~= error
                    let result = isCancelled ? Result.cancelled : .failed
                    handler(work.request.time, nil, .invalid, result, error)
                }
            }
        }
    }

    /// Makes the image at a time.
    ///
    /// - Parameters:
    ///   - requestedTime: The time from the beginning of the movie.
    ///   - handler: Called once with the image and its actual time, or with an error, on a queue of the generator.
    open func generateCGImageAsynchronously(
        for requestedTime: CMTime,
        completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
    ) {
        generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) {
            _,
            image,
            actualTime,
            _,
            error in handler(image, actualTime, error)
        }
    }

    /// Makes the image at a time.
    ///
    /// - Parameter time: The time from the beginning of the movie.
    /// - Returns: The image, and the time at which its frame begins.
    /// - Throws: ``AVError`` as ``copyCGImage(at:actualTime:)`` does, or `CancellationError` if the task was cancelled.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
        let work = begin(time)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    queue.async { [self] in
                        continuation.resume(with: Swift.Result { try image(work) })
                    }
                }
            } onCancel: {
                work.cancellation.cancel()
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    /// Returns the images at several times as a sequence, which makes each image when it is asked for.
    open func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

    /// Cancels all requests that have not ended; their results are `cancelled`.
    open func cancelAllCGImageGeneration() {
        let pending = state.withLock { Array($0.pending.values) }
        for cancellation in pending { cancellation.cancel() }
    }

    /// A request that may still be cancelled.
    private struct Work: Sendable {
        var request: FrameRequest
        let cancellation = WorkCancellation()
    }

    private func begin(_ time: CMTime) -> Work {
        state.withLock { state in
            var work = Work(request: state.settings)
            work.request.time = time
            state.pending[ObjectIdentifier(work.cancellation)] = work.cancellation
            return work
        }
    }

    private func image(_ work: Work) throws -> (image: CGImage, actualTime: CMTime) {
        defer {
            state.withLock { state in
                _ = state.pending.removeValue(forKey: ObjectIdentifier(work.cancellation))
            }
        }
        guard !work.cancellation.isCancelled else {
            throw AVError(.operationCancelled, "The image was cancelled.")
        }
        return try WorkCancellation.$current.withValue(work.cancellation) {
            try work.request.image(of: asset)
        }
    }
}
