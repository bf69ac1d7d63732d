import CoreImage
import ImageIO
import Photos
import UniformTypeIdentifiers

/// Writes photos with other metadata and in other formats, the way programs on Apple's systems do.
struct PhotoWriter: Sendable {
    enum Failure: Error {
        case unreadable
        case unwritable
    }

    /// Replaces the comment and leaves out the position.
    func annotate(_ url: URL, with comment: String, to target: URL) throws {
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            let type = CGImageSourceGetType(source),
            var metadata = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any]
        else { throw Failure.unreadable }
        var exif = metadata[kCGImagePropertyExifDictionary as String] as? [String: Any] ?? [:]
        exif[kCGImagePropertyExifUserComment as String] = comment
        metadata[kCGImagePropertyExifDictionary as String] = exif
        metadata[kCGImagePropertyGPSDictionary as String] = kCFNull
        guard
            let destination = CGImageDestinationCreateWithURL(target as CFURL, type, 1, nil)
        else { throw Failure.unwritable }
        CGImageDestinationAddImageFromSource(destination, source, 0, metadata as CFDictionary)
        guard CGImageDestinationFinalize(destination) else { throw Failure.unwritable }
    }

    func heic(_ image: CGImage, quality: CGFloat) -> Data? {
        let data = NSMutableData()
        guard
            let destination = CGImageDestinationCreateWithData(
                data as CFMutableData,
                UTType.heic.identifier as CFString,
                1,
                nil
            )
        else { return nil }
        let options: [CFString: Any] = [
            kCGImageDestinationLossyCompressionQuality: quality,
            kCGImagePropertyOrientation: CGImagePropertyOrientation.left.rawValue,
        ]
        CGImageDestinationAddImage(destination, image, options as CFDictionary)
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }

    func canWrite(_ type: UTType) -> Bool {
        let types = CGImageDestinationCopyTypeIdentifiers() as? [String] ?? []
        return types.contains(type.identifier)
    }

    /// The bytes of an AppKit program: by way of a TIFF.
    func jpeg(of image: NSImage) -> Data? {
        guard let tiff = image.tiffRepresentation, let bitmap = NSBitmapImageRep(data: tiff) else {
            return nil
        }
        return bitmap.representation(using: .jpeg, properties: [.compressionFactor: 0.8])
    }

    func png(of image: NSImage) -> Data? {
        var rect = NSRect(origin: .zero, size: image.size)
        guard let pixels = image.cgImage(forProposedRect: &rect, context: nil, hints: nil) else {
            return nil
        }
        return NSBitmapImageRep(cgImage: pixels).representation(using: .png, properties: [:])
    }

    /// The exposure and the lens, as an editing extension reads them.
    func lens(of url: URL) -> String? {
        guard let image = CIImage(contentsOf: url) else { return nil }
        let exif = image.properties[kCGImagePropertyExifDictionary as String] as? [String: Any]
        return exif?[kCGImagePropertyExifLensModel as String] as? String
    }

    func uprightSize(of url: URL) -> CGSize? {
        CIImage(contentsOf: url, options: [.applyOrientationProperty: true])?.extent.size
    }
}
