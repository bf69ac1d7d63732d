extension RasterImage {
    /// Differences between pixels and a reference, in steps of 8 bits over all channels.
    package struct Difference: Sendable {
        package var mean = 0.0
        package var maximum = 0
    }

    /// How far pixels of four bytes (red, green, blue, alpha) are from this picture; nil if one of them is not opaque.
    package func difference(from pixels: [UInt8]) -> Difference? {
        precondition(pixels.count == width * height * 4, "Each pixel has four bytes.")
        var result = Difference()
        var sum = 0
        for index in 0..<width * height {
            guard pixels[index * 4 + 3] == 255 else { return nil }
            for channel in 0..<3 {
                let distance = abs(
                    Int(pixels[index * 4 + channel]) - Int(samples[index * 3 + channel])
                )
                sum += distance
                result.maximum = max(result.maximum, distance)
            }
        }
        result.mean = Double(sum) / Double(samples.count)
        return result
    }
}
