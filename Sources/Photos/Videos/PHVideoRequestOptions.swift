public import CPhotosTypes
public import Foundation

/// Options of a request for a video.
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether data may come over a network; without effect, since all data is local here.
    open var isNetworkAccessAllowed: Bool = false
    /// The version of the asset; the current one by default.
    open var version: PHVideoRequestOptionsVersion = .current
    /// A property without effect: local data always has full quality.
    open var deliveryMode: PHVideoRequestOptionsDeliveryMode = .automatic
    /// A handler for progress over a network; never called, since all data is local here.
    open var progressHandler: PHAssetVideoProgressHandler?

    /// Makes options with the default values.
    public override init() { super.init() }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.progressHandler = progressHandler
        return copy
    }
}

/// A handler for the progress, from 0 to 1, of a video over a network; never called, since all data is local here.
public typealias PHAssetVideoProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void
