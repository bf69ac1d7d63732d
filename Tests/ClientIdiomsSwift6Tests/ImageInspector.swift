import CoreLocation
import ImageIO
import Photos
import UniformTypeIdentifiers

/// Reads what files say, and makes small images of them, the way programs on Apple's systems do.
struct ImageInspector: Sendable {
    struct Report: Sendable {
        var type: UTType?
        var size = CGSize.zero
        var orientation = CGImagePropertyOrientation.up
        var taken: String?
        var camera: String?
        var iso: Int?
        var exposure: Double?
        var place: CLLocation?
        var livePhotoIdentifier: String?
    }

    func report(of url: URL) -> Report? {
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            CGImageSourceGetCount(source) > 0,
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? CGFloat,
            let height = properties[kCGImagePropertyPixelHeight] as? CGFloat
        else { return nil }
        var report = Report()
        report.type = CGImageSourceGetType(source).flatMap { UTType($0 as String) }
        report.size = CGSize(width: width, height: height)
        if let number = properties[kCGImagePropertyOrientation] as? UInt32,
            let orientation = CGImagePropertyOrientation(rawValue: number)
        {
            report.orientation = orientation
        }
        if let exif = properties[kCGImagePropertyExifDictionary] as? [CFString: Any] {
            report.taken = exif[kCGImagePropertyExifDateTimeOriginal] as? String
            report.iso = (exif[kCGImagePropertyExifISOSpeedRatings] as? [Int])?.first
            report.exposure = exif[kCGImagePropertyExifExposureTime] as? Double
        }
        if let tiff = properties[kCGImagePropertyTIFFDictionary] as? [CFString: Any] {
            report.camera = tiff[kCGImagePropertyTIFFModel] as? String
        }
        if let gps = properties[kCGImagePropertyGPSDictionary] as? [CFString: Any] {
            report.place = Self.place(gps)
        }
        let apple = properties[kCGImagePropertyMakerAppleDictionary] as? [String: Any]
        report.livePhotoIdentifier = apple?["17"] as? String
        return report
    }

    /// Describes the pixels and the kind of metadata of a picture.
    func summary(of url: URL) -> String? {
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let depth = properties[kCGImagePropertyDepth] as? Int,
            let model = properties[kCGImagePropertyColorModel] as? String
        else { return nil }
        var parts = ["\(depth) bits", model]
        if model == kCGImagePropertyColorModelRGB as String { parts.append("colour") }
        let exif = properties[kCGImagePropertyExifDictionary] as? [CFString: Any]
        if let version = exif?[kCGImagePropertyExifVersion] as? [Int] {
            parts.append("Exif \(version)")
        }
        let names: [CFString: String] = [
            kCGImagePropertyPNGDictionary: "PNG", kCGImagePropertyJFIFDictionary: "JFIF",
            kCGImagePropertyDNGDictionary: "DNG", kCGImagePropertyHEICSDictionary: "HEICS",
            kCGImageProperty8BIMDictionary: "Photoshop", kCGImagePropertyIPTCDictionary: "IPTC",
            kCGImagePropertyMakerCanonDictionary: "Canon",
        ]
        parts += names.filter { properties[$0.key] != nil }.values.sorted()
        return parts.joined(separator: ", ")
    }

    private static func place(_ gps: [CFString: Any]) -> CLLocation? {
        guard let latitude = gps[kCGImagePropertyGPSLatitude] as? CLLocationDegrees,
            let longitude = gps[kCGImagePropertyGPSLongitude] as? CLLocationDegrees
        else { return nil }
        let isSouth = gps[kCGImagePropertyGPSLatitudeRef] as? String == "S"
        let isWest = gps[kCGImagePropertyGPSLongitudeRef] as? String == "W"
        return CLLocation(
            latitude: isSouth ? -latitude : latitude,
            longitude: isWest ? -longitude : longitude
        )
    }

    func thumbnail(of url: URL, maxPixelSize: CGFloat) -> CGImage? {
        autoreleasepool {
            let sourceOptions = [kCGImageSourceShouldCache: false] as CFDictionary
            guard let source = CGImageSourceCreateWithURL(url as CFURL, sourceOptions) else {
                return nil
            }
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceShouldCacheImmediately: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: maxPixelSize,
            ]
            return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
        }
    }

    func pixelSize(of data: Data) -> CGSize? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any],
            let width = properties[kCGImagePropertyPixelWidth as String] as? Int,
            let height = properties[kCGImagePropertyPixelHeight as String] as? Int
        else { return nil }
        return CGSize(width: width, height: height)
    }
}
