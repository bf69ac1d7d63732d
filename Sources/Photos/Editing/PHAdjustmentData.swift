public import Foundation
import PhotosStore

/// The data that an application needs to resume or repeat an edit.
open class PHAdjustmentData: NSObject {
    /// The format of the data, as a reverse DNS name of the application.
    open var formatIdentifier: String { value.formatIdentifier }
    /// The version of the format.
    open var formatVersion: String { value.formatVersion }
    /// The parameters of the edit, in the application's own format.
    open var data: Data { value.data }

    private let value: Adjustment

    /// Makes empty adjustment data, for test doubles; an edit cannot use it.
    public override init() {
        value = Adjustment(formatIdentifier: "", formatVersion: "", data: Data())
        super.init()
    }

    /// Makes the adjustment data of an edit.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        value = Adjustment(
            formatIdentifier: formatIdentifier,
            formatVersion: formatVersion,
            data: data
        )
        super.init()
    }

    var engineValue: Adjustment {
        Adjustment(formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: data)
    }
}
