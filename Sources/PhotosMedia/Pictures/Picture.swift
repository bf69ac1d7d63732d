package import Foundation

/// A picture that the worker made.
package struct Picture: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    package var format: PictureRendition.Format
    /// The encoded file, or `width * height * 4` bytes of pixels.
    package var bytes: Data
    /// The seconds at which the frame of a movie begins, if the request asked for a moment.
    package var moment: Double?

    package init(
        width: Int,
        height: Int,
        format: PictureRendition.Format,
        bytes: Data,
        moment: Double? = nil
    ) {
        self.width = width
        self.height = height
        self.format = format
        self.bytes = bytes
        self.moment = moment
    }
}
