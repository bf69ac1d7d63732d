/// An option for making an image.
public struct CIImageOption: Hashable, RawRepresentable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Makes an option from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the orientation in the image's properties is applied to its pixels; false by default.
    ///
    /// An applied orientation is removed from the properties.
    public static let applyOrientationProperty = CIImageOption(
        rawValue: "kCIImageApplyOrientationProperty"
    )
    /// A dictionary that replaces the properties of the file.
    public static let properties = CIImageOption(rawValue: "kCIImageProperties")
}
