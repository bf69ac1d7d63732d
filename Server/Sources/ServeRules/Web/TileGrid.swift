/// How a large picture is cut into tiles, each a picture of its own.
public struct TileGrid: Hashable, Sendable, Codable {
    /// A part of the picture, in pixels from the upper left corner.
    public struct Tile: Hashable, Sendable {
        /// The left edge.
        public let x: Int
        /// The upper edge.
        public let y: Int
        /// The width, which is smaller in the last column.
        public let width: Int
        /// The height, which is smaller in the last row.
        public let height: Int
    }

    /// The width of the picture in pixels.
    public let width: Int
    /// The height of the picture in pixels.
    public let height: Int
    /// The longest side of a tile.
    public let side: Int

    /// Cuts a picture into tiles.
    ///
    /// - Parameters:
    ///   - width: The width of the picture in pixels, from 1.
    ///   - height: The height of the picture in pixels, from 1.
    ///   - side: The longest side of a tile, from 1.
    public init(width: Int, height: Int, side: Int = 1024) {
        precondition(width > 0 && height > 0 && side > 0, "A picture and its tiles have pixels.")
        self.width = width
        self.height = height
        self.side = side
    }

    /// The number of columns.
    public var columns: Int { (width + side - 1) / side }

    /// The number of rows.
    public var rows: Int { (height + side - 1) / side }

    /// All tiles, row by row.
    public var tiles: [Tile] {
        (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let (x, y) = (column * side, row * side)
                return Tile(
                    x: x,
                    y: y,
                    width: min(side, width - x),
                    height: min(side, height - y)
                )
            }
        }
    }

    /// Returns the position of a tile in ``tiles``; nil where there is no such tile.
    ///
    /// - Parameters:
    ///   - column: The column, from 0.
    ///   - row: The row, from 0.
    /// - Returns: The position.
    public func position(column: Int, row: Int) -> Int? {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
        return row * columns + column
    }
}
