public import Foundation

/// An immutable image with readable pixels.
///
/// Images of the library have 8 bits each of red, green, blue and alpha, not premultiplied, in sRGB, without
/// padding in rows. So `alphaInfo` is `.last`, `bitsPerPixel` is 32, and `bytesPerRow` is four times the width.
public final class CGImage: NSObject, Sendable {
    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The number of bits of a component.
    public let bitsPerComponent: Int
    /// The number of bits of a pixel.
    public let bitsPerPixel: Int
    /// The number of bytes of a row.
    public let bytesPerRow: Int
    /// The colour space of the pixels.
    public let colorSpace: CGColorSpace?
    /// The memory layout of a pixel.
    public let bitmapInfo: CGBitmapInfo
    /// The bytes of the pixels, from the upper left corner.
    public let dataProvider: CGDataProvider?
    private let bytes: Data
    private let layout: PixelLayout
    /// The identifier of the type of the file that the image was decoded from.
    private let sourceType: String?

    /// Makes an image from pixels; nil if the arguments are invalid or unsupported.
    ///
    /// The result is nil if there are fewer bytes than the size needs. Supported layouts are 8 bits of grey, 24
    /// bits of colour, and 32 bits of colour with or without alpha in any order.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - bitsPerComponent: The number of bits of a component, which must be 8.
    ///   - bitsPerPixel: The number of bits of a pixel: 8, 24 or 32.
    ///   - bytesPerRow: The number of bytes of a row.
    ///   - space: The colour space of the pixels.
    ///   - bitmapInfo: The memory layout of a pixel.
    ///   - provider: The bytes of the pixels.
    ///   - decode: A mapping of the components, which is not supported and must be nil.
    ///   - shouldInterpolate: A flag without effect.
    ///   - intent: An intent without effect.
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
        sourceType = nil
        super.init()
    }

    /// Makes an image from pixels in the library's layout; nil if the number of bytes does not match the size.
    ///
    /// - Parameters:
    ///   - pixels: The bytes.
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - sourceType: The identifier of the type of the file that the pixels were decoded from.
    package init?(pixels: Data, width: Int, height: Int, sourceType: String? = nil) {
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
        self.sourceType = sourceType
        super.init()
    }

    /// The position of the alpha component in a pixel.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

    /// The identifier of the type of the file that the image was decoded from, such as "public.heic".
    ///
    /// The type is nil for images made of pixels.
    public var utType: CFString? { sourceType.map { NSString(string: $0) } }

    /// Returns a part of the image; nil if the part lies outside of the image.
    ///
    /// - Parameter rect: The part in pixels from the upper left corner. A part of a pixel counts as the whole pixel, and
    ///   what lies outside of the image is left out.
    /// - Returns: The part with a copy of its pixels.
    public func cropping(to rect: CGRect) -> CGImage? {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        let part = rect.intersection(whole).integral
        guard part.width >= 1, part.height >= 1 else { return nil }
        let (left, columns) = (Int(part.minX), Int(part.width))
        let source = pixels
        var target = Data(capacity: columns * Int(part.height) * 4)
        for row in Int(part.minY)..<Int(part.maxY) {
            let start = source.startIndex + (row * width + left) * 4
            target.append(source[start..<start + columns * 4])
        }
        return CGImage(
            pixels: target,
            width: columns,
            height: Int(part.height),
            sourceType: sourceType
        )
    }

    /// The pixels as red, green, blue and alpha, not premultiplied, without padding in rows.
    package var pixels: Data {
        layout.plainPixels(of: bytes, width: width, height: height, bytesPerRow: bytesPerRow)
    }

    private static let maximumSide = 1 << 20
}
