import ExamplePixels
import PhotoEditorKit
import Photos

/// Edits one photo.
struct Editor {
    let asset: PHAsset

    /// Makes a new edit of what the photo looks like now.
    func apply(_ recipe: Recipe) async throws -> String {
        let input = try await input { _ in false }
        try await commit(recipe, of: input)
        return "Applied \(recipe.words)."
    }

    /// Goes on with the last edit: renders again what it was made from, by a recipe with some changes.
    func resume(filter: PictureFilter?, text: String?) async throws -> String {
        let input = try await input { Recipe.canRead($0.formatIdentifier, $0.formatVersion) }
        guard let data = input.adjustmentData else {
            throw EditorError(
                asset.hasAdjustments
                    ? "The last edit was made by \(asset.adjustmentFormatIdentifier ?? "another program"); apply a new one on top of it."
                    : "The photo has not been edited; apply an edit first."
            )
        }
        let before = try Recipe(data: data.data)
        let recipe = before.changed(filter: filter, text: text)
        try await commit(recipe, of: input)
        return "Changed \(before.words) to \(recipe.words)."
    }

    /// Shows the original again.
    func revert() async throws -> String {
        guard asset.hasAdjustments else { return "There is no edit to revert." }
        let asset = asset
        try await PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
        }
        return "Reverted to the original."
    }

    /// Whether and how the photo was edited, a line for each fact.
    func description() async throws -> [String] {
        var lines = ["\(asset.localIdentifier): \(asset.pixelWidth) x \(asset.pixelHeight) pixels"]
        if asset.hasAdjustments {
            let input = try await input { Recipe.canRead($0.formatIdentifier, $0.formatVersion) }
            let recipe = try input.adjustmentData.map { try Recipe(data: $0.data).words }
            let program = asset.adjustmentFormatIdentifier ?? "an unknown program"
            lines.append("edited by \(program): \(recipe ?? "only that program knows how")")
        } else {
            lines.append("not edited")
        }
        return lines
    }

    private func input(
        canHandle: @escaping (PHAdjustmentData) -> Bool
    ) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = canHandle
        options.isNetworkAccessAllowed = true
        options.skipsDisplaySizeImage = true
        return try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                nonisolated(unsafe) let input = input
                if let input {
                    continuation.resume(returning: input)
                } else {
                    let error = info[PHContentEditingInputErrorKey] as? Error
                    continuation.resume(
                        throwing: error ?? EditorError("The library gives no content to edit.")
                    )
                }
            }
        }
    }

    private func commit(_ recipe: Recipe, of input: PHContentEditingInput) async throws {
        guard input.mediaType == .image, let url = input.fullSizeImageURL else {
            throw EditorError("Only photos can be edited here.")
        }
        guard let image = UIImage(contentsOfFile: url.path), let pixels = image.cgImage else {
            throw EditorError(
                "The photo cannot be decoded. Is photokit-media installed? `photokit doctor` tells."
            )
        }
        let picture = try Bitmap(pixels).upright(fromExif: image.exifOrientation)
        let rendered = try UIImage(cgImage: recipe.rendering(of: picture).cgImage())
        guard let jpeg = rendered.jpegData(compressionQuality: 0.9) else {
            throw EditorError("The edited photo cannot be written as a JPEG.")
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Recipe.formatIdentifier,
            formatVersion: Recipe.formatVersion,
            data: try recipe.data()
        )
        try jpeg.write(to: output.renderedContentURL)
        let asset = asset
        try await PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
        }
    }
}

extension UIImage {
    /// How the pixels are turned to be shown, as Exif numbers it.
    fileprivate var exifOrientation: Int {
        switch imageOrientation {
        case .up: 1
        case .upMirrored: 2
        case .down: 3
        case .downMirrored: 4
        case .leftMirrored: 5
        case .right: 6
        case .rightMirrored: 7
        case .left: 8
        @unknown default: 1
        }
    }
}
