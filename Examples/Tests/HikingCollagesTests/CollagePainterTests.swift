import ExamplePixels
import Foundation
import HikingCollagesKit
import TestPermits
import Testing

@Suite(.permit) struct CollagePainterTests {
    private let red = Bitmap(width: 4, height: 3, color: Color(200, 10, 10))

    private func collage(_ photos: [PhotoFacts], hasTrack: Bool = true) -> Collage {
        var hike = hike("Ridge", from: 480, to: 600)
        if hasTrack {
            hike.track = [
                TrackPoint(place: Place(latitude: 46, longitude: 8), elevation: 1000),
                TrackPoint(place: Place(latitude: 46.01, longitude: 8.01), elevation: 1200),
                TrackPoint(place: Place(latitude: 46.02, longitude: 8), elevation: 1100),
            ]
        }
        return Collage(hike: hike, photos: photos)
    }

    @Test func `every photo has a tile on the page, none over another`() {
        let photos = (0..<23).map { photo("p\($0)", at: 480 + Double($0)) }
        let layout = CollageLayout(collage(photos))
        #expect(layout.tiles.map(\.photo) == photos)
        let page = CGRect(x: 0, y: 0, width: layout.width, height: layout.height)
        for (index, tile) in layout.tiles.enumerated() {
            #expect(page.contains(tile.frame) && tile.frame == tile.frame.integral)
            for other in layout.tiles[(index + 1)...] {
                #expect(tile.frame.intersection(other.frame).isEmpty)
            }
        }
    }

    @Test func `of very many photos some are shown, from all of the hike`() {
        let photos = (0..<1000).map { photo("p\($0)", at: 480 + Double($0) / 10) }
        let tiles = CollageLayout(collage(photos)).tiles
        #expect(tiles.count == CollageLayout.maximumTiles)
        #expect(tiles.first?.photo.id == "p0")
        #expect((tiles.last.map { $0.photo.takenAt } ?? .distantPast) > minute(570))
    }

    @Test func `a tile shows its picture, and one without stays empty`() throws {
        let photos = [photo("a", at: 481), photo("b", at: 482)]
        let painter = CollagePainter(collage(photos), timeZone: utc)
        let page = painter.page(["a": red])
        #expect((page.width, page.height) == (1600, painter.layout.height))
        let centers = painter.layout.tiles.map { page[Int($0.frame.midX), Int($0.frame.midY)] }
        #expect(centers[0] == Color(200, 10, 10))
        #expect(centers[1] != Color(200, 10, 10) && centers[1] != page[2, 2])
    }

    @Test func `the heading tells when, how far and how much`() {
        var movie = photo("m", at: 490)
        movie.kind = .movie
        let painter = CollagePainter(collage([photo("a", at: 481), movie]), timeZone: utc)
        #expect(painter.times == "Friday 14 June 2024, 08:00 – 10:00")
        #expect(
            painter.figures == "2.7 km  ·  200 m uphill  ·  100 m downhill  ·  1 photo  ·  1 movie"
        )
    }

    @Test func `a movie is marked as one, and a favorite, a rating and a caption can be seen`()
        throws
    {
        func marked(
            _ change: (inout PhotoFacts) -> Void
        ) -> (page: Bitmap, frame: CGRect, text: String) {
            var shown = photo("a", at: 481)
            change(&shown)
            let painter = CollagePainter(collage([shown]), timeZone: utc)
            let frame = painter.layout.tiles[0].frame
            let marks = TileMarks(photo: shown, frame: frame, timeZone: utc)
            return (painter.page(["a": red]), frame, marks.text)
        }
        func colors(_ page: Bitmap, _ frame: CGRect) -> Set<Color> {
            var colors: Set<Color> = []
            for row in Int(frame.minY)..<Int(frame.maxY) {
                for column in Int(frame.minX)..<Int(frame.maxX) { colors.insert(page[column, row]) }
            }
            return colors
        }
        let plain = marked { _ in }
        let corner = CGRect(x: plain.frame.maxX - 160, y: plain.frame.minY, width: 160, height: 40)
        let middle = plain.frame.insetBy(
            dx: plain.frame.width * 0.47,
            dy: plain.frame.height * 0.47
        )
        #expect(plain.text == "08:01")
        #expect(colors(plain.page, corner) == [Color(200, 10, 10)])
        let movie = marked {
            $0.kind = .movie
            $0.duration = 63.4
        }
        #expect(movie.text == "08:01 · 1:03")
        #expect(colors(movie.page, middle).contains(.white))
        let favorite = marked { $0.isFavorite = true }
        #expect(colors(favorite.page, corner).contains(Color(235, 84, 94)))
        let rated = marked { $0.rating = 4 }
        #expect(colors(rated.page, corner).contains(Color(250, 204, 80)))
        #expect(
            marked { $0.caption = "A rest in\nthe shade" }.text == "08:01 · A rest in the shade"
        )
        let long = marked { $0.caption = String(repeating: "a long walk ", count: 40) }.text
        #expect(long.hasPrefix("08:01 · a long walk a") && long.hasSuffix("..."))
    }

    @Test func `times are those of the camera's clock, whoever draws the page`() {
        var first = photo("a", at: 481)
        first.zoneOffset = 7200
        var last = photo("b", at: 490)
        last.zoneOffset = 7200
        let painter = CollagePainter(collage([first, last]), timeZone: utc)
        #expect(painter.times == "Friday 14 June 2024, 10:00 – 12:00")
    }

    @Test func `there is a map where there is a way, and none elsewhere`() {
        func colors(_ collage: Collage) -> Set<Color> {
            let page = CollagePainter(collage, timeZone: utc).page([:])
            var colors: Set<Color> = []
            for row in 60..<200 {
                for column in 1000..<1540 { colors.insert(page[column, row]) }
            }
            return colors
        }
        #expect(colors(collage([photo("a", at: 481)])).contains(Color(194, 81, 47)))
        let plain = collage([photo("a", at: 481, located: false)], hasTrack: false)
        #expect(colors(plain).count == 1)
    }
}
