public import CPhotosTypes
public import Foundation

/// Options of a request for a Live Photo.
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// The version of the asset; the current one by default.
    open var version: PHImageRequestOptionsVersion = .current
    /// The preference between a fast Live Photo and a good one; `opportunistic` by default.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// Whether a file that is not on this disk is fetched from a remote; false by default.
    open var isNetworkAccessAllowed: Bool = false
    /// A handler for the progress of the fetch; called only if a file is not on this disk.
    open var progressHandler: PHAssetImageProgressHandler?
    /// A property without effect: images have the standard dynamic range.
    open var preferHDR: Bool = false

    /// Makes options with the default values.
    public override init() { super.init() }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        copy.preferHDR = preferHDR
        return copy
    }
}
