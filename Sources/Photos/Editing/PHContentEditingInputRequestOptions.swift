// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import Foundation

/// The number of a request for an editing input.
public typealias PHContentEditingInputRequestID = Int

/// The key that is true if a file is in a remote and not on this disk, and the options do not allow the network.
public let PHContentEditingInputResultIsInCloudKey: String =
    "PHContentEditingInputResultIsInCloudKey"

/// The key that is true when the request was cancelled.
public let PHContentEditingInputCancelledKey: String = "PHContentEditingInputCancelledKey"

/// The key of the error that explains why there is no input, or why a part is missing.
public let PHContentEditingInputErrorKey: String = "PHContentEditingInputErrorKey"

/// Options of a request for an editing input.
open class PHContentEditingInputRequestOptions: NSObject {
    /// Returns whether the application can resume an edit with this adjustment data.
    ///
    /// True requests the content from before the edit, with its adjustment data. False requests the asset's current
    /// content. The closure runs on a queue of the library. The default closure returns false.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }

    /// Whether files that are not on this disk are fetched from a remote.
    ///
    /// If false, as by default, a request for such a file ends with ``PHContentEditingInputResultIsInCloudKey``, and
    /// with `networkAccessRequired` under ``PHContentEditingInputErrorKey``.
    open var isNetworkAccessAllowed: Bool = false

    /// A handler for the progress, from 0 to 1, of files that are fetched from a remote.
    ///
    /// The handler is called on a serial queue of the request. Set the second argument's value to true to cancel the
    /// request.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    /// Whether the input's `displaySizeImage` is left out, which takes time to make.
    ///
    /// False by default.
    open var skipsDisplaySizeImage: Bool = false

    /// The original of a RAW and compressed pair to edit; by default the one that the asset shows.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { choice ?? .compressed }
        set { choice = newValue }
    }

    private(set) var choice: PHAsset.OriginalResourceChoice?

    /// Makes options that resume no edit.
    public override init() { super.init() }
}
