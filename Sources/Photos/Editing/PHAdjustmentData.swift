public import Foundation
import PhotosStore

/// The recipe of an edit: what an application needs to resume or repeat it.
open class PHAdjustmentData: NSObject {
    /// Who wrote the data, as a reverse DNS name.
    public let formatIdentifier: String
    /// The version of that format.
    public let formatVersion: String
    /// The recipe.
    public let data: Data

    /// Makes the recipe of an edit.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
        super.init()
    }

    var engineValue: Adjustment {
        Adjustment(formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: data)
    }

    var resource: ResourceSource {
        ResourceSource(
            type: ResourceRole.adjustmentData, content: .data(data), filename: "Adjustments.data", contentType: "public.data")
    }
}
