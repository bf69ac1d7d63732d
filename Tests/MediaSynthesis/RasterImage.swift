/// A picture in memory: rows from top to bottom, with three bytes (red, green, blue) for each pixel.
package struct RasterImage: Sendable, Equatable {
    package struct Color: Sendable, Equatable {
        package var red: UInt8
        package var green: UInt8
        package var blue: UInt8

        package init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    package let width: Int
    package let height: Int
    package private(set) var samples: [UInt8]

    /// Creates a picture from a function of column and row.
    package init(width: Int, height: Int, color: (_ column: Int, _ row: Int) -> Color) {
        precondition(width > 0 && height > 0, "A picture has at least one pixel.")
        self.width = width
        self.height = height
        samples = []
        samples.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                let color = color(column, row)
                samples.append(color.red)
                samples.append(color.green)
                samples.append(color.blue)
            }
        }
    }

    /// Returns a gradient that shows the picture's orientation.
    ///
    /// Red rises to the right, and green downwards. `seed` sets the blue, so that pictures differ.
    package static func gradient(width: Int, height: Int, seed: UInt8 = 128) -> RasterImage {
        RasterImage(width: width, height: height) { column, row in
            Color(
                red: UInt8(column * 255 / max(width - 1, 1)),
                green: UInt8(row * 255 / max(height - 1, 1)),
                blue: seed
            )
        }
    }

    package subscript(column: Int, row: Int) -> Color {
        get {
            let start = (row * width + column) * 3
            return Color(
                red: samples[start],
                green: samples[start + 1],
                blue: samples[start + 2]
            )
        }
        set {
            let start = (row * width + column) * 3
            samples[start] = newValue.red
            samples[start + 1] = newValue.green
            samples[start + 2] = newValue.blue
        }
    }
}
