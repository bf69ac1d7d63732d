import CoreGraphics
import Foundation

extension Bitmap {
    /// A Core Graphics image could not be read or made.
    package struct ImageError: LocalizedError {
        package let errorDescription: String?
    }

    /// Copies the pixels of an image with 8 bits each of red, green, blue and alpha.
    package init(_ image: CGImage) throws {
        guard image.bitsPerPixel == 32, image.bitsPerComponent == 8,
            [.last, .premultipliedLast, .noneSkipLast].contains(image.alphaInfo),
            let data = image.dataProvider?.data, let start = CFDataGetBytePtr(data),
            CFDataGetLength(data) >= image.bytesPerRow * image.height
        else { throw ImageError(errorDescription: "The image has pixels of an unusual kind.") }
        let rowLength = image.width * 4
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rowLength * image.height)
        withExtendedLifetime(data) {
            for row in 0..<image.height {
                let row = start + row * image.bytesPerRow
                bytes += UnsafeBufferPointer(start: row, count: rowLength)
            }
        }
        self.init(width: image.width, height: image.height, bytes: bytes)
    }

    /// The pixels as an image.
    package func cgImage() throws -> CGImage {
        let provider = CGDataProvider(data: Data(bytes) as CFData)
        let image = provider.flatMap {
            CGImage(
                width: width,
                height: height,
                bitsPerComponent: 8,
                bitsPerPixel: 32,
                bytesPerRow: width * 4,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
                provider: $0,
                decode: nil,
                shouldInterpolate: false,
                intent: .defaultIntent
            )
        }
        guard let image else { throw ImageError(errorDescription: "No image can be made.") }
        return image
    }
}
