import ServeRules
import TestPermits
import Testing

/// Crops and turns, compared with pixels that are really cropped and turned.
@Suite(.permit) struct PictureEditTests {
    /// A picture of numbers, row by row.
    private typealias Rows = [[Int]]

    private func turned(_ rows: Rows) -> Rows {
        rows[0].indices.map { column in rows.reversed().map { $0[column] } }
    }

    private func cropped(_ rows: Rows, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rows {
        rows[y..<(y + height)].map { Array($0[x..<(x + width)]) }
    }

    private func rendered(_ rows: Rows, _ edit: PictureEdit) -> Rows {
        let part = edit.remainingPixels(width: rows[0].count, height: rows.count)
        var result = cropped(rows, part.x, part.y, part.width, part.height)
        for _ in 0..<edit.turns { result = turned(result) }
        return result
    }

    @Test(arguments: 0..<100)
    func recipesComposeLikePixels(_ seed: UInt64) throws {
        var random = Seeded(state: seed)
        let original = (0..<48).map { row in (0..<64).map { row * 64 + $0 } }
        var (pixels, edit) = (original, PictureEdit())
        for _ in 0..<6 {
            if Bool.random(using: &random) {
                let quarters = Int.random(in: -5...5, using: &random)
                edit = edit.turned(byQuarters: quarters)
                for _ in 0..<((quarters % 4 + 4) % 4) { pixels = turned(pixels) }
            } else {
                let (width, height) = (pixels[0].count, pixels.count)
                let x = Int.random(in: 0..<max(1, width / 3), using: &random)
                let y = Int.random(in: 0..<max(1, height / 3), using: &random)
                let columns = Int.random(in: max(1, width / 2)...(width - x), using: &random)
                let rows = Int.random(in: max(1, height / 2)...(height - y), using: &random)
                pixels = cropped(pixels, x, y, columns, rows)
                let area = PictureEdit.Area(
                    x: Double(x) / Double(width),
                    y: Double(y) / Double(height),
                    width: Double(columns) / Double(width),
                    height: Double(rows) / Double(height)
                )
                edit = edit.cropped(to: try #require(area))
            }
        }
        #expect(rendered(original, edit) == pixels)
    }

    @Test func areasOutsideAreRefused() {
        for (x, y, width, height) in [
            (0.0, 0.0, 0.0, 1.0), (0, 0, 1.1, 1), (-0.1, 0, 1, 1), (0.5, 0, 0.6, 1),
            (0, 0, .nan, 1),
            (0, .infinity, 1, 1), (1, 1, 1, 1),
        ] { #expect(PictureEdit.Area(x: x, y: y, width: width, height: height) == nil) }
        #expect(PictureEdit.Area(x: 0, y: 0, width: 1, height: 1) != nil)
    }

    @Test func aTinyAreaKeepsAPixel() throws {
        let area = try #require(
            PictureEdit.Area(x: 0.9999, y: 0.9999, width: 0.00005, height: 0.00005)
        )
        let part = PictureEdit().cropped(to: area).remainingPixels(width: 10, height: 10)
        #expect(part == (9, 9, 1, 1))
    }
}
