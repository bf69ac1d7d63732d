import Foundation

/// A picture in memory: rows of red, green, blue and alpha, 8 bits each, from the upper left corner on.
package struct Bitmap: Hashable, Sendable {
    package let width: Int
    package let height: Int
    package var bytes: [UInt8]

    package init(width: Int, height: Int, color: Color = .white) {
        self.width = width
        self.height = height
        let pixel = [color.red, color.green, color.blue, 255]
        let row = [UInt8]((0..<width).map { _ in pixel }.joined())
        bytes = [UInt8]((0..<height).map { _ in row }.joined())
    }

    /// Takes pixels as they are.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - height: The number of rows.
    ///   - bytes: Four for each pixel.
    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 4, "A bitmap has four bytes for each pixel.")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The colour of a pixel; its alpha stays as it is.
    package subscript(column: Int, row: Int) -> Color {
        get {
            let offset = (row * width + column) * 4
            return Color(bytes[offset], bytes[offset + 1], bytes[offset + 2])
        }
        set {
            let offset = (row * width + column) * 4
            bytes[offset] = newValue.red
            bytes[offset + 1] = newValue.green
            bytes[offset + 2] = newValue.blue
        }
    }

    /// Lays a colour over a pixel; what is outside is passed over.
    package mutating func blend(_ color: Color, column: Int, row: Int, share: Double) {
        guard share > 0, (0..<width).contains(column), (0..<height).contains(row) else { return }
        self[column, row] = self[column, row].mixed(with: color, min(share, 1))
    }

    /// Lays a colour over a rectangle of whole pixels.
    package mutating func fill(_ frame: CGRect, _ color: Color, share: Double = 1) {
        let columns = max(0, Int(frame.minX))..<max(0, min(width, Int(frame.maxX)))
        let rows = max(0, Int(frame.minY))..<max(0, min(height, Int(frame.maxY)))
        for row in rows {
            for column in columns {
                self[column, row] = self[column, row].mixed(with: color, share)
            }
        }
    }

    /// Puts another picture in a frame of whole pixels: enlarged or reduced to fill it, what sticks out cut off.
    package mutating func draw(_ picture: Bitmap, filling frame: CGRect) {
        guard picture.width > 0, picture.height > 0, frame.width >= 1, frame.height >= 1 else {
            return
        }
        let scale = min(
            Double(picture.width) / frame.width,
            Double(picture.height) / frame.height
        )
        let left = (Double(picture.width) - frame.width * scale) / 2
        let top = (Double(picture.height) - frame.height * scale) / 2
        let (columns, rows) = (Int(frame.width), Int(frame.height))
        for row in 0..<rows where (0..<height).contains(Int(frame.minY) + row) {
            let y = min(picture.height - 1, Int(top + (Double(row) + 0.5) * scale))
            for column in 0..<columns where (0..<width).contains(Int(frame.minX) + column) {
                let x = min(picture.width - 1, Int(left + (Double(column) + 0.5) * scale))
                self[Int(frame.minX) + column, Int(frame.minY) + row] = picture[x, y]
            }
        }
    }
}
