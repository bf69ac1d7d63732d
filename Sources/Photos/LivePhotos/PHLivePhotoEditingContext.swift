import CPhotosTypes
public import CoreImage
public import CoreMedia
public import Foundation
public import ImageIO
import PhotosMedia

/// Edits both parts of a Live Photo: the still, and the movie as far as it can be.
///
/// The movie is taken over as it is. There is no encoder for it on Linux, so that an edit of its pictures or its sound
/// ends with `requestNotSupportedForAsset`, which says what was done with the still.
open class PHLivePhotoEditingContext: NSObject {
    private let edit: LivePhotoEdit
    private let stillImage: CIImage

    /// The still, upright, in full size.
    open var fullSizeImage: CIImage { stillImage }

    /// How long the movie lasts.
    open var duration: CMTime { AVURLAsset(url: edit.movie).duration }

    /// When the still was taken, from the beginning of the movie on: `indefinite`, since nobody knows it here.
    open var photoTime: CMTime { .indefinite }

    /// How the pictures are turned to be shown: they are upright.
    open var orientation: CGImagePropertyOrientation { .up }

    /// Edits each picture; nil leaves them as they are.
    open var frameProcessor: PHLivePhotoFrameProcessingBlock?

    /// How loud the sound is, from 0 to 1; 1 at first.
    open var audioVolume: Float {
        get { volume }
        set { volume = newValue.isNaN ? 1 : min(max(newValue, 0), 1) }
    }

    private var volume: Float = 1
    private let runs = LivePhotoEditRuns()

    /// Begins to edit; nil where the input is no Live Photo, or its still cannot be decoded.
    public init?(livePhotoEditingInput livePhotoInput: PHContentEditingInput) {
        guard let parts = livePhotoInput.livePhoto?.parts,
            let pixels = UIImage(contentsOfFile: parts.photo.path)?.cgImage
        else { return nil }
        edit = LivePhotoEdit(parts: parts, pixels: pixels)
        stillImage = CIImage(cgImage: pixels)
        super.init()
    }

    /// Makes a Live Photo to be shown: with the edited still where nothing but it is edited.
    ///
    /// Ends what is under way. The handler is called where results of image requests come; with
    /// `requestNotSupportedForAsset` where the movie would have to be edited.
    ///
    /// - Parameters:
    ///   - targetSize: Pixels, or ``PHImageManagerMaximumSize``.
    ///   - options: Of no effect.
    ///   - handler: Gets the Live Photo, or nil and why there is none.
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
            return PHLivePhoto(edit.parts, try edit.still(settings))
        } end: {
            handler($0, $1)
        }
    }

    /// Makes a Live Photo to be shown, as the form with a handler does.
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

    /// Writes the edited Live Photo to an output that was made of the same input.
    ///
    /// Ends what is under way. The handler is called where results of image requests come. Where the movie would have to
    /// be edited, only the still is written, edited, and the handler gets `requestNotSupportedForAsset`: the output can be
    /// committed then, and shows a photo.
    ///
    /// - Parameters:
    ///   - output: Where to write the still and the movie.
    ///   - options: Of no effect.
    ///   - handler: Gets whether both were written, or why not.
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

    /// Writes the edited Live Photo, as the form with a handler does.
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

    /// Ends what is under way: its handler gets `userCancelled`.
    open func cancel() { runs.cancel() }

    private var changes: LivePhotoChanges {
        LivePhotoChanges(processor: frameProcessor, volume: volume)
    }
}
