public import AVFoundation
public import CPhotosTypes
public import CoreLocation
public import Foundation
import PhotosMedia
import PhotosStore
public import UniformTypeIdentifiers

/// What an application edits: the content of an asset, and what is known of it.
///
/// The files it names are there until the library is closed, as long as the asset has them; those of the shared library for
/// as long as the process runs. They are for reading: an edit goes into a content editing output.
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
        content.flatMap { .init(rawValue: $0.asset.mediaType) } ?? .unknown
    }
    /// What is special about the photo or video.
    open var mediaSubtypes: PHAssetMediaSubtype {
        .init(rawValue: UInt(bitPattern: content?.asset.mediaSubtypes ?? 0))
    }
    /// When the asset was taken.
    open var creationDate: Date? { content?.asset.creationDate }
    /// Where the asset was taken.
    open var location: CLLocation? { content?.asset.location }
    /// The type of the file to edit.
    open var uniformTypeIdentifier: String? { content?.files.main.contentType }
    /// The type of the file to edit.
    open var contentType: UTType? { uniformTypeIdentifier.map { UTType(importedAs: $0) } }
    /// How the asset is best presented.
    open var playbackStyle: PHAsset.PlaybackStyle {
        content.flatMap { .init(rawValue: $0.asset.playbackStyle) } ?? .unsupported
    }

    /// The recipe of the last edit, where the application can go on with it.
    ///
    /// The files are then what that edit was made from; without a recipe, they are what the asset looks like now.
    open var adjustmentData: PHAdjustmentData? { content?.adjustment }

    /// A picture for the screen; nil where none was asked for or can be made.
    open var displaySizeImage: UIImage? { content?.displayImage }

    /// The picture's file, in full size; nil for a video.
    ///
    /// A real file with the asset's name, whose bytes the original shares: nobody but root may write to it. Copy, rename, replace
    /// or remove it: the original keeps its bytes. A file that stays in a source is named by its own path.
    open var fullSizeImageURL: URL? { content?.imageURL }

    /// How the picture of ``fullSizeImageURL`` is turned to be shown, as Exif numbers it: 1 to 8.
    open var fullSizeImageOrientation: Int32 { content?.imageOrientation ?? 1 }

    /// The movie of a video; nil for a photo.
    ///
    /// Its URL names a real file, as ``fullSizeImageURL``.
    open var audiovisualAsset: AVAsset? {
        content?.movieURL.map { LibraryMovie($0, in: content?.library) }
    }

    /// The movie of a video; nil for a photo.
    @available(*, deprecated, message: "Use audiovisualAsset.")
    open var avAsset: AVAsset? { audiovisualAsset }

    /// The Live Photo to edit; nil for what is none, and for one whose last edit has no movie.
    open var livePhoto: PHLivePhoto? {
        guard let content, let parts = content.liveParts, let url = content.imageURL,
            let still = content.displayImage ?? UIImage(contentsOfFile: url.path)
        else { return nil }
        return PHLivePhoto(parts, still)
    }
}
