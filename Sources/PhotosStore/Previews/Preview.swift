package import Foundation

/// The sizes of the previews that a library stores.
package enum PreviewSize: Int, Sendable, CaseIterable {
    /// For pages with many pictures.
    case grid = 0
    /// For one picture on a screen.
    case screen = 1

    /// The approximate number of pixels on the longer side.
    package var longSide: Int {
        switch self {
        case .grid: 256
        case .screen: 1024
        }
    }
}

/// A small picture of a resource, in its display orientation and in sRGB.
package struct Preview: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The bytes of the JPEG file.
    package var jpeg: Data
    /// The mean colour of a picture for pages; nil for other sizes, and for previews of programs that computed none.
    package var color: MeanColor?

    package init(width: Int, height: Int, jpeg: Data, color: MeanColor? = nil) {
        self.width = width
        self.height = height
        self.jpeg = jpeg
        self.color = color
    }
}
