// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AVFoundation
public import CPhotosTypes
public import Foundation
public import ImageIO
import PhotosMedia
import PhotosStore

/// Gives the images, data and videos of assets.
///
/// Handlers of image requests are called on the main queue where somebody serves it, and on a queue of ours in a program
/// without a main loop; OpenPhotoKit sets another one. Images are upright and in sRGB, 8 bits a channel; they are made
/// by the worker program `photokit-media`, several at once, and equal ones once. The last ones are kept. Safe on any
/// thread.
open class PHImageManager: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores guards itself.

    private static let shared = PHImageManager()

    /// The images that this manager made last.
    let pictures: Pictures

    /// The one manager that is shared.
    open class func `default`() -> PHImageManager { shared }

    /// Makes a manager that keeps images of its own.
    public override init() {
        pictures = Pictures(limit: 64 << 20)
        super.init()
    }

    init(keeping limit: Int) {
        pictures = Pictures(limit: limit)
        super.init()
    }

    /// Asks for an image of an asset: of a video, its poster frame.
    ///
    /// - Parameters:
    ///   - asset: A fetched asset.
    ///   - targetSize: Pixels, or ``PHImageManagerMaximumSize``.
    ///   - contentMode: How the image is fitted into the target size.
    ///   - options: How it is asked for; nil stands for the default options.
    ///   - resultHandler: Called with the image, or nil, and what there is to say about it under the keys
    ///     `PHImageResult…Key`, ``PHImageCancelledKey`` and ``PHImageErrorKey``.
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
        return request(asset, settings) { number, outcome in
            switch outcome {
            case .image(let image, let isDegraded):
                handler.value(image, ResultFacts.image(number, isDegraded: isDegraded))
            case .failure(let error): handler.value(nil, ResultFacts.failure(number, error))
            case .cancelled: handler.value(nil, ResultFacts.cancellation(number))
            }
        }
    }

    /// Asks for the bytes of the file that shows a photo: the rendering of an edit, else an original.
    ///
    /// The handler is called once, with the bytes, the identifier of their type, and how the pixels in them are turned to
    /// be shown. A video has no such file.
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let settings = ImageRequestSettings(PHImageManagerMaximumSize, .default, options)
        let handler = UncheckedTransfer(resultHandler)
        return requestSingle(isSynchronous: settings.isSynchronous) {
            try ImageData(asset, settings)
        } tell: { number, outcome in
            switch outcome {
            case .value(let file):
                let facts = ResultFacts.image(number, isDegraded: false)
                let orientation =
                    CGImagePropertyOrientation(rawValue: UInt32(file.orientation.rawValue)) ?? .up
                handler.value(file.data, file.type, orientation, facts)
            case .failure(let error):
                handler.value(nil, nil, .up, ResultFacts.failure(number, error))
            case .cancelled: handler.value(nil, nil, .up, ResultFacts.cancellation(number))
            }
        }
    }

    /// Asks for the bytes of the file that shows a photo.
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

    /// Ends a request of any kind: its handler is called once more, with ``PHImageCancelledKey``, unless it had its last
    /// call.
    ///
    /// A synchronous request cannot be cancelled.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        ActiveRequests.shared.cancel(requestID)
    }

    // MARK: Videos

    /// Asks for a video as a file: an ``AVURLAsset``, whose file must not be changed.
    ///
    /// The handler is called once, on a queue of ours, with no audio mix.
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = UncheckedTransfer(resultHandler)
        return requestVideo(asset, options) { handler.value($0, nil, $1) }
    }

    /// Asks for a video as a player would take it: an item that names the file, and plays nothing here.
    ///
    /// The handler is called once, on a queue of ours.
    @discardableResult
    open func requestPlayerItem(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = UncheckedTransfer(resultHandler)
        return requestVideo(asset, options) {
            handler.value($0.map { AVPlayerItem(asset: $0) }, $1)
        }
    }

    /// Asks for a session that exports a video.
    ///
    /// The handler is called once, on a queue of ours, with `requestNotSupportedForAsset` for a name that is no preset. What
    /// is exported is a copy: see ``AVAssetExportSession``.
    @discardableResult
    open func requestExportSession(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let handler = UncheckedTransfer(resultHandler)
        return requestVideo(asset, options) { found, facts in
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

    private func requestVideo(
        _ asset: PHAsset,
        _ options: PHVideoRequestOptions?,
        _ tell: @escaping @Sendable (AVURLAsset?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let version = options?.version ?? .current
        return requestSingle(on: VideoFile.queue) {
            try VideoFile(asset, version)
        } tell: { number, outcome in
            switch outcome {
            case .value(let file):
                tell(
                    LibraryMovie(file.url, in: file.library),
                    ResultFacts.image(number, isDegraded: false)
                )
            case .failure(let error): tell(nil, ResultFacts.failure(number, error))
            case .cancelled: tell(nil, ResultFacts.cancellation(number))
            }
        }
    }

    // MARK: Live Photos

    /// Asks for a Live Photo, always asynchronously: a stand-in first where one is stored, as for images.
    ///
    /// The handler is called with nil and `requestNotSupportedForAsset` for an asset that is none.
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
        return request(asset, settings, must: .photoLive) { number, outcome in
            do {
                switch outcome {
                case .image(let image, let isDegraded):
                    let parts = try LivePhotoParts(of: asset, settings.version)
                    let facts = ResultFacts.image(number, isDegraded: isDegraded)
                    handler.value(PHLivePhoto(parts, image), facts)
                case .failure(let error): throw error
                case .cancelled: handler.value(nil, ResultFacts.cancellation(number))
                }
            } catch {
                handler.value(nil, ResultFacts.failure(number, PHPhotosError(error)))
            }
        }
    }
}

extension PHImageManager {
    /// What the images that are kept may take, in bytes.
    package var pictureMemory: Int {
        get { pictures.limit }
        set { pictures.limit = max(0, newValue) }
    }

    /// Drops all images that are kept.
    package func forgetPictures() { pictures.forgetAll() }
}
