public import CoreImage
import Foundation
import ImageIO

extension CIImage {
    /// Makes an image of the upright pixels of a picture; nil if the picture has none.
    public convenience init?(image: UIImage) {
        if let data = image.fileData {
            self.init(data: data, options: [.applyOrientationProperty: true])
        } else if let pixels = image.cgImage {
            self.init(cgImage: pixels.turned(by: image.imageOrientation.exif))
        } else {
            return nil
        }
    }
}
