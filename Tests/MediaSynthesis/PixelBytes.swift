/// Loops over pixels of four bytes: red, green, blue and alpha.
package enum PixelBytes {
    /// The opaque pixels of a picture.
    package static func opaque(_ image: RasterImage) -> [UInt8] {
        var bytes = [UInt8](repeating: 255, count: image.width * image.height * 4)
        for pixel in 0..<image.width * image.height {
            for channel in 0..<3 { bytes[pixel * 4 + channel] = image.samples[pixel * 3 + channel] }
        }
        return bytes
    }

    /// Each colour's level becomes the entry of that number of a table of 256.
    package static func mapped(_ bytes: [UInt8], by table: [UInt8]) -> [UInt8] {
        precondition(table.count == 256, "A table has an entry for each level.")
        var bytes = bytes
        for index in bytes.indices where index % 4 != 3 { bytes[index] = table[Int(bytes[index])] }
        return bytes
    }

    /// Each colour becomes the mean of the pixel's three colours.
    package static func gray(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for start in stride(from: 0, to: bytes.count, by: 4) {
            let sum = Int(bytes[start]) + Int(bytes[start + 1]) + Int(bytes[start + 2])
            for index in start..<start + 3 { bytes[index] = UInt8(sum / 3) }
        }
        return bytes
    }
}
