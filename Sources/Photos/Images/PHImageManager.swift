// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AVFoundation
public import CPhotosTypes
public import Foundation
public import ImageIO
import PhotosMedia
import PhotosStore

/// An object that makes images, data and videos of assets.
///
/// Handlers of image requests run on the main queue if the program runs it, else on a queue of the library. A
/// program can choose another queue through OpenPhotoKit.
///
/// Images are upright and in sRGB, with 8 bits a channel. The worker program `photokit-media` makes several images
/// at once, and makes equal images once. The manager keeps the most recently used images. Safe on any thread.
open class PHImageManager: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored properties have their own locks.

    private static let shared = PHImageManager()

    /// The images that this manager keeps.
    let pictures: Pictures

    /// Returns the shared manager.
    open class func `default`() -> PHImageManager { shared }

    /// Makes a manager with its own cache of images.
    public override init() {
        pictures = Pictures(limit: 64 << 20)
        super.init()
    }

    init(keeping limit: Int) {
        pictures = Pictures(limit: limit)
        super.init()
    }

    /// Requests an image of an asset; the image of a video is its poster frame.
    ///
    /// If the original is in a remote and not on this disk, an image for which a stored preview suffices comes
    /// at once. Other images need ``PHImageRequestOptions/isNetworkAccessAllowed``. Without it, the handler gets nil,
    /// ``PHImageResultIsInCloudKey``, and `networkAccessRequired` under ``PHImageErrorKey``. In the mode
    /// `opportunistic`, stored previews come first as degraded images, the largest one included.
    ///
    /// - Parameters:
    ///   - asset: A fetched asset.
    ///   - targetSize: The size in pixels, or ``PHImageManagerMaximumSize``.
    ///   - contentMode: How the image is fitted into the target size.
    ///   - options: The options of the request; nil means the default options.
    ///   - resultHandler: Called with the image or nil, and with information under the keys `PHImageResult…Key`,
    ///     ``PHImageCancelledKey`` and ``PHImageErrorKey``.
    /// - Returns: A number to cancel the request with.
    @discardableResult
    open func requestImage(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let settings = ImageRequestSettings(targetSize, contentMode, options)
        let handler = UncheckedTransfer(resultHandler)
        return startRequest(
            for: asset,
            settings: settings,
            progressHandler: options?.progressHandler
        ) {
            number,
            outcome in
            switch outcome {
            case .image(let image, let isDegraded):
                handler.value(image, ResultFacts.imageFacts(number, isDegraded: isDegraded))
            case .failure(let error):
                handler.value(nil, ResultFacts.failureFacts(number, error: error))
            case .cancelled: handler.value(nil, ResultFacts.cancellationFacts(number))
            }
        }
    }

    /// Requests the bytes of the file that shows a photo: the rendering of an edit, else an original.
    ///
    /// The handler is called once, with the bytes, the identifier of their type, and the orientation of their
    /// pixels. A video has no such file. A file that is in a remote is fetched if the options allow the network.
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let settings = ImageRequestSettings(PHImageManagerMaximumSize, .default, options)
        let handler = UncheckedTransfer(resultHandler)
        return requestSingle(
            isSynchronous: settings.isSynchronous,
            allowsNetwork: settings.allowsNetwork,
            progressHandler: options?.progressHandler
        ) {
            try ImageData(asset, settings)
        } report: { number, outcome in
            switch outcome {
            case .value(let file):
                let facts = ResultFacts.imageFacts(number, isDegraded: false)
                let orientation =
                    CGImagePropertyOrientation(rawValue: UInt32(file.orientation.rawValue)) ?? .up
                handler.value(file.data, file.type, orientation, facts)
            case .failure(let error):
                handler.value(nil, nil, .up, ResultFacts.failureFacts(number, error: error))
            case .cancelled: handler.value(nil, nil, .up, ResultFacts.cancellationFacts(number))
            }
        }
    }

    /// Requests the bytes of the file that shows a photo.
    @available(
        *,
        deprecated,
        message: "Use requestImageDataAndOrientation(for:options:resultHandler:)."
    )
    @discardableResult
    open func requestImageData(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestImageDataAndOrientation(for: asset, options: options) {
            data,
            type,
            orientation,
            facts in
            let exif = ImageOrientation(rawValue: Int(orientation.rawValue)) ?? .up
            resultHandler(data, type, UIImage.Orientation(exif), facts)
        }
    }

    /// Cancels a request of any kind.
    ///
    /// Its handler is called once more, with ``PHImageCancelledKey``, unless the request is already over. A
    /// synchronous request cannot be cancelled.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        ActiveRequests.shared.cancel(requestID)
    }

    // MARK: Videos

    /// Requests a video as a file: an `AVURLAsset`, whose file must not be changed.
    ///
    /// The handler is called once, on a queue of the library, without an audio mix. A movie that is in a remote is
    /// fetched completely before, if the options allow the network.
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = UncheckedTransfer(resultHandler)
        return requestVideo(for: asset, options: options) { handler.value($0, nil, $1) }
    }

    /// Requests a video as a player item.
    ///
    /// The item refers to the file; there is no playback on Linux.
    ///
    /// The handler is called once, on a queue of the library.
    @discardableResult
    open func requestPlayerItem(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = UncheckedTransfer(resultHandler)
        return requestVideo(for: asset, options: options) {
            handler.value($0.map { AVPlayerItem(asset: $0) }, $1)
        }
    }

    /// Requests a session that exports a video.
    ///
    /// The handler is called once, on a queue of the library, with `requestNotSupportedForAsset` if `exportPreset`
    /// is not the name of a preset. See `AVAssetExportSession` for what it exports.
    @discardableResult
    open func requestExportSession(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = UncheckedTransfer(resultHandler)
        return requestVideo(for: asset, options: options) { found, facts in
            guard let found else {
                handler.value(nil, facts)
                return
            }
            if let session = AVAssetExportSession(asset: found, presetName: exportPreset) {
                handler.value(session, facts)
                return
            }
            let error = PHPhotosError(
                .requestNotSupportedForAsset,
                "There is no export preset named \(exportPreset). Name AVAssetExportPresetPassthrough."
            )
            let failure: [AnyHashable: Any] = [PHImageErrorKey: error]
            handler.value(nil, (facts ?? [:]).merging(failure) { $1 })
        }
    }

    // MARK: Live Photos

    /// Requests a Live Photo, always asynchronously; a degraded image may come first, as for images.
    ///
    /// A degraded Live Photo has no movie if its files are in a remote. The files are fetched if the options allow
    /// the network.
    ///
    /// The handler is called with nil and `requestNotSupportedForAsset` for an asset that is not a Live Photo.
    @discardableResult
    open func requestLivePhoto(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let settings = ImageRequestSettings(targetSize, contentMode, options)
        let handler = UncheckedTransfer(resultHandler)
        return requestLivePhoto(
            for: asset,
            settings: settings,
            progressHandler: options?.progressHandler
        ) { handler.value($0, $1) }
    }
}

extension PHImageManager {
    /// The memory limit of the images that are kept, in bytes.
    package var pictureMemory: Int {
        get { pictures.limit }
        set { pictures.limit = max(0, newValue) }
    }

    /// Drops all images that the manager keeps.
    package func forgetPictures() { pictures.forgetAll() }
}
