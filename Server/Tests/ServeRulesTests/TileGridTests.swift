import ServeRules
import TestPermits
import Testing

/// How large pictures are cut into tiles.
@Suite(.permit) struct TileGridTests {
    @Test(arguments: [(1, 1), (1024, 1024), (1025, 1), (1, 10_000), (11_648, 8736), (4095, 2049)])
    func tilesCoverEachPixelOnce(_ width: Int, _ height: Int) {
        let grid = TileGrid(width: width, height: height)
        let tiles = grid.tiles
        #expect(tiles.count == grid.columns * grid.rows)
        #expect(tiles.reduce(0) { $0 + $1.width * $1.height } == width * height)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                guard let position = grid.position(column: column, row: row) else {
                    Issue.record("There is no tile \(column) \(row).")
                    continue
                }
                let tile = tiles[position]
                #expect(tile.x == column * grid.side && tile.y == row * grid.side)
                #expect((1...grid.side).contains(tile.width))
                #expect((1...grid.side).contains(tile.height))
                #expect(tile.x + tile.width <= width && tile.y + tile.height <= height)
            }
        }
    }

    @Test(arguments: [(-1, 0), (0, -1), (2, 0), (0, 1), (Int.max, 0), (0, Int.min)])
    func otherTilesDoNotExist(_ column: Int, _ row: Int) {
        #expect(TileGrid(width: 1100, height: 40).position(column: column, row: row) == nil)
    }
}
