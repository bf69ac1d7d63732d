/// Where a pixel has its transparency, and whether its colours are multiplied with it.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is none, and no room for it.
    case none = 0
    /// Behind the colours, which are multiplied with it.
    case premultipliedLast = 1
    /// Before the colours, which are multiplied with it.
    case premultipliedFirst = 2
    /// Behind the colours.
    case last = 3
    /// Before the colours.
    case first = 4
    /// There is room for it behind the colours, and no meaning in it.
    case noneSkipLast = 5
    /// There is room for it before the colours, and no meaning in it.
    case noneSkipFirst = 6
    /// There is nothing else.
    case alphaOnly = 7
}

/// How the parts of a pixel lie in memory.
public struct CGBitmapInfo: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes bits as they are.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits that are a ``CGImageAlphaInfo``.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that tell the kind of numbers.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// The numbers have fractions.
    public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
    /// The bits that tell the order of bytes.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// The bytes stand in the order of the pixel's parts.
    public static let byteOrderDefault = CGBitmapInfo([])
    /// The bytes of each two stand in reverse.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
    /// The bytes of each four stand in reverse.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    /// The bytes of each two stand in order.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
    /// The bytes of each four stand in order.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// How colours that a device lacks are replaced; all are treated alike here.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// As is usual for the image.
    case defaultIntent = 0
    /// By the nearest.
    case absoluteColorimetric = 1
    /// By the nearest, white being the device's.
    case relativeColorimetric = 2
    /// By keeping differences.
    case perceptual = 3
    /// By keeping colours strong.
    case saturation = 4
}
