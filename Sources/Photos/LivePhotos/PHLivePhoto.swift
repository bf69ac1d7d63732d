// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import Foundation
import PhotosMedia
import Synchronization

/// The number of a request for a Live Photo of files.
public typealias PHLivePhotoRequestID = Int32

/// The number that no request has.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// Why there is no Live Photo: a ``PHPhotosError``.
public let PHLivePhotoInfoErrorKey: String = "PHLivePhotoInfoErrorKey"

/// Whether the Live Photo is a stand-in: another call may follow.
public let PHLivePhotoInfoIsDegradedKey: String = "PHLivePhotoInfoIsDegradedKey"

/// Whether the request was cancelled.
public let PHLivePhotoInfoCancelledKey: String = "PHLivePhotoInfoCancelledKey"

/// A photo with its motion and sound: a still, and a movie.
///
/// There is no view on Linux that plays it: `PHAssetResource.assetResources(for:)` gives both files, and OpenPhotoKit the
/// still.
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked because the class is open; all that it stores is constant.

    /// Nil for a stand-in that has no files yet.
    package let parts: LivePhotoParts?
    /// The still, in the size that was asked for.
    package let stillImage: UIImage?
    private let pixels: CGSize

    /// The size of the still in pixels.
    open var size: CGSize { pixels }

    package init(_ parts: LivePhotoParts?, _ stillImage: UIImage) {
        self.parts = parts
        self.stillImage = stillImage
        pixels = CGSize(
            width: stillImage.size.width * stillImage.scale,
            height: stillImage.size.height * stillImage.scale
        )
        super.init()
    }

    // MARK: Making

    /// Makes a Live Photo of the two files that one was exported as: a still and a movie with the same content
    /// identifier.
    ///
    /// - Parameters:
    ///   - fileURLs: The still and the movie, in either order.
    ///   - image: Given to the handler at once, as a stand-in; nil for none.
    ///   - targetSize: Pixels; zero for those of the still.
    ///   - contentMode: How the still is fitted into the target size.
    ///   - resultHandler: Called with the stand-in before this returns, then, where results of image requests come, with
    ///     the Live Photo, or nil and why there is none.
    /// - Returns: A number to cancel the request with.
    @discardableResult
    open class func request(
        withResourceFileURLs fileURLs: [URL],
        placeholderImage image: UIImage?,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
    ) -> PHLivePhotoRequestID {
        if let image {
            resultHandler(PHLivePhoto(nil, image), [PHLivePhotoInfoIsDegradedKey: true])
        }
        let handler = UncheckedTransfer(resultHandler)
        let size = targetSize == .zero ? PHImageManagerMaximumSize : targetSize
        let settings = ImageRequestSettings(size, contentMode, nil as PHLivePhotoRequestOptions?)
        let number = ActiveRequests.shared.number()
        let request = SingleRequest(number, on: nil) {
            let pair = try LivePhotoPair(of: fileURLs) { try MediaExamination.shared.facts(of: $0) }
            return try PHLivePhoto(pair.parts, pair.still(settings))
        } tell: { (outcome: SingleRequest<PHLivePhoto>.Outcome) in
            switch outcome {
            case .value(let photo): handler.value(photo, [PHLivePhotoInfoIsDegradedKey: false])
            case .failure(let error): handler.value(nil, [PHLivePhotoInfoErrorKey: error])
            case .cancelled: handler.value(nil, [PHLivePhotoInfoCancelledKey: true])
            }
        }
        request.start()
        return number
    }

    /// Ends a request: its handler is called once more, with ``PHLivePhotoInfoCancelledKey``, unless it had its last call.
    open class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        ActiveRequests.shared.cancel(requestID)
    }

    // MARK: Copies and archives

    /// The Live Photo itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes where both files stand, not what is in them.
    open func encode(with coder: NSCoder) {
        coder.encode(parts?.photo.path as NSString?, forKey: "photo")
        coder.encode(parts?.movie.path as NSString?, forKey: "movie")
        coder.encode(Double(pixels.width), forKey: "width")
        coder.encode(Double(pixels.height), forKey: "height")
    }

    /// Finds both files again; nil if one of them is not there any more, or they are no Live Photo.
    public required init?(coder: NSCoder) {
        let paths = ["photo", "movie"].compactMap {
            coder.decodeObject(of: NSString.self, forKey: $0).map { String(describing: $0) }
        }
        let urls = paths.map { URL(fileURLWithPath: $0) }
        guard urls.count == 2,
            let photo = try? LivePhotoFile(urls[0], facts: { try .header(of: $0) }),
            let movie = try? LivePhotoFile(urls[1], facts: { try .header(of: $0) }),
            photo.facts.kind == .image, movie.facts.kind == .video
        else { return nil }
        parts = LivePhotoParts(photo, movie)
        stillImage = UIImage(contentsOfFile: urls[0].path)
        pixels = CGSize(
            width: coder.decodeDouble(forKey: "width"),
            height: coder.decodeDouble(forKey: "height")
        )
        super.init()
    }
}
