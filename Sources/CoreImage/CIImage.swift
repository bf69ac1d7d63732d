public import CoreGraphics
public import Foundation
public import ImageIO
import PhotosMedia
import Synchronization

/// An image, or the steps that make its pixels of another image.
///
/// The worker program decodes a file when the pixels are first read, so making an image of a file takes no longer than
/// reading its header. Linux has no filters of Core Image. Compute the pixels of the result with your own code, and make
/// an image from them. Safe on any thread.
open class CIImage: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored properties are constant or guarded by a mutex.

    private let content: Content
    private let stated: CGRect
    private let metadata: NSDictionary
    private let location: URL?
    /// The pixels, set on first access; the inner value is nil if they cannot be computed.
    private let computed = Mutex<CGImage??>(nil)

    /// The source of the pixels.
    private enum Content {
        case nothing
        case pixels(CGImage)
        case file(CGImageSource)
        case turned(CIImage, ImageOrientation)
        /// A part in pixels from the upper left corner.
        case part(CIImage, CGRect)
        /// The same pixels with other properties.
        case same(CIImage)
    }

    private init(_ content: Content, _ extent: CGRect, of root: CIImage?) {
        self.content = content
        stated = extent
        metadata = root?.metadata ?? [:]
        location = root?.location
        super.init()
    }

    /// Makes an image from pixels, without properties.
    public init(cgImage image: CGImage) {
        content = .pixels(image)
        stated = CGRect(x: 0, y: 0, width: image.width, height: image.height)
        metadata = [:]
        location = nil
        super.init()
    }

    /// Makes an image from pixels.
    ///
    /// - Parameters:
    ///   - image: The pixels.
    ///   - options: The properties of the image, and whether their orientation is applied.
    public init(cgImage image: CGImage, options: [CIImageOption: Any]?) {
        let size = PixelSize(width: image.width, height: image.height)
        let made = Self.applyOptions(options, to: .pixels(image), size: size, properties: [:])
        content = made.content
        stated = made.extent
        metadata = made.metadata
        location = nil
        super.init()
    }

    /// Opens a picture's file; nil if it cannot be opened or is no picture.
    ///
    /// The file stays open as long as the image or one made of it exists.
    public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

    /// Opens a picture's file; nil if it cannot be opened or is no picture.
    ///
    /// - Parameters:
    ///   - url: The URL of a file; the result is nil for other URLs.
    ///   - options: Other properties than those of the file, and whether the orientation is applied.
    public init?(contentsOf url: URL, options: [CIImageOption: Any]?) {
        guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
            let made = Self.opened(source, options)
        else { return nil }
        content = made.content
        stated = made.extent
        metadata = made.metadata
        location = url
        super.init()
    }

    /// Makes an image from the bytes of a picture's file; nil if the header is not that of a picture.
    public convenience init?(data: Data) { self.init(data: data, options: nil) }

    /// Makes an image from the bytes of a picture's file; nil if the header is not that of a picture.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - options: Other properties than those of the file, and whether the orientation is applied.
    public init?(data: Data, options: [CIImageOption: Any]?) {
        guard let source = CGImageSourceCreateWithDataProvider(CGDataProvider(data), nil),
            let made = Self.opened(source, options)
        else { return nil }
        content = made.content
        stated = made.extent
        metadata = made.metadata
        location = nil
        super.init()
    }

    /// Returns an image without pixels and with an empty extent.
    public class func empty() -> CIImage { CIImage(.nothing, .zero, of: nil) }

    /// The extent of the pixels, with one unit per pixel; the origin is the lower left corner of the whole image.
    open var extent: CGRect { stated }

    /// The metadata of the file, with the keys and types of ImageIO's properties.
    ///
    /// An image that was made of another one has the properties of the first image.
    open var properties: [String: Any] { metadata as? [String: Any] ?? [:] }

    /// The URL of the file that the image was made of.
    open var url: URL? { location }

    /// The colour space of the pixels, which is sRGB; nil for an image without pixels.
    open var colorSpace: CGColorSpace? {
        if case .nothing = content { nil } else { CGColorSpaceCreateDeviceRGB() }
    }

    /// The pixels, decoded or computed on first access.
    ///
    /// The value is nil for an empty image, for a damaged file, and without the worker program. On Apple's systems,
    /// images that were made of others have no such pixels, and a `CIContext` computes them.
    open var cgImage: CGImage? {
        if case .pixels(let image) = content { return image }
        return computed.withLock { computed in
            if let computed { return computed }
            let image = pixels
            computed = .some(image)
            return image
        }
    }

    /// Returns the image turned or mirrored for display, as Exif's orientation says.
    ///
    /// The extent of the result begins at the origin.
    open func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        oriented(forExifOrientation: Int32(clamping: orientation.rawValue))
    }

    /// Returns the image turned or mirrored for display.
    ///
    /// - Parameter orientation: Exif's orientation, from 1 to 8. Other numbers leave the image as it is.
    /// - Returns: The image, whose extent begins at the origin.
    open func oriented(forExifOrientation orientation: Int32) -> CIImage {
        guard let turn = ImageOrientation(rawValue: Int(orientation)), turn != .up else {
            return self
        }
        let (width, height) = (stated.width, stated.height)
        let size =
            turn.swapsSides
            ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        return CIImage(.turned(self, turn), CGRect(origin: .zero, size: size), of: self)
    }

    /// Returns a part of the image.
    ///
    /// - Parameter rect: The part in the coordinates of ``extent``, whose origin is below. A part of a pixel counts as the
    ///   whole pixel, and what lies outside of the image is left out.
    /// - Returns: The part, whose extent keeps its position; an empty image if the part lies outside of the image.
    open func cropped(to rect: CGRect) -> CIImage {
        let part = rect.intersection(stated).integral
        guard part.width >= 1, part.height >= 1 else { return CIImage(.nothing, .zero, of: self) }
        let fromTop = CGRect(
            x: part.minX - stated.minX,
            y: stated.maxY - part.maxY,
            width: part.width,
            height: part.height
        )
        return CIImage(.part(self, fromTop), part, of: self)
    }

    /// Returns the image with other properties.
    open func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        CIImage(same: self, metadata: Self.dictionary(properties))
    }

    // MARK: Implementation

    private init(same image: CIImage, metadata: NSDictionary) {
        content = .same(image)
        stated = image.stated
        self.metadata = metadata
        location = image.location
        super.init()
    }

    private var pixels: CGImage? {
        switch content {
        case .nothing: nil
        case .pixels(let image): image
        case .file(let source): CGImageSourceCreateImageAtIndex(source, 0, nil)
        case .turned(let image, let turn): image.cgImage?.turned(by: turn)
        case .part(let image, let part): image.cgImage?.cropping(to: part)
        case .same(let image): image.cgImage
        }
    }

    private typealias Settled = (content: Content, extent: CGRect, metadata: NSDictionary)

    private static func opened(
        _ source: CGImageSource,
        _ options: [CIImageOption: Any]?
    ) -> Settled? {
        guard let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil),
            let width = properties[kCGImagePropertyPixelWidth] as? Int,
            let height = properties[kCGImagePropertyPixelHeight] as? Int
        else { return nil }
        return applyOptions(
            options,
            to: .file(source),
            size: PixelSize(width: width, height: height),
            properties: properties
        )
    }

    /// Applies the options of an image.
    private static func applyOptions(
        _ options: [CIImageOption: Any]?,
        to content: Content,
        size: PixelSize,
        properties: NSDictionary
    ) -> Settled {
        let replaced = options?[.properties] as? [AnyHashable: Any]
        let metadata = replaced.map(dictionary) ?? properties
        let extent = CGRect(x: 0, y: 0, width: size.width, height: size.height)
        let isApplied = (options?[.applyOrientationProperty] as? NSNumber)?.boolValue ?? false
        let number = metadata[kCGImagePropertyOrientation] as? Int
        guard isApplied, let turn = number.flatMap(ImageOrientation.init) else {
            return (content, extent, metadata)
        }
        let stored = CIImage(content, extent, of: nil)
        return (
            .turned(stored, turn), stored.oriented(forExifOrientation: Int32(turn.rawValue)).extent,
            withoutOrientation(metadata)
        )
    }

    private static func withoutOrientation(_ metadata: NSDictionary) -> NSDictionary {
        var properties = metadata as? [String: Any] ?? [:]
        let name = String(describing: kCGImagePropertyOrientation)
        properties[name] = nil
        let group = String(describing: kCGImagePropertyTIFFDictionary)
        if var tiff = properties[group] as? [String: Any] {
            tiff[name] = nil
            properties[group] = tiff
        }
        return dictionary(properties)
    }

    private static func dictionary(_ properties: [AnyHashable: Any]) -> NSDictionary {
        var named: [String: Any] = [:]
        for (key, value) in properties {
            if let name = key.base as? String ?? (key.base as? NSString).map(String.init) {
                named[name] = value
            }
        }
        return named as NSDictionary
    }
}
