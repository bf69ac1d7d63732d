import Foundation
import ImageIO
import Photos

/// Reads metadata with dictionaries of Foundation, as code from before Swift 3 does.
final class LegacyMetadata {
    static let gps = kCGImagePropertyGPSDictionary as String
    static let exif = kCGImagePropertyExifDictionary as String

    private let source: CGImageSource

    init?(data: Data) {
        let options = [kCGImageSourceShouldCache as String: false] as CFDictionary
        guard let source = CGImageSourceCreateWithData(data as CFData, options) else { return nil }
        self.source = source
    }

    var all: NSDictionary? { CGImageSourceCopyPropertiesAtIndex(source, 0, nil) }

    var dateOriginal: String? {
        guard let exif = all?[LegacyMetadata.exif] as? NSDictionary else { return nil }
        return exif[kCGImagePropertyExifDateTimeOriginal] as? String
    }

    var exifVersion: String? {
        guard let exif = all?[LegacyMetadata.exif] as? NSDictionary,
            let numbers = exif[kCGImagePropertyExifVersion] as? [NSNumber]
        else { return nil }
        return numbers.map { $0.stringValue }.joined(separator: ".")
    }

    var lens: String? {
        let auxiliary = all?[kCGImagePropertyExifAuxDictionary as String] as? [String: Any]
        return auxiliary?[kCGImagePropertyExifAuxLensModel as String] as? String
    }

    var latitude: Double? {
        guard let metadata = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as NSDictionary?,
            let gps = metadata[kCGImagePropertyGPSDictionary] as? [String: Any],
            let value = gps[kCGImagePropertyGPSLatitude as String] as? NSNumber
        else { return nil }
        return value.doubleValue
    }

    func thumbnail(_ side: Int) -> UIImage? {
        let options: [NSString: Any] = [
            kCGImageSourceThumbnailMaxPixelSize: side,
            kCGImageSourceCreateThumbnailFromImageIfAbsent: kCFBooleanTrue as Any,
            kCGImageSourceCreateThumbnailWithTransform: kCFBooleanTrue as CFBoolean,
        ]
        return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary).map {
            UIImage(cgImage: $0)
        }
    }
}
