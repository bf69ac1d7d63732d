// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import Foundation
import PhotosMedia
import Synchronization

/// The number of a request for a Live Photo from files.
public typealias PHLivePhotoRequestID = Int32

/// A number that no request has.
public let PHLivePhotoRequestIDInvalid: PHLivePhotoRequestID = 0

/// The key of the ``PHPhotosError`` that explains why there is no Live Photo.
public let PHLivePhotoInfoErrorKey: String = "PHLivePhotoInfoErrorKey"

/// The key that is true for a degraded Live Photo: another call may follow.
public let PHLivePhotoInfoIsDegradedKey: String = "PHLivePhotoInfoIsDegradedKey"

/// The key that is true if the request was cancelled.
public let PHLivePhotoInfoCancelledKey: String = "PHLivePhotoInfoCancelledKey"

/// A photo with motion and sound: a still and a movie.
///
/// Linux has no view that plays a Live Photo. `PHAssetResource.assetResources(for:)` returns both files, and
/// OpenPhotoKit returns the still.
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The two files; nil for a degraded Live Photo that has no files yet.
    package let parts: LivePhotoParts?
    /// The still, in the requested size.
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

    /// Makes a Live Photo from two exported files: a still and a movie with the same content identifier.
    ///
    /// - Parameters:
    ///   - fileURLs: The still and the movie, in either order.
    ///   - image: A degraded image that the handler gets at once; nil for none.
    ///   - targetSize: The size in pixels; zero for the size of the still.
    ///   - contentMode: How the still is fitted into the target size.
    ///   - resultHandler: Called with the degraded image before this method returns. Later called on the queue for
    ///     image results, with the Live Photo, or with nil and the error.
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
        let number = ActiveRequests.shared.nextNumber()
        let request = SingleRequest(number, on: nil) {
            let pair = try LivePhotoPair(of: fileURLs) { try MediaExamination.shared.facts(of: $0) }
            return try PHLivePhoto(pair.parts, pair.stillImage(with: settings))
        } report: { (outcome: SingleRequest<PHLivePhoto>.Outcome) in
            switch outcome {
            case .value(let photo): handler.value(photo, [PHLivePhotoInfoIsDegradedKey: false])
            case .failure(let error): handler.value(nil, [PHLivePhotoInfoErrorKey: error])
            case .cancelled: handler.value(nil, [PHLivePhotoInfoCancelledKey: true])
            }
        }
        request.start()
        return number
    }

    /// Cancels a request: its handler is called once more, with ``PHLivePhotoInfoCancelledKey``, unless the request
    /// is over.
    open class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
        ActiveRequests.shared.cancel(requestID)
    }

    // MARK: Copies and archives

    /// Returns the Live Photo itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Always true.
    open class var supportsSecureCoding: Bool { true }

    /// Archives the paths of both files, not their content.
    open func encode(with coder: NSCoder) {
        coder.encode(parts?.photo.path as NSString?, forKey: "photo")
        coder.encode(parts?.movie.path as NSString?, forKey: "movie")
        coder.encode(Double(pixels.width), forKey: "width")
        coder.encode(Double(pixels.height), forKey: "height")
    }

    /// Reads an archive; nil if one of the files is gone, or the files are not a Live Photo.
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
