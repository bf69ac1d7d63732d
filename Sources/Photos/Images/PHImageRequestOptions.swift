// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import Foundation

/// How an image is asked for.
open class PHImageRequestOptions: NSObject, NSCopying {
    /// Which version of the asset; the current one by default.
    open var version: PHImageRequestOptionsVersion = .current
    /// What matters more, an image at once or a good one; `opportunistic` by default.
    ///
    /// Of no effect on synchronous requests and on those for data: they get the good one alone.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// How closely the image keeps to the target size; `fast` by default.
    open var resizeMode: PHImageRequestOptionsResizeMode = .fast
    /// The part that is wanted, in units of the whole; zero stands for all of it.
    ///
    /// A part is always resized exactly, and content mode and target size apply to it. It is clipped to the picture; one that
    /// lies outside, or has a number that is none, is ignored.
    open var normalizedCropRect: CGRect = .zero
    /// Whether data may come over a network; of no effect, since all data is local here.
    open var isNetworkAccessAllowed: Bool = false
    /// Whether the request waits and calls its handler once, on the calling thread, before it returns.
    open var isSynchronous: Bool = false
    /// Hears of progress over a network; never called, since all data is local here.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Whether there may be a second, better stand-in before the good image.
    open var allowSecondaryDegradedImage: Bool = false
    /// Of no effect: images have the standard range.
    open var preferHDR: Bool = false
    /// Of no effect; what is below 1 is kept as 0, which stands for unknown.
    open var targetHDRHeadroom: CGFloat {
        get { headroom }
        set { headroom = newValue >= 1 ? newValue : 0 }
    }

    private var headroom: CGFloat = 0

    /// Makes options with the default values.
    public override init() { super.init() }

    /// Options of their own with the same values.
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

/// Called with a fraction from 0 to 1 while an image comes over a network; never, since all data is local here.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void
