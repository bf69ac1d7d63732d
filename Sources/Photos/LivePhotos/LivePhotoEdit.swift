import CPhotosTypes
import CoreGraphics
import CoreImage
import CoreMedia
import Foundation
import PhotosMedia
import Synchronization
import UniformTypeIdentifiers

/// The changes of an application to a Live Photo.
struct LivePhotoChanges {
    var processor: PHLivePhotoFrameProcessingBlock?
    var volume: Float
}

/// A Live Photo that is being edited.
struct LivePhotoEdit: Sendable {
    var parts: LivePhotoParts
    /// The still, upright.
    var pixels: CGImage

    var movie: URL { parts.movie }

    /// Throws if the changes would alter the movie.
    func checkMovie(_ changes: LivePhotoChanges) throws {
        guard changes.processor == nil else {
            throw Self.uneditedError(because: "the pictures of its movie cannot be encoded")
        }
        guard changes.volume == 1 else {
            throw Self.uneditedError(because: "its sound cannot be encoded")
        }
    }

    /// Returns the unedited still in the requested size.
    func stillImage(with settings: ImageRequestSettings) throws -> UIImage {
        let recipe = PictureRecipe(
            for: settings,
            width: pixels.width,
            height: pixels.height,
            previews: []
        )
        return try UIImage(PictureCoding.scaledPicture(pixels, to: recipe.size))
    }

    /// Writes the edited still, and copies the movie if nothing changes it.
    func write(_ changes: LivePhotoChanges, to output: PHContentEditingOutput) throws {
        let edited = UIImage(cgImage: try processedPicture(by: changes.processor))
        try edited.encoded(.jpeg(quality: 95)).write(
            to: output.renderedContentURL(for: .jpeg),
            options: .atomic
        )
        let movie = try output.renderedContentURL(for: .quickTimeMovie)
        try? FileManager.default.removeItem(at: movie)
        try checkMovie(changes)
        try FileManager.default.copyItem(at: parts.movie, to: movie)
    }

    private func processedPicture(by processor: PHLivePhotoFrameProcessingBlock?) throws -> CGImage
    {
        guard let processor else { return pixels }
        var failure: NSError?
        let result = processor(StillFrame(image: CIImage(cgImage: pixels)), &failure)
        guard let edited = result?.cgImage else {
            throw PHPhotosError(
                .invalidResource,
                "The frame processor gave no picture for the still"
                    + (failure.map { ": \($0.localizedDescription)" } ?? ".")
            )
        }
        return edited
    }

    private static func uneditedError(because reason: String) -> PHPhotosError {
        PHPhotosError(
            .requestNotSupportedForAsset,
            "This Live Photo cannot be edited as a whole: \(reason) here. Save its still alone, or leave the movie as it is."
        )
    }
}

private struct StillFrame: PHLivePhotoFrame {
    let image: CIImage

    var time: CMTime { .indefinite }
    var type: PHLivePhotoFrameType { .photo }
    var renderScale: CGFloat { 1 }
}

/// Runs the work of an editing context, one piece after another; a new piece cancels the one before.
///
/// The mutex guards the number of the current piece.
final class LivePhotoEditRuns: Sendable {
    private let current = Mutex(0)
    private let queue = DispatchQueue(label: "OpenPhotoKit Live Photo edits")

    func cancel() { current.withLock { $0 += 1 } }

    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        end: @escaping @Sendable (Value?, PHPhotosError?) -> Void
    ) {
        let number = current.withLock { current in
            current += 1
            return current
        }
        queue.async { [self] in
            let result = Result { () throws -> Value in
                guard isCurrent(number) else { throw PHPhotosError(.userCancelled) }
                return try work()
            }
            ResultCalls.shared.call { [self] in
                do {
                    guard isCurrent(number) else { throw PHPhotosError(.userCancelled) }
                    end(try result.get(), nil)
                } catch {
                    end(nil, PHPhotosError(error))
                }
            }
        }
    }

    private func isCurrent(_ number: Int) -> Bool { current.withLock { $0 == number } }
}
