/// The size and length of a picture that the worker wrote to shared memory.
package struct MadePicture: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The number of bytes that were written.
    package var byteCount: Int
    /// The seconds at which the frame of a movie begins, if the request asked for a moment.
    package var moment: Double?

    package init(width: Int, height: Int, byteCount: Int, moment: Double? = nil) {
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.moment = moment
    }
}
