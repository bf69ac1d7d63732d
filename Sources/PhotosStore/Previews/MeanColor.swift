package import Foundation

/// The mean colour of a picture, in sRGB.
package struct MeanColor: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Returns the mean colour of pixels of red, green, blue and alpha, over white as in a JPEG file.
    ///
    /// Returns nil where there are no pixels.
    package init?(ofPixels bytes: Data) {
        let count = bytes.count / 4
        guard count > 0 else { return nil }
        var sums = [0, 0, 0]
        for pixel in 0..<count {
            let start = bytes.startIndex + 4 * pixel
            let alpha = Int(bytes[start + 3])
            for part in 0..<3 {
                sums[part] += Int(bytes[start + part]) * alpha + 255 * (255 - alpha)
            }
        }
        let means = sums.map { UInt8(($0 + 255 * count / 2) / (255 * count)) }
        self.init(red: means[0], green: means[1], blue: means[2])
    }
}

extension MeanColor {
    /// The number that stands for the colour in the column `used` of the table `grid`: below 0, as no day is.
    ///
    /// Older programs write a day there and never read it. A database with a further column would seem damaged to them,
    /// and they would delete all previews.
    var stored: Int64 { -1 - (Int64(red) << 16 | Int64(green) << 8 | Int64(blue)) }

    /// Returns the colour of a stored number; nil for a day.
    init?(stored number: Int64) {
        guard (-0x100_0000 ... -1).contains(number) else { return nil }
        let code = -1 - number
        self.init(
            red: UInt8(code >> 16),
            green: UInt8(code >> 8 & 0xFF),
            blue: UInt8(code & 0xFF)
        )
    }
}
