public import CoreGraphics
public import Foundation

/// An image that an editor of a Live Photo gets and gives back: pixels, and where they lie.
///
/// There are no filters on Linux: make the pixels of the result with what you have, and an image of them.
open class CIImage: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant.

    private let pixels: CGImage

    /// Takes pixels.
    public init(cgImage image: CGImage) {
        pixels = image
        super.init()
    }

    /// Where the pixels lie: from the origin on, one unit to a pixel.
    open var extent: CGRect { CGRect(x: 0, y: 0, width: pixels.width, height: pixels.height) }

    /// The pixels.
    open var cgImage: CGImage? { pixels }
}
