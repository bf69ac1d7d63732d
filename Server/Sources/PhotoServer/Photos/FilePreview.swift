import CoreGraphics
import Foundation
import ImageIO
import OpenPhotoKit
import Photos

/// The small picture of a file that is in no library.
enum FilePreview {
    private static let side = 320

    /// Returns a JPEG without metadata, decoded in the sandbox; nil for a file without a picture.
    static func jpeg(ofFile url: URL) -> Data? {
        let options: NSDictionary = [
            kCGImageSourceThumbnailMaxPixelSize: NSNumber(value: side),
            kCGImageSourceCreateThumbnailWithTransform: NSNumber(value: true),
        ]
        guard let source = CGImageSourceCreateWithURL(NSURL(fileURLWithPath: url.path), nil),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options)
        else { return nil }
        return UIImage(cgImage: image).jpegData(compressionQuality: 0.8)
    }
}
