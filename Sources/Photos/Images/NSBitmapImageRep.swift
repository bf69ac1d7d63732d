public import CoreGraphics
import Foundation
import ImageIO

/// Pixels that are encoded to files.
open class NSBitmapImageRep: NSImageRep, @unchecked Sendable {
    // Unchecked because the class is open; its stored properties are constant.

    /// A type of files.
    public enum FileType: UInt, Sendable {
        /// TIFF without compression.
        case tiff = 0
        /// BMP, which is not written.
        case bmp = 1
        /// GIF, which is not written.
        case gif = 2
        /// JPEG, in which transparent parts are white.
        case jpeg = 3
        /// PNG.
        case png = 4
        /// JPEG 2000, which is not written.
        case jpeg2000 = 5
    }

    /// The key of a property of a file to write.
    public struct PropertyKey: Hashable, RawRepresentable, Sendable {
        /// The name of the property.
        public let rawValue: String

        /// Makes a key from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The quality of a JPEG, from 0 to 1; 0.9 without it.
        public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
        /// A dictionary with fields of Exif, under ImageIO's names.
        public static let exifData = PropertyKey(rawValue: "NSImageEXIFData")
    }

    /// The pixels of an image, or an image that decodes them.
    private let image: UIImage

    /// Makes a representation from the bytes of a picture's file; nil if the header is not that of a picture.
    ///
    /// The pixels are upright, and decoded when they are first needed.
    public init?(data: Data) {
        guard let image = UIImage(data: data) else { return nil }
        self.image = image
        super.init()
    }

    /// Makes a representation from pixels.
    public init(cgImage: CGImage) {
        image = UIImage(cgImage: cgImage)
        super.init()
    }

    /// The number of columns.
    open override var pixelsWide: Int { Int(image.size.width) }

    /// The number of rows.
    open override var pixelsHigh: Int { Int(image.size.height) }

    /// The pixels; nil if the file is damaged or the worker program is missing.
    open var cgImage: CGImage? { image.cgImage }

    /// The pixels as a TIFF without compression; nil if there are none.
    open var tiffRepresentation: Data? { representation(using: .tiff, properties: [:]) }

    /// Returns the pixels as a file.
    ///
    /// - Parameters:
    ///   - storageType: The type of the file: TIFF, JPEG or PNG.
    ///   - properties: The quality, and fields of Exif.
    /// - Returns: The bytes; nil for other types, and if the file cannot be made, for example without the worker program.
    open func representation(
        using storageType: FileType,
        properties: [PropertyKey: Any]
    ) -> Data? {
        let type: WritableType
        switch storageType {
        case .tiff: type = .tiff
        case .jpeg: type = .jpeg
        case .png: type = .png
        case .bmp, .gif, .jpeg2000: return nil
        }
        guard let pixels = cgImage else { return nil }
        let options = NSMutableDictionary()
        if let quality = properties[.compressionFactor] {
            options[kCGImageDestinationLossyCompressionQuality] = quality
        }
        if let exif = properties[.exifData] { options[kCGImagePropertyExifDictionary] = exif }
        return ImageEncoding.file(type, of: pixels, options)
    }
}
