import Foundation
import ImageIO
import Photos

/// Writes metadata with objects of Foundation, as code from before Swift 3 does.
final class LegacyPhotoWriter {
    private let data: Data

    init(data: Data) { self.data = data }

    /// The same picture with a caption in each place where programs look for one.
    func captioned(_ caption: String) -> Data? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let type = CGImageSourceGetType(source)
        else { return nil }
        let metadata = NSMutableDictionary()
        if let found = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any] {
            metadata.addEntries(from: found)
        }
        let tiff = NSMutableDictionary(
            dictionary: metadata[kCGImagePropertyTIFFDictionary as String] as? [String: Any] ?? [:]
        )
        tiff[kCGImagePropertyTIFFImageDescription as String] = caption
        metadata[kCGImagePropertyTIFFDictionary as String] = tiff
        metadata[kCGImagePropertyIPTCDictionary as String] = [
            kCGImagePropertyIPTCCaptionAbstract as String: caption,
            kCGImagePropertyIPTCKeywords as String: ["hut", "lake"],
        ]
        guard let result = CFDataCreateMutable(kCFAllocatorDefault, 0),
            let destination = CGImageDestinationCreateWithData(result, type, 1, nil)
        else {
            return nil
        }
        CGImageDestinationAddImageFromSource(destination, source, 0, metadata as CFDictionary)
        return CGImageDestinationFinalize(destination) ? result as Data : nil
    }

    static func write(_ images: [UIImage], toTIFF path: String) -> Bool {
        let url = URL(fileURLWithPath: path) as CFURL
        let type = "public.tiff" as CFString
        guard
            let destination = CGImageDestinationCreateWithURL(url, type, images.count, nil)
        else { return false }
        let properties = [kCGImageDestinationLossyCompressionQuality as String: NSNumber(value: 1)]
        CGImageDestinationSetProperties(destination, properties as CFDictionary)
        for pixels in images.compactMap({ $0.cgImage }) {
            CGImageDestinationAddImage(destination, pixels, nil)
        }
        return CGImageDestinationFinalize(destination)
    }
}
