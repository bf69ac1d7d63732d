package import Foundation

/// The sizes in which a library keeps pictures ready.
package enum PreviewSize: Int, Sendable, CaseIterable {
    /// For pages of many pictures.
    case grid = 0
    /// For one picture on a screen.
    case screen = 1

    /// About how many pixels the longer side has.
    package var longSide: Int {
        switch self {
        case .grid: 256
        case .screen: 1024
        }
    }
}

/// A small picture of a resource, as shown, in sRGB.
package struct Preview: Sendable, Hashable {
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int
    /// The picture's file.
    package var jpeg: Data

    package init(width: Int, height: Int, jpeg: Data) {
        self.width = width
        self.height = height
        self.jpeg = jpeg
    }
}
