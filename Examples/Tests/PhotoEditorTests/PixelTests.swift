import CoreGraphics
import ExamplePixels
import Foundation
import TestPermits
import Testing

@Suite(.permit) struct PixelTests {
    /// A picture whose pixels are all different: red counts columns, green rows.
    private func numbered(_ width: Int, _ height: Int) -> Bitmap {
        var picture = Bitmap(width: width, height: height)
        for row in 0..<height {
            for column in 0..<width { picture[column, row] = Color(UInt8(column), UInt8(row), 0) }
        }
        return picture
    }

    @Test(arguments: [
        (1, [0, 0]), (2, [2, 0]), (3, [2, 1]), (4, [0, 1]), (5, [0, 0]), (6, [0, 1]), (7, [2, 1]),
        (8, [2, 0]),
    ])
    func `a turned picture is made upright`(orientation: Int, corner: [Int]) {
        let upright = numbered(3, 2).upright(fromExif: orientation)
        #expect(upright.width == (orientation >= 5 ? 2 : 3))
        #expect(upright[0, 0] == Color(UInt8(corner[0]), UInt8(corner[1]), 0))
    }

    @Test func `a picture fills its frame, and what sticks out is cut off evenly`() {
        var page = Bitmap(width: 8, height: 8, color: .black)
        page.draw(numbered(12, 4), filling: CGRect(x: 2, y: 2, width: 4, height: 4))
        #expect(page[2, 2] == Color(4, 0, 0) && page[5, 5] == Color(7, 3, 0))
        #expect(page[1, 2] == .black && page[6, 5] == .black)
        page.draw(numbered(2, 2), filling: CGRect(x: 6, y: 6, width: 4, height: 4))
        #expect(page[7, 7] == Color(0, 0, 0))
    }

    @Test func `lines are drawn in their width, with nothing beside`() {
        var page = Bitmap(width: 20, height: 20, color: .white)
        let line = Segment(CGPoint(x: 4, y: 10), CGPoint(x: 16, y: 10))
        page.stroke([line, line], width: 4, .black)
        #expect(page[10, 9] == .black && page[10, 10] == .black)
        #expect(page[10, 6] == .white && page[10, 13] == .white && page[0, 10] == .white)
    }

    @Test func `letters are as wide as they say, accents fall away, and unknown ones become boxes`()
    {
        let lettering = Lettering(size: 14)
        #expect(lettering.width(of: "Grün") == lettering.width(of: "Grun"))
        #expect(lettering.segments(of: "山", at: .zero) == lettering.segments(of: "川", at: .zero))
        #expect(!lettering.segments(of: "山", at: .zero).isEmpty)
        for text in ["Lake", "W", "i", "0123456789", "Ägypten – 3 km"] {
            let ends = lettering.segments(of: text, at: .zero).flatMap { [$0.start.x, $0.end.x] }
            let reach = (ends.max() ?? 0) + lettering.weight / 2
            #expect(reach <= lettering.width(of: text) + lettering.size, "\(text)")
            #expect((ends.min() ?? 0) >= 0, "\(text)")
        }
        #expect(lettering.width(of: "") == 0)
    }

    @Test func `pixels go through a Core Graphics image unchanged`() throws {
        let picture = numbered(5, 3)
        #expect(try Bitmap(picture.cgImage()) == picture)
    }
}
