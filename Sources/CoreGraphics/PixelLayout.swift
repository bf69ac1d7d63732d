import Foundation

/// The memory layout of an image's pixels, with 8 bits per component.
struct PixelLayout: Hashable {
    enum Transparency {
        case none
        case plain
        case premultiplied
    }

    /// The number of bytes of a pixel.
    var stride: Int
    /// The offsets of the components in a pixel.
    var red: Int
    var green: Int
    var blue: Int
    var alpha: Int?
    var transparency: Transparency

    /// The layout that the library uses: red, green, blue and alpha, not premultiplied.
    static let plain = PixelLayout(
        stride: 4,
        red: 0,
        green: 1,
        blue: 2,
        alpha: 3,
        transparency: .plain
    )

    private init(
        stride: Int,
        red: Int,
        green: Int,
        blue: Int,
        alpha: Int?,
        transparency: Transparency
    ) {
        self.stride = stride
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
        self.transparency = transparency
    }

    /// Makes a layout of 8-bit components; nil for other components, and for an unsupported byte order or number of
    /// bits.
    init?(
        bitsPerComponent: Int,
        bitsPerPixel: Int,
        space: CGColorSpace,
        bitmapInfo: CGBitmapInfo
    ) {
        guard bitsPerComponent == 8, bitmapInfo.isDisjoint(with: .floatInfoMask),
            let alphaInfo = bitmapInfo.alphaInfo
        else { return nil }
        switch (space.kind, bitsPerPixel, alphaInfo) {
        case (.greys, 8, .none):
            self.init(stride: 1, red: 0, green: 0, blue: 0, alpha: nil, transparency: .none)
        case (.colors, 24, .none):
            self.init(stride: 3, red: 0, green: 1, blue: 2, alpha: nil, transparency: .none)
        case (.colors, 32, _):
            self.init(alphaInfo, bitmapInfo.intersection(.byteOrderMask))
        default: return nil
        }
    }

    private init?(_ alphaInfo: CGImageAlphaInfo, _ order: CGBitmapInfo) {
        let isReversed: Bool
        switch order {
        case .byteOrderDefault, .byteOrder32Big: isReversed = false
        case .byteOrder32Little: isReversed = true
        default: return nil
        }
        let isAlphaFirst: Bool
        switch alphaInfo {
        case .premultipliedLast, .last, .noneSkipLast: isAlphaFirst = false
        case .premultipliedFirst, .first, .noneSkipFirst: isAlphaFirst = true
        case .none, .alphaOnly: return nil
        }
        func offset(_ part: Int) -> Int {
            let inOrder = isAlphaFirst ? (part + 1) % 4 : part
            return isReversed ? 3 - inOrder : inOrder
        }
        let transparency: Transparency =
            switch alphaInfo {
            case .premultipliedLast, .premultipliedFirst: .premultiplied
            case .last, .first: .plain
            default: .none
            }
        self.init(
            stride: 4,
            red: offset(0),
            green: offset(1),
            blue: offset(2),
            alpha: transparency == .none ? nil : offset(3),
            transparency: transparency
        )
    }

    /// Returns the same pixels in the layout ``plain``, without padding in rows.
    func plainPixels(of bytes: Data, width: Int, height: Int, bytesPerRow: Int) -> Data {
        if self == .plain, bytesPerRow == width * 4 { return bytes.prefix(width * height * 4) }
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        bytes.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
            for row in 0..<height {
                for column in 0..<width {
                    let from = row * bytesPerRow + column * stride
                    let to = (row * width + column) * 4
                    let alpha = alpha.map { source[from + $0] } ?? 255
                    pixels[to] = color(source[from + red], alpha)
                    pixels[to + 1] = color(source[from + green], alpha)
                    pixels[to + 2] = color(source[from + blue], alpha)
                    pixels[to + 3] = alpha
                }
            }
        }
        return Data(pixels)
    }

    private func color(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        guard transparency == .premultiplied, alpha > 0, alpha < 255 else { return value }
        return UInt8(min(255, (Int(value) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
}

extension CGBitmapInfo {
    var alphaInfo: CGImageAlphaInfo? {
        CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue)
    }
}
