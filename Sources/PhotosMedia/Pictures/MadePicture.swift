/// What the worker says of a picture that it wrote into memory.
package struct MadePicture: Sendable, Hashable {
    /// Pixels.
    package var width: Int
    /// Pixels.
    package var height: Int
    /// How many bytes it wrote.
    package var byteCount: Int

    package init(width: Int, height: Int, byteCount: Int) {
        self.width = width
        self.height = height
        self.byteCount = byteCount
    }
}
