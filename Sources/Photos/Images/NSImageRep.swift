public import CoreGraphics
public import Foundation
import ImageIO

/// The type of the context of a drawing, which does not exist on Linux: pass nil.
public final class NSGraphicsContext: NSObject, Sendable {
    private override init() { super.init() }
}

/// The pixels of an image.
open class NSImageRep: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; it has no stored properties.

    /// The key of a hint for drawing.
    public struct HintKey: Hashable, RawRepresentable, Sendable {
        /// The name of the hint.
        public let rawValue: String

        /// Makes a key from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The number of columns.
    open var pixelsWide: Int { 0 }

    /// The number of rows.
    open var pixelsHigh: Int { 0 }

    /// The size in points, one for each pixel.
    open var size: NSSize { NSSize(width: pixelsWide, height: pixelsHigh) }

    /// The number of bits of a component.
    open var bitsPerSample: Int { 8 }
}

extension UIImage {
    /// Returns the pixels, upright; nil if the image has none.
    ///
    /// - Parameters:
    ///   - proposedDestRect: A rectangle, which stays as it is: the pixels are not scaled to it.
    ///   - referenceContext: A context without effect.
    ///   - hints: Hints without effect.
    /// - Returns: The pixels.
    public func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?,
        context referenceContext: NSGraphicsContext?,
        hints: [NSImageRep.HintKey: Any]?
    ) -> CGImage? {
        cgImage.map { $0.turned(by: imageOrientation.exif) }
    }

    /// The picture as an upright TIFF without compression; nil if the image has no pixels.
    public var tiffRepresentation: Data? {
        cgImage(forProposedRect: nil, context: nil, hints: nil)
            .flatMap { ImageEncoding.file(.tiff, of: $0, nil) }
    }

    /// The pixels as the only member; empty if the image has none.
    public var representations: [NSImageRep] {
        cgImage(forProposedRect: nil, context: nil, hints: nil)
            .map { [NSBitmapImageRep(cgImage: $0)] } ?? []
    }
}
