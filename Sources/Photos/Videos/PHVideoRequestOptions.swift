public import CPhotosTypes
public import Foundation

/// Options of a request for a video.
open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether a file that is not on this disk is fetched from a remote; false by default.
    open var isNetworkAccessAllowed: Bool = false
    /// The version of the asset; the current one by default.
    open var version: PHVideoRequestOptionsVersion = .current
    /// A property without effect: movies always have full quality.
    open var deliveryMode: PHVideoRequestOptionsDeliveryMode = .automatic
    /// A handler for the progress of the fetch; called only if a file is not on this disk.
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

/// A handler for the progress of the files of a video that are fetched from a remote.
///
/// The handler is called on a serial queue of the request. Its arguments:
///
/// - the progress from 0 to 1
/// - the error that ended the fetch, in the last call
/// - a value that the handler sets to true to cancel the request
/// - the number of the request under ``PHImageResultRequestIDKey``
public typealias PHAssetVideoProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void
