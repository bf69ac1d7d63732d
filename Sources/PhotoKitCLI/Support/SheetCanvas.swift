import Foundation
import OpenPhotoKit

/// A white page with rows of square fields, each with a picture in its middle.
struct SheetCanvas {
    private let columns: Int
    private let field: Int
    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    /// The greatest number of pixels of a page; larger images are not encoded.
    static let maximumPixels = 100_000_000

    /// The pixels between the fields, and around them.
    private static let gap = 8

    /// Makes an empty page.
    ///
    /// - Parameters:
    ///   - columns: The number of fields in a row.
    ///   - count: The number of fields on the page.
    ///   - field: The sides of a field, in pixels.
    init(columns: Int, count: Int, field: Int) {
        self.columns = min(columns, max(count, 1))
        self.field = field
        let rows = (max(count, 1) + self.columns - 1) / self.columns
        width = self.columns * (field + Self.gap) + Self.gap
        height = rows * (field + Self.gap) + Self.gap
        pixels = [UInt8](repeating: 255, count: width * height * 4)
    }

    /// Returns the number of pixels of a page with this number of fields.
    static func pixelCount(columns: Int, count: Int, field: Int) -> Int {
        let columns = min(columns, max(count, 1))
        let rows = (max(count, 1) + columns - 1) / columns
        return (columns * (field + gap) + gap) * (rows * (field + gap) + gap)
    }

    /// The current page; nil if it is too large for an image.
    var image: UIImage? {
        guard let provider = CGDataProvider(data: Data(pixels) as CFData) else { return nil }
        let image = CGImage(
            width: width,
            height: height,
            bitsPerComponent: 8,
            bitsPerPixel: 32,
            bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: false,
            intent: .defaultIntent
        )
        return image.map(UIImage.init(cgImage:))
    }

    /// Draws a picture, no larger than a field, in the middle of a field; fields count from 0, row by row.
    mutating func drawPicture(_ image: UIImage, at index: Int) {
        guard let picture = image.cgImage, let data = picture.dataProvider?.data else { return }
        let bytes = Data(bytes: data.bytes, count: data.length)
        let (shownWidth, shownHeight) = (min(picture.width, field), min(picture.height, field))
        let left = Self.gap + index % columns * (field + Self.gap) + (field - shownWidth) / 2
        let top = Self.gap + index / columns * (field + Self.gap) + (field - shownHeight) / 2
        bytes.withUnsafeBytes { source in
            for row in 0..<shownHeight {
                for column in 0..<shownWidth {
                    let from = row * picture.bytesPerRow + column * 4
                    let to = ((top + row) * width + left + column) * 4
                    let alpha = Int(source[from + 3])
                    for channel in 0..<3 {
                        let over = Int(source[from + channel]) * alpha + 255 * (255 - alpha)
                        pixels[to + channel] = UInt8((over + 127) / 255)
                    }
                }
            }
        }
    }
}
