public import CPhotosTypes
public import Foundation

/// How a Live Photo is asked for.
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// Which version of the asset; the current one by default.
    open var version: PHImageRequestOptionsVersion = .current
    /// What matters more, a Live Photo at once or a good one; `opportunistic` by default.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// Whether data may come over a network; of no effect, since all data is local here.
    open var isNetworkAccessAllowed: Bool = false
    /// Hears of progress over a network; never called, since all data is local here.
    open var progressHandler: PHAssetImageProgressHandler?
    /// Of no effect: images have the standard range.
    open var preferHDR: Bool = false

    /// Makes options with the default values.
    public override init() { super.init() }

    /// Options of their own with the same values.
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
