/// A part of a picture in whole pixels.
package struct PixelArea: Sendable, Hashable {
    package let left: Int
    package let top: Int
    package let size: PixelSize

    /// Creates the smallest area that contains a part of a picture.
    package init(_ part: UnitRectangle, of picture: PixelSize) {
        let columns = Self.pixelRange(from: part.x, length: part.width, of: picture.width)
        let rows = Self.pixelRange(from: part.y, length: part.height, of: picture.height)
        left = columns.lowerBound
        top = rows.lowerBound
        size = PixelSize(width: columns.count, height: rows.count)
    }

    private static func pixelRange(from start: Double, length: Double, of count: Int) -> Range<Int>
    {
        // Halves and thirds are not exact. A difference of a thousandth of a pixel from a border counts as the border.
        let slack = 0.001
        let first = (start * Double(count) + slack).rounded(.down)
        let last = ((start + length) * Double(count) - slack).rounded(.up)
        let lower = min(max(0, Int(first)), count - 1)
        return lower..<min(max(lower + 1, Int(last)), count)
    }
}

extension UnitRectangle {
    /// The whole picture.
    package static let whole = UnitRectangle(x: 0, y: 0, width: 1, height: 1)

    /// Converts a part of the shown picture to the same part of the stored picture.
    package func stored(_ orientation: ImageOrientation) -> UnitRectangle {
        let first = Self.storedPoint(in: orientation, x: x, y: y)
        let second = Self.storedPoint(in: orientation, x: x + width, y: y + height)
        return UnitRectangle(
            x: min(first.x, second.x),
            y: min(first.y, second.y),
            width: abs(first.x - second.x),
            height: abs(first.y - second.y)
        )
    }

    private static func storedPoint(
        in orientation: ImageOrientation,
        x: Double,
        y: Double
    ) -> (x: Double, y: Double) {
        let turn = orientation.coefficients.map(Double.init)
        // The corner of the shown picture where the stored pixels begin.
        let fromX = x - (turn[0] + turn[2] < 0 ? 1 : 0)
        let fromY = y - (turn[1] + turn[3] < 0 ? 1 : 0)
        return (turn[0] * fromX + turn[1] * fromY, turn[2] * fromX + turn[3] * fromY)
    }
}
