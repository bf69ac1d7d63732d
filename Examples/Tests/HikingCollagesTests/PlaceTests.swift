import Foundation
import HikingCollagesKit
import TestPermits
import Testing

@Suite(.permit) struct PlaceTests {
    @Test func `distances are right within half a percent`() {
        let bern = Place(latitude: 46.948, longitude: 7.447)
        let zurich = Place(latitude: 47.378, longitude: 8.540)
        #expect(abs(bern.distance(to: zurich) - 95_500) < 500)
        #expect(bern.distance(to: bern) == 0)
        let east = Place(latitude: 0, longitude: 179.5)
        #expect(abs(east.distance(to: Place(latitude: 0, longitude: -179.5)) - 111_195) < 1)
    }

    @Test func `climbing counts ups, not the noise of measuring`() {
        let heights = [1000, 1003, 999, 1050, 1046, 1051, 1020, 1100.0]
        let track = heights.map {
            TrackPoint(place: Place(latitude: 0, longitude: 0), elevation: $0)
        }
        #expect(track.climb()?.up == 132)
        #expect(track.climb()?.down == 31)
        #expect([TrackPoint(place: Place(latitude: 0, longitude: 0))].climb() == nil)
    }

    @Test(arguments: [1, 2, 3, 7, 8, 9, 40])
    func `metres uphill and downhill agree with the lowest and the highest point`(_ step: Int) {
        let up = stride(from: 1000, through: 2003, by: step).map { Double($0) + 0.4 }
        func climb(_ heights: [Double]) -> [Int] {
            let points = heights.map {
                TrackPoint(place: Place(latitude: 0, longitude: 0), elevation: $0)
            }
            return points.climb().map { [$0.up, $0.down] } ?? []
        }
        let range = Int((up.last ?? 0).rounded()) - 1000
        #expect(climb(up) == [range, 0])
        #expect(climb(up.reversed()) == [0, range])
        #expect(climb(up + up.reversed()) == [range, range])
        #expect(climb(up.flatMap { [$0, $0 - 3] } + [up.last ?? 0]) == [range + 3, 0])
        #expect(climb([1000, 1003, 1001]) == [0, 0])
    }

    @Test func `drawn ways keep to their frame and their proportions`() throws {
        let frame = CGRect(x: 100, y: 50, width: 300, height: 200)
        let track = [(46.0, 8.0), (46.01, 8.02), (46.02, 8.0)].map {
            TrackPoint(place: Place(latitude: $0.0, longitude: $0.1))
        }
        let drawing = try #require(TrackDrawing(track, in: frame))
        #expect(drawing.points.allSatisfy { frame.insetBy(dx: -0.01, dy: -0.01).contains($0) })
        #expect(abs(drawing.points[0].y - frame.maxY) < 0.01)
        let drawn = hypot(
            drawing.points[1].x - drawing.points[0].x,
            drawing.points[1].y - drawing.points[0].y
        )
        let walked = track[0].place.distance(to: track[1].place)
        #expect(abs(drawn * drawing.metersPerUnit / walked - 1) < 0.01)
        #expect(TrackDrawing([track[0], track[0]], in: frame) == nil)
        #expect(TrackDrawing([], in: frame) == nil)
    }

    @Test(arguments: [
        ("2024-06-14-Ridge", "2024-06-14-Ridge"), ("../../etc/passwd", "etc-passwd"),
        ("Über dem See", "Uber-dem-See"), ("山", "unnamed"), ("", "unnamed"),
    ])
    func `file names are safe`(text: String, name: String) {
        #expect(SafeFileName.stem(of: text) == name)
    }
}
