public import Foundation
import PhotosStore

/// The recipe of an edit: what an application needs to resume or repeat it.
open class PHAdjustmentData: NSObject {
    /// Who wrote the data, as a reverse DNS name.
    open var formatIdentifier: String { value.formatIdentifier }
    /// The version of that format.
    open var formatVersion: String { value.formatVersion }
    /// The recipe.
    open var data: Data { value.data }

    private let value: Adjustment

    /// Makes a recipe that says nothing, for test doubles; no edit is made with one.
    public override init() {
        value = Adjustment(formatIdentifier: "", formatVersion: "", data: Data())
        super.init()
    }

    /// Makes the recipe of an edit.
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
