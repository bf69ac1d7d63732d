/// The position of the alpha component in a pixel, and whether the colours are multiplied by alpha.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha, and no space for it.
    case none = 0
    /// Alpha after the colours, which are multiplied by it.
    case premultipliedLast = 1
    /// Alpha before the colours, which are multiplied by it.
    case premultipliedFirst = 2
    /// Alpha after the colours.
    case last = 3
    /// Alpha before the colours.
    case first = 4
    /// Unused space for alpha after the colours.
    case noneSkipLast = 5
    /// Unused space for alpha before the colours.
    case noneSkipFirst = 6
    /// Alpha without colours.
    case alphaOnly = 7
}

/// The memory layout of a pixel.
public struct CGBitmapInfo: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a value from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The mask of the bits for ``CGImageAlphaInfo``.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The mask of the bits for the kind of numbers.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Floating-point components.
    public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
    /// The mask of the bits for the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// The bytes in the order of the components.
    public static let byteOrderDefault = CGBitmapInfo([])
    /// The bytes of each 16-bit unit in little-endian order.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    /// The bytes of each 32-bit unit in little-endian order.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    /// The bytes of each 16-bit unit in big-endian order.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    /// The bytes of each 32-bit unit in big-endian order.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// The method of replacing colours that a device cannot show; all methods have the same effect here.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The default method for images.
    case defaultIntent = 0
    /// Uses the nearest colour.
    case absoluteColorimetric = 1
    /// Uses the nearest colour, relative to the device's white.
    case relativeColorimetric = 2
    /// Keeps the differences between colours.
    case perceptual = 3
    /// Keeps the saturation of colours.
    case saturation = 4
}
