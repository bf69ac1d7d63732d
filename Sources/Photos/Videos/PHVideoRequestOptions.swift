public import CPhotosTypes
public import Foundation

/// How a video is asked for.
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether data may come over a network; of no effect, since all data is local here.
    open var isNetworkAccessAllowed: Bool = false
    /// Which version of the asset; the current one by default.
    open var version: PHVideoRequestOptionsVersion = .current
    /// Of no effect: local data is always of full quality.
    open var deliveryMode: PHVideoRequestOptionsDeliveryMode = .automatic
    /// Hears of progress over a network; never called, since all data is local here.
    open var progressHandler: PHAssetVideoProgressHandler?

    /// Makes options with the default values.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.progressHandler = progressHandler
        return copy
    }
}

/// Called with a fraction from 0 to 1 while a video comes over a network; never, since all data is local here.
public typealias PHAssetVideoProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void
