import CPhotosTypes
public import CoreImage
public import CoreMedia
public import Foundation
public import ImageIO
import PhotosMedia

/// A context that edits a Live Photo: its still, but not its movie.
///
/// The movie is copied unchanged, because Linux has no encoder for it. An edit of the movie's pictures or sound
/// ends with the error `requestNotSupportedForAsset`, whose message says what to do instead.
open class PHLivePhotoEditingContext: NSObject {
    private let edit: LivePhotoEdit
    private let stillImage: CIImage

    /// The upright still in full size.
    open var fullSizeImage: CIImage { stillImage }

    /// The duration of the movie.
    open var duration: CMTime { AVURLAsset(url: edit.movie).duration }

    /// The time of the still in the movie: always `indefinite`, because it is unknown here.
    open var photoTime: CMTime { .indefinite }

    /// The orientation of the pictures: always upright.
    open var orientation: CGImagePropertyOrientation { .up }

    /// A closure that edits each picture; nil leaves the pictures unchanged.
    open var frameProcessor: PHLivePhotoFrameProcessingBlock?

    /// The volume of the sound, from 0 to 1; 1 by default.
    open var audioVolume: Float {
        get { volume }
        set { volume = newValue.isNaN ? 1 : min(max(newValue, 0), 1) }
    }

    private var volume: Float = 1
    private let runs = LivePhotoEditRuns()

    /// Makes a context; nil if the input is not a Live Photo, or its still cannot be decoded.
    public init?(livePhotoEditingInput livePhotoInput: PHContentEditingInput) {
        guard let parts = livePhotoInput.livePhoto?.parts,
            let pixels = UIImage(contentsOfFile: parts.photo.path)?.cgImage
        else { return nil }
        edit = LivePhotoEdit(parts: parts, pixels: pixels)
        stillImage = CIImage(cgImage: pixels)
        super.init()
    }

    /// Makes a Live Photo to show, with the edited still if only the still is edited.
    ///
    /// The call cancels work in progress. The handler is called on the queue for image results, with
    /// `requestNotSupportedForAsset` if the movie would have to be edited.
    ///
    /// - Parameters:
    ///   - targetSize: The size in pixels, or ``PHImageManagerMaximumSize``.
    ///   - options: Options without effect.
    ///   - handler: Gets the Live Photo, or nil and the error.
    @preconcurrency
    open func prepareLivePhotoForPlayback(
        withTargetSize targetSize: CGSize,
        options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (PHLivePhoto?, (any Error)?) -> Void
    ) {
        let (edit, changes) = (edit, UncheckedTransfer(changes))
        let settings = ImageRequestSettings(
            targetSize,
            .aspectFit,
            nil as PHLivePhotoRequestOptions?
        )
        runs.run {
            try edit.checkMovie(changes.value)
            return PHLivePhoto(edit.parts, try edit.stillImage(with: settings))
        } end: {
            handler($0, $1)
        }
    }

    /// Makes a Live Photo to show, as the method with a handler does.
    open func livePhotoForPlayback(
        targetSize: CGSize,
        options: [String: Any]? = nil
    ) async throws -> PHLivePhoto {
        try await withCheckedThrowingContinuation { continuation in
            prepareLivePhotoForPlayback(withTargetSize: targetSize, options: options) {
                photo,
                error in
                if let photo {
                    continuation.resume(returning: photo)
                } else {
                    continuation.resume(throwing: error ?? PHPhotosError(.internalError))
                }
            }
        }
    }

    /// Writes the edited Live Photo to an output that was made from the same input.
    ///
    /// The call cancels work in progress. The handler is called on the queue for image results. If the movie would
    /// have to be edited, only the edited still is written, and the handler gets `requestNotSupportedForAsset`. The
    /// output can then be committed, and shows a photo.
    ///
    /// - Parameters:
    ///   - output: The output for the still and the movie.
    ///   - options: Options without effect.
    ///   - handler: Gets whether both files were written, and otherwise the error.
    @preconcurrency
    open func saveLivePhoto(
        to output: PHContentEditingOutput,
        options: [String: Any]? = nil,
        completionHandler handler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let (edit, changes) = (edit, UncheckedTransfer(changes))
        let output = UncheckedTransfer(output)
        runs.run {
            try edit.write(changes.value, to: output.value)
        } end: {
            handler($0 != nil, $1)
        }
    }

    /// Writes the edited Live Photo, as the method with a handler does.
    open func saveLivePhoto(
        to output: PHContentEditingOutput,
        options: [String: Any]? = nil
    ) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            saveLivePhoto(to: output, options: options) { isSaved, error in
                if isSaved {
                    continuation.resume()
                } else {
                    continuation.resume(throwing: error ?? PHPhotosError(.internalError))
                }
            }
        }
    }

    /// Cancels work in progress: its handler gets `userCancelled`.
    open func cancel() { runs.cancel() }

    private var changes: LivePhotoChanges {
        LivePhotoChanges(processor: frameProcessor, volume: volume)
    }
}
