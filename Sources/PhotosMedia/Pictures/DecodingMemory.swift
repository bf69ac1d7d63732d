/// The limits on the worker's memory for one file.
package enum DecodingMemory {
    /// The number of bytes for every file: decoders, their libraries, and a picture of some million pixels.
    package static let ordinary = 512 << 20

    /// The number of bytes for the largest pictures.
    package static let maximum = 2 << 30

    /// The number of pixels that can be decoded within the ordinary memory.
    private static let ordinaryPixels = 8_000_000

    /// The number of bytes for each further pixel.
    ///
    /// libheif holds a picture of 10 bits as planes, which have 4 to 6 bytes for each pixel. Two arrangements of its
    /// colours have 6 bytes each. In addition, libvips holds a part of the picture. The sum is below 24 bytes.
    private static let bytesPerPixel = 24

    /// Returns the number of bytes that a picture with a number of pixels may need.
    package static func need(pixels: Int) -> Int {
        ordinary + max(0, min(pixels, Int.max / 64) - ordinaryPixels) * bytesPerPixel
    }

    /// Returns the limit in bytes for a picture with a number of pixels.
    package static func limit(pixels: Int) -> Int { min(need(pixels: pixels), maximum) }
}
