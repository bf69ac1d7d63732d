public import AVFoundation
public import CPhotosTypes
public import CoreLocation
public import Foundation
import PhotosMedia
import PhotosStore
public import UniformTypeIdentifiers

/// The content of an asset for an application to edit.
///
/// The files exist until the library is closed, and only while the asset still has them. Files of the shared
/// library exist as long as the process runs. Only read them: write an edit to a content editing output.
open class PHContentEditingInput: NSObject {
    let content: EditingContent?

    /// Makes an input of no asset, for test doubles.
    public override init() {
        content = nil
        super.init()
    }

    init(_ content: EditingContent) {
        self.content = content
        super.init()
    }

    /// Whether the asset is a photo or a video.
    open var mediaType: PHAssetMediaType {
        content.flatMap { .init(rawValue: $0.asset.mediaType.rawValue) } ?? .unknown
    }
    /// Special kinds of photo or video, such as panorama or slow motion.
    open var mediaSubtypes: PHAssetMediaSubtype {
        .init(rawValue: (content?.asset.mediaSubtypes ?? []).rawValue)
    }
    /// The date when the asset was taken.
    open var creationDate: Date? { content?.asset.creationDate }
    /// The location where the asset was taken.
    open var location: CLLocation? { content?.asset.location }
    /// The type of the file to edit.
    open var uniformTypeIdentifier: String? { content?.files.main.contentType }
    /// The type of the file to edit.
    open var contentType: UTType? { uniformTypeIdentifier.map { UTType(importedAs: $0) } }
    /// How the asset is best presented.
    open var playbackStyle: PHAsset.PlaybackStyle {
        content.flatMap { .init(rawValue: $0.asset.playbackStyle.rawValue) } ?? .unsupported
    }

    /// The adjustment data of the last edit, if the application can resume that edit.
    ///
    /// With adjustment data, the files are the ones from before that edit. Without it, they show the asset's
    /// current content.
    open var adjustmentData: PHAdjustmentData? { content?.adjustment }

    /// A picture for the screen; nil when none was requested or none can be made.
    open var displaySizeImage: UIImage? { content?.displayImage }

    /// The URL of the full-size picture's file; nil for a video.
    ///
    /// The file has the asset's name. This file is a clone of the original. Where the file system cannot clone, it is a
    /// hard link that only root may write to. Copying, renaming, replacing or removing the file does not change the
    /// original. If the original stays in a source's folder, the URL is its own path.
    open var fullSizeImageURL: URL? { content?.imageURL }

    /// The orientation of the picture at ``fullSizeImageURL``, as an Exif number from 1 to 8.
    open var fullSizeImageOrientation: Int32 { content?.imageOrientation ?? 1 }

    /// The movie of a video; nil for a photo.
    ///
    /// The rules for the file at ``fullSizeImageURL`` also apply to the movie's file.
    open var audiovisualAsset: AVAsset? {
        content?.movieURL.map { LibraryMovie($0, in: content?.library) }
    }

    /// The movie of a video; nil for a photo.
    @available(*, deprecated, message: "Use audiovisualAsset.")
    open var avAsset: AVAsset? { audiovisualAsset }

    /// The Live Photo to edit; nil for other assets, and for a Live Photo whose last edit has no movie.
    open var livePhoto: PHLivePhoto? {
        guard let content, let parts = content.liveParts, let url = content.imageURL,
            let still = content.displayImage ?? UIImage(contentsOfFile: url.path)
        else { return nil }
        return PHLivePhoto(parts, still)
    }
}
