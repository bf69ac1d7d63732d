/// A row of ``AssetFieldTable``: what is known of a field of assets.
package struct AssetFieldRow: Sendable {
    /// The type of a property, from which the storage of its column follows.
    package enum Content: Hashable, Sendable {
        case date
        case flag
        case number(default: Int = 0)
        /// A number below 128 that is 0 in a blank asset.
        case smallNumber
        case optionalNumber
        case real
        /// A real number that is never missing, and 0 in a blank asset.
        case requiredReal
        case text
        case requiredText(default: String)
        /// A list of texts.
        case texts
        /// A number of the API's with a type of its own, see ``StoredCode``.
        case code(_ type: String, default: Int = 0)
        /// Up to 64 bits with a type of their own, which are all 0 in a blank asset.
        case bits(_ type: String)
        case identifier
    }

    /// The number of the field in the log, which is its bit in masks.
    package let number: UInt8
    package let name: String
    package let content: Content
    package let manifest: ManifestUse
    package let undo: UndoRule
    /// Whether predicates and sort descriptors may name the property.
    package let isKey: Bool

    init(
        _ number: UInt8,
        _ name: String,
        _ content: Content,
        manifest: ManifestUse,
        undo: UndoRule,
        isKey: Bool = false
    ) {
        self.number = number
        self.name = name
        self.content = content
        self.manifest = manifest
        self.undo = undo
        self.isKey = isKey
    }
}
