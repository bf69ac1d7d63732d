import CoreGraphics
import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import PhotosBase
import ServeRules

/// Turns and crops photos, and trims videos, as edits that can be resumed and reverted.
///
/// Photos are edited one at a time, because their pixels take four bytes each.
actor PictureEditing {
    /// The name of the recipe's format, and its version.
    private static let format = ("org.openphotokit.photos.edit", "1")
    /// The most photos of one request.
    static let mostPhotos = 500

    /// A rendering that waits for its change block.
    struct Output: @unchecked Sendable {
        // Unchecked because outputs are not Sendable: each goes to one change block, and nowhere else.
        let asset: PHAsset
        let output: PHContentEditingOutput
        /// The change of the rendering.
        let change: PictureChange
    }

    private struct Answer: @unchecked Sendable {
        // Unchecked because inputs are not Sendable: each goes to the task that waits for it, and nowhere else.
        let input: PHContentEditingInput?
        let error: (any Error)?
    }

    /// Renders a photo with a change of its recipe.
    ///
    /// - Parameters:
    ///   - asset: A photo without a movie.
    ///   - change: Returns the new recipe from the present one.
    /// - Returns: The rendering.
    /// - Throws: ``Problem`` or `PHPhotosError` where the photo cannot be edited.
    func renderPhoto(
        _ asset: PHAsset,
        changing change: @Sendable (PictureEdit) -> PictureEdit
    ) async throws -> Output {
        guard asset.mediaType == .image, !asset.mediaSubtypes.contains(.photoLive) else {
            throw Problem(
                .conflict,
                "not-editable",
                "Only photos without a movie can be turned and cropped here."
            )
        }
        let input = try await editingInput(of: asset)
        guard let url = input.fullSizeImageURL else { throw PHPhotosError(.missingResource) }
        // Without a recipe of ours, the present rendering is the base.
        let present = try input.adjustmentData.map {
            try JSONDecoder().decode(PictureEdit.self, from: $0.data)
        }
        let edit = change(present ?? PictureEdit())
        // An edit of another program stays below ours, as the base that the recipe begins with.
        let before = present ?? (asset.hasAdjustments ? PictureEdit() : nil)
        let look = before.map(PictureChange.Look.edit) ?? .original
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Self.format.0,
            formatVersion: Self.format.1,
            data: try JSONEncoder().encode(edit)
        )
        let target = output.renderedContentURL
        try await BlockingThreads.files.run {
            try Self.renderedJPEG(of: url, edit: edit).write(to: target)
        }
        return Output(
            asset: asset,
            output: output,
            change: PictureChange(before: look, after: .edit(edit))
        )
    }

    /// Makes the movie of a video with another trim.
    ///
    /// - Parameters:
    ///   - asset: A video.
    ///   - change: Returns the new trim from the present one, or from that which leaves everything.
    /// - Returns: The rendering.
    /// - Throws: ``Problem`` or `PHPhotosError` where the video cannot be trimmed.
    func trimVideo(
        _ asset: PHAsset,
        changing change: @Sendable (VideoTrim) -> VideoTrim?
    ) async throws -> Output {
        guard asset.mediaType == .video, let whole = VideoTrim(start: 0) else {
            throw Problem(.conflict, "not-editable", "Only videos can be trimmed.")
        }
        let present = try await VideoTrim.trim(of: asset)
        guard let trim = change(present ?? whole) else { throw Self.nothingLeft }
        // An edit of another program stays below ours, as the base that the trim begins with.
        let before = present ?? (asset.hasAdjustments ? whole : nil)
        let rendering: VideoTrim.Rendering
        do {
            rendering = try await trim.rendering(of: asset)
        } catch let error as PHPhotosError where error.code == .requestNotSupportedForAsset {
            throw Self.nothingLeft
        } catch let error as AVError {
            switch error.code {
            case .diskFull: throw PHPhotosError(.notEnoughSpace)
            case .encoderNotFound, .decoderNotFound: throw Problem.noMovieMaker
            default:
                throw Problem(.unprocessableContent, "no-movie", "The video cannot be trimmed.")
            }
        }
        return Output(
            asset: asset,
            output: rendering.output,
            change: PictureChange(
                before: before.map(PictureChange.Look.trim) ?? .original,
                after: .trim(rendering.trim)
            )
        )
    }

    private static let nothingLeft = Problem(
        .unprocessableContent,
        "bad-part",
        "Nothing of the video would be left."
    )

    /// Returns the edit of a photo or video.
    ///
    /// - Returns: The edit; nil for one of another program.
    /// - Throws: ``Problem`` or `PHPhotosError` where the edit cannot be read.
    func presentLook(of asset: PHAsset) async throws -> PictureChange.Look? {
        guard asset.hasAdjustments else { return .original }
        guard asset.mediaType == .image else {
            return try await VideoTrim.trim(of: asset).map { .trim($0) }
        }
        return try await editingInput(of: asset).adjustmentData.flatMap {
            try? JSONDecoder().decode(PictureEdit.self, from: $0.data)
        }.map { .edit($0) }
    }

    /// Returns what reverting a photo changes, if its recipe is enough to show it again as it is now.
    ///
    /// - Returns: The change; nil for an edit of another program, or on another edit whose files will be gone.
    /// - Throws: ``Problem`` or `PHPhotosError` where the edit cannot be read.
    func changeByReverting(_ asset: PHAsset) async throws -> PictureChange? {
        let resources = PHAssetResource.assetResources(for: asset)
        let bases: Set<PHAssetResourceType> = [.adjustmentBasePhoto, .adjustmentBaseVideo]
        guard asset.hasAdjustments, !resources.contains(where: { bases.contains($0.type) }) else {
            return nil
        }
        return try await presentLook(of: asset).map { PictureChange(before: $0, after: .original) }
    }

    /// Returns the input of an edit, with the data of the last edit if it is one of ours.
    private func editingInput(of asset: PHAsset) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.canHandleAdjustmentData = {
            $0.formatIdentifier == Self.format.0 && $0.formatVersion == Self.format.1
        }
        options.skipsDisplaySizeImage = true
        let answer = await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                let error = info[PHContentEditingInputErrorKey] as? any Error
                continuation.resume(returning: Answer(input: input, error: error))
            }
        }
        guard let input = answer.input else {
            throw answer.error ?? PHPhotosError(.missingResource)
        }
        return input
    }

    private static func renderedJPEG(of url: URL, edit: PictureEdit) throws -> Data {
        let failure = Problem(.unprocessableContent, "no-picture", "The photo cannot be decoded.")
        guard let pixels = UIImage(contentsOfFile: url.path)?.cgImage,
            let data = pixels.dataProvider?.data, let space = pixels.colorSpace
        else { throw failure }
        let part = edit.remainingPixels(width: pixels.width, height: pixels.height)
        let stride = pixels.bitsPerPixel / 8
        let start = part.y * pixels.bytesPerRow + part.x * stride
        let end = (part.y + part.height - 1) * pixels.bytesPerRow + (part.x + part.width) * stride
        let bytes = Data(referencing: data).subdata(in: start..<end)
        guard let provider = CGDataProvider(data: NSData(data: bytes)),
            let left = CGImage(
                width: part.width,
                height: part.height,
                bitsPerComponent: pixels.bitsPerComponent,
                bitsPerPixel: pixels.bitsPerPixel,
                bytesPerRow: pixels.bytesPerRow,
                space: space,
                bitmapInfo: pixels.bitmapInfo,
                provider: provider,
                decode: nil,
                shouldInterpolate: false,
                intent: .defaultIntent
            )
        else { throw failure }
        let orientation: UIImage.Orientation =
            switch edit.turns {
            case 1: .right
            case 2: .down
            case 3: .left
            default: .up
            }
        let turned = UIImage(cgImage: left, scale: 1, orientation: orientation)
        guard let jpeg = turned.jpegData(compressionQuality: 0.95) else { throw failure }
        return jpeg
    }
}
