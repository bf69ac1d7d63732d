/// The size and length of a picture that the worker wrote to shared memory.
package struct MadePicture: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The number of bytes that were written.
    package var byteCount: Int

    package init(width: Int, height: Int, byteCount: Int) {
        self.width = width
        self.height = height
        self.byteCount = byteCount
    }
}
