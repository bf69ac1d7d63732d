import ExamplePixels
package import Foundation
import Photos

/// A picture for tests whose red rises to the right and whose green rises downwards.
package struct GradientPicture: Sendable {
    package var width: Int
    package var height: Int
    /// The blue of all pixels, so that pictures differ in their bytes.
    package var blue: UInt8

    package init(width: Int = 32, height: Int = 24, blue: UInt8) {
        self.width = width
        self.height = height
        self.blue = blue
    }

    /// The picture as a JPEG file.
    ///
    /// - Throws: An error if the file cannot be made, for example without `photokit-media`.
    package func jpegData() throws -> Data {
        let image = try UIImage(cgImage: bitmap.cgImage())
        guard let data = image.jpegData(compressionQuality: 1) else {
            throw CocoaError(.fileWriteUnknown)
        }
        return data
    }

    private var bitmap: Bitmap {
        var bitmap = Bitmap(width: width, height: height)
        for row in 0..<height {
            for column in 0..<width {
                bitmap[column, row] = Color(
                    UInt8(column * 255 / max(width - 1, 1)),
                    UInt8(row * 255 / max(height - 1, 1)),
                    blue
                )
            }
        }
        return bitmap
    }
}
