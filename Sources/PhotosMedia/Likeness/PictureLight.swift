import Foundation

/// The light and the colours of a small picture, in a form from which each part can be averaged fast.
package struct PictureLight: Sendable {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The mean of blue minus light and of red minus light in 4 rows of 4 fields, 32 numbers.
    package let colors: [Float]
    /// The sums of light over all pixels above and to the left, with a row and a column of zeros first.
    private let sums: [Double]

    /// Reads the pixels of a picture.
    ///
    /// Transparent parts count as white. The result is nil if the picture has no pixels, or not as many as its size says.
    ///
    /// - Parameter picture: Pixels of red, green, blue and alpha.
    package init?(_ picture: Picture) {
        let (width, height) = (picture.width, picture.height)
        guard picture.format == .pixels, width > 0, height > 0,
            picture.bytes.count == width * height * 4
        else { return nil }
        var sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
        var colors = [Float](repeating: 0, count: 2 * Self.colorFields * Self.colorFields)
        var counts = [Float](repeating: 0, count: Self.colorFields * Self.colorFields)
        let bytes = [UInt8](picture.bytes)
        for y in 0..<height {
            var row = 0.0
            let fieldRow = y * Self.colorFields / height * Self.colorFields
            for x in 0..<width {
                let start = (y * width + x) * 4
                let alpha = Double(bytes[start + 3]) / 255
                let white = 255 * (1 - alpha)
                let red = Double(bytes[start]) * alpha + white
                let green = Double(bytes[start + 1]) * alpha + white
                let blue = Double(bytes[start + 2]) * alpha + white
                let light = 0.299 * red + 0.587 * green + 0.114 * blue
                row += light
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
                let field = fieldRow + x * Self.colorFields / width
                colors[field] += Float(blue - light)
                colors[field + counts.count] += Float(red - light)
                counts[field] += 1
            }
        }
        for field in colors.indices { colors[field] /= max(1, counts[field % counts.count]) }
        self.width = width
        self.height = height
        self.sums = sums
        self.colors = colors
    }

    private static let colorFields = 4

    /// Returns the mean light of square fields, row by row.
    ///
    /// - Parameters:
    ///   - side: The number of fields in each row, and of rows.
    ///   - part: The part of the picture that the fields cover.
    /// - Returns: `side * side` numbers from 0 to 255.
    package func means(_ side: Int, of part: UnitRectangle = .whole) -> [Double] {
        let columns = Self.edges(side, from: part.x, length: part.width, of: width)
        let rows = Self.edges(side, from: part.y, length: part.height, of: height)
        var corners = [Double](repeating: 0, count: (side + 1) * (side + 1))
        for (line, y) in rows.enumerated() {
            let above = y.index * (width + 1)
            let below = min(y.index + 1, height) * (width + 1)
            for (column, x) in columns.enumerated() {
                let right = min(x.index + 1, width)
                let upper =
                    sums[above + x.index] * (1 - x.fraction) + sums[above + right] * x.fraction
                let lower =
                    sums[below + x.index] * (1 - x.fraction) + sums[below + right] * x.fraction
                corners[line * (side + 1) + column] =
                    upper * (1 - y.fraction) + lower * y.fraction
            }
        }
        let area =
            part.width * Double(width) / Double(side) * part.height * Double(height) / Double(side)
        var means = [Double](repeating: 0, count: side * side)
        for line in 0..<side {
            for column in 0..<side {
                let corner = line * (side + 1) + column
                let sum =
                    corners[corner + side + 2] - corners[corner + 1] - corners[corner + side + 1]
                    + corners[corner]
                means[line * side + column] = sum / area
            }
        }
        return means
    }

    /// Returns the edges of fields in pixels, each as a whole number and a fraction.
    private static func edges(
        _ side: Int,
        from start: Double,
        length: Double,
        of pixels: Int
    ) -> [(index: Int, fraction: Double)] {
        (0...side).map { edge in
            let place = (start + length * Double(edge) / Double(side)) * Double(pixels)
            let index = min(max(0, Int(place)), pixels)
            return (index, min(1, max(0, place - Double(index))))
        }
    }
}
