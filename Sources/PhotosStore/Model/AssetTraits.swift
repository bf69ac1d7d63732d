/// Facts about an asset that have no property in the API.
///
/// Some of them decide which smart albums show the asset.
package struct AssetTraits: OptionSet, Hashable, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let frontCamera = AssetTraits(rawValue: 1 << 0)
    package static let raw = AssetTraits(rawValue: 1 << 1)
    /// A file of the asset is kept in a source and is missing there.
    package static let offline = AssetTraits(rawValue: 1 << 3)
    /// The edit was made from the camera's own rendering of the original, and a revert shows that rendering again.
    package static let cameraBase = AssetTraits(rawValue: 1 << 4)
    /// The creation date was recorded as a local time without a zone, and the zone of the importing process was
    /// assumed.
    package static let zoneAssumed = AssetTraits(rawValue: 1 << 5)
    /// A remote refuses a file of the asset, or could not store it for a reason of the file.
    package static let unableToUpload = AssetTraits(rawValue: 1 << 6)
}

extension AssetTraits {
    /// The facts that an export states, because they do not follow from the files.
    package static let restorable: AssetTraits = [.cameraBase, .zoneAssumed]

    /// Reads the bits of a column.
    init(storedBits bits: Int64) { self.init(rawValue: bits) }

    /// The bits as their column has them.
    var storedBits: Int64 { rawValue }
}
