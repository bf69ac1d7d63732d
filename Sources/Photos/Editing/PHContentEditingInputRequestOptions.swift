// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import Foundation

/// The number of a request for an editing input.
public typealias PHContentEditingInputRequestID = Int

/// True where the asset's data would have to come from a cloud; never here.
public let PHContentEditingInputResultIsInCloudKey: String =
    "PHContentEditingInputResultIsInCloudKey"

/// True where the request was cancelled.
public let PHContentEditingInputCancelledKey: String = "PHContentEditingInputCancelledKey"

/// Why there is no input, or what it lacks.
public let PHContentEditingInputErrorKey: String = "PHContentEditingInputErrorKey"

/// How an asset's content is asked for to be edited.
open class PHContentEditingInputRequestOptions: NSObject {
    /// Whether the application can go on with an edit that was made with some adjustment data.
    ///
    /// True asks for what that edit was made from and for its adjustment data, false for what the asset looks like now.
    /// Called on a queue of the library. Without a closure the answer is false.
    open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }

    /// Whether data may come over a network.
    ///
    /// All data is local here. False by default.
    open var isNetworkAccessAllowed: Bool = false

    /// Hears of progress over a network; never called, since all data is local here.
    open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

    /// Leaves out the input's `displaySizeImage`, which takes time to make.
    ///
    /// False by default.
    open var skipsDisplaySizeImage: Bool = false

    /// Which original of a RAW and compressed pair is edited; until it is set, the one that the asset shows.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        get { choice ?? .compressed }
        set { choice = newValue }
    }

    private(set) var choice: PHAsset.OriginalResourceChoice?

    /// Makes options that resume no edit.
    public override init() { super.init() }
}
