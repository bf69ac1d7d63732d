package import Foundation

/// A picture as the worker made it.
package struct Picture: Sendable, Hashable {
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int
    package var format: PictureRendition.Format
    /// The encoded file, or `width * height * 4` bytes of pixels.
    package var bytes: Data

    package init(width: Int, height: Int, format: PictureRendition.Format, bytes: Data) {
        self.width = width
        self.height = height
        self.format = format
        self.bytes = bytes
    }
}
