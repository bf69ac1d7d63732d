public import Foundation
import PhotosStore

/// The outcome of an edit: a rendering, and the recipe that made it.
///
/// Write the rendering to ``renderedContentURL``, set ``adjustmentData``, and hand the output to a change request. An
/// output of an editing input comes with the image manager, in a later release.
open class PHContentEditingOutput: NSObject {
    private let folder: URL

    /// The recipe of the edit, which a change request requires.
    open var adjustmentData: PHAdjustmentData?

    /// Makes an output for an asset that the present change block makes.
    ///
    /// Traps outside a change block.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        _ = ChangeBlockBuilder.required("PHContentEditingOutput.init(placeholderForCreatedAsset:)")
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "PHContentEditingOutput-" + UUID().uuidString
        )
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        super.init()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Where to write the rendering: JPEG for a photo, QuickTime for a video, with the orientation baked in.
    open var renderedContentURL: URL { folder.appendingPathComponent("rendered") }

    /// The rendering as a resource of an asset whose original has a type.
    func renderings(of originalType: Int) throws -> [ResourceSource] {
        guard FileManager.default.fileExists(atPath: renderedContentURL.path) else {
            throw StoreError(
                .missingResource,
                "An edit has no rendering: write it to the output's renderedContentURL before the block ends."
            )
        }
        let isVideo = originalType == ResourceRole.video
        return [
            ResourceSource(
                type: isVideo ? ResourceRole.fullSizeVideo : ResourceRole.fullSizePhoto,
                content: .file(renderedContentURL, move: false),
                filename: isVideo ? "FullSizeRender.mov" : "FullSizeRender.jpg"
            )
        ]
    }
}
