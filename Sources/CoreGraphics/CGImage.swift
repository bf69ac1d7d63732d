public import Foundation

/// Pixels: an image that can be read, byte by byte, and never changes.
///
/// Images of the library have 8 bits each of red, green, blue and alpha, not premultiplied, in sRGB, and rows without
/// gaps: `alphaInfo` is `.last`, `bitsPerPixel` 32, `bytesPerRow` four times the width.
public final class CGImage: NSObject, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The bits of each number of a pixel.
    public let bitsPerComponent: Int
    /// The bits from one pixel to the next.
    public let bitsPerPixel: Int
    /// The bytes from one row to the next.
    public let bytesPerRow: Int
    /// What the numbers mean.
    public let colorSpace: CGColorSpace?
    /// How the parts of a pixel lie in memory.
    public let bitmapInfo: CGBitmapInfo
    /// The bytes, from the upper left corner on.
    public let dataProvider: CGDataProvider?
    private let bytes: Data
    private let layout: PixelLayout

    /// Makes an image of pixels; nil where they cannot be read.
    ///
    /// Nil for sides or rows that the bytes are too few for, and for layouts other than 8 bits of grey, 24 bits of
    /// colour, and 32 bits of colour with or without transparency in any order.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - bitsPerComponent: 8.
    ///   - bitsPerPixel: 8, 24 or 32.
    ///   - bytesPerRow: The bytes from one row to the next.
    ///   - space: What the numbers mean.
    ///   - bitmapInfo: How the parts of a pixel lie in memory.
    ///   - provider: The bytes.
    ///   - decode: Nil; another meaning of the numbers is not known here.
    ///   - shouldInterpolate: Of no effect.
    ///   - intent: Of no effect.
    public init?(
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bitsPerPixel: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        let layout = PixelLayout(
            bitsPerComponent: bitsPerComponent,
            bitsPerPixel: bitsPerPixel,
            space: space,
            bitmapInfo: bitmapInfo
        )
        guard let layout, decode == nil, (1...Self.maximumSide).contains(width),
            (1...Self.maximumSide).contains(height), bytesPerRow >= width * layout.stride,
            provider.bytes.count >= width * layout.stride,
            (provider.bytes.count - width * layout.stride) / bytesPerRow >= height - 1
        else { return nil }
        self.width = width
        self.height = height
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.bytesPerRow = bytesPerRow
        self.layout = layout
        self.bitmapInfo = bitmapInfo
        colorSpace = space
        bytes = provider.bytes
        dataProvider = provider
        super.init()
    }

    /// Makes an image of pixels as the library has them; nil where their number is not that of the sides.
    package init?(pixels: Data, width: Int, height: Int) {
        guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
        self.width = width
        self.height = height
        bitsPerComponent = 8
        bitsPerPixel = 32
        bytesPerRow = width * 4
        layout = .plain
        bitmapInfo = CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)
        colorSpace = CGColorSpaceCreateDeviceRGB()
        bytes = pixels
        dataProvider = CGDataProvider(pixels)
        super.init()
    }

    /// Where a pixel has its transparency.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

    /// Red, green, blue and alpha, not premultiplied, rows without gaps.
    package var pixels: Data {
        layout.plainPixels(of: bytes, width: width, height: height, bytesPerRow: bytesPerRow)
    }

    private static let maximumSide = 1 << 20
}
