public import CoreGraphics
public import Foundation

/// An image that an editor of a Live Photo receives and returns: pixels and their extent.
///
/// Linux has no filters of Core Image. Compute the pixels of the result with your own code, and make an image from
/// them.
open class CIImage: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored property is constant.

    private let pixels: CGImage

    /// Makes an image from pixels.
    public init(cgImage image: CGImage) {
        pixels = image
        super.init()
    }

    /// The extent of the pixels: it begins at the origin, with one unit per pixel.
    open var extent: CGRect { CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height) }

    /// The pixels.
    open var cgImage: CGImage? { pixels }
}
