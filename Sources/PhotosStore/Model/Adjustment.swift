package import Foundation

/// The recipe of an edit, as an application described it.
package struct Adjustment: Sendable {
    package var formatIdentifier: String
    package var formatVersion: String
    package var data: Data

    package init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}
