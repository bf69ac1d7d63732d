// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import Foundation

/// Options of a request for an image.
open class PHImageRequestOptions: NSObject, NSCopying {
    /// The version of the asset; the current one by default.
    open var version: PHImageRequestOptionsVersion = .current
    /// The preference between a fast image and a good one; `opportunistic` by default.
    ///
    /// The mode has no effect on synchronous requests and on requests for data, which get only the good image.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// How closely the image matches the target size; `fast` by default.
    open var resizeMode: PHImageRequestOptionsResizeMode = .fast
    /// The part of the picture to crop to, in units of the whole picture; zero means the whole picture.
    ///
    /// A part is always resized exactly, and content mode and target size apply to the part. The part is clipped to
    /// the picture. A part that is outside the picture, or contains NaN, is ignored.
    open var normalizedCropRect: CGRect = .zero
    /// Whether a file that is not on this disk is fetched from a remote; false by default.
    open var isNetworkAccessAllowed: Bool = false
    /// Whether the request calls its handler once, on the calling thread, before it returns.
    open var isSynchronous: Bool = false
    /// A handler for the progress of the fetch; called only if a file is not on this disk.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether a second, better degraded image may come before the final image.
    open var allowSecondaryDegradedImage: Bool = false
    /// A property without effect: images have the standard dynamic range.
    open var preferHDR: Bool = false
    /// A property without effect; values below 1 are stored as 0, which means unknown.
    open var targetHDRHeadroom: CGFloat {
        get { headroom }
        set { headroom = newValue >= 1 ? newValue : 0 }
    }

    private var headroom: CGFloat = 0

    /// Makes options with the default values.
    public override init() { super.init() }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.resizeMode = resizeMode
        copy.normalizedCropRect = normalizedCropRect
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        copy.progressHandler = progressHandler
        copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
        copy.preferHDR = preferHDR
        copy.targetHDRHeadroom = targetHDRHeadroom
        return copy
    }
}

/// A handler for the progress of the files of an image or a Live Photo that are fetched from a remote.
///
/// The handler is called on a serial queue of the request. Its arguments:
///
/// - the progress from 0 to 1
/// - the error that ended the fetch, in the last call
/// - a value that the handler sets to true to cancel the request
/// - the number of the request under ``PHImageResultRequestIDKey``
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void
