/// How much memory the worker may use for one file.
package enum DecodingMemory {
    /// Bytes for any file: decoders, their libraries, and a picture of some million pixels.
    package static let ordinary = 512 << 20

    /// Bytes for the largest pictures.
    package static let maximum = 2 << 30

    /// Pictures of so many pixels are decoded within the ordinary memory.
    private static let ordinaryPixels = 8_000_000

    /// libheif holds a picture of 10 bits as planes (4 to 6 bytes a pixel) and in two arrangements of its colours (6 bytes
    /// each), libvips a part of it in its own; 24 bytes leave room for both.
    private static let bytesPerPixel = 24

    /// Bytes that a picture of a number of pixels may need.
    package static func need(pixels: Int) -> Int {
        ordinary + max(0, min(pixels, Int.max / 64) - ordinaryPixels) * bytesPerPixel
    }

    /// Bytes that a picture of a number of pixels is given.
    package static func limit(pixels: Int) -> Int { min(need(pixels: pixels), maximum) }
}
