import ExamplePixels
import Foundation

/// The small map on a page: the way, where photos were taken, the heights below.
struct TrackMap {
    var collage: Collage
    var frame: CGRect

    private let profileHeight = 64.0

    /// Draws nothing where no way is known.
    func draw(on page: inout Bitmap) {
        let track = collage.track
        let heights = Self.heights(along: track)
        var inner = frame.insetBy(dx: 36, dy: 32)
        if heights != nil { inner.size.height -= profileHeight }
        guard inner.width > 0, inner.height > 0, let drawing = TrackDrawing(track, in: inner),
            let first = drawing.points.first, let last = drawing.points.last
        else { return }
        page.fill(frame, Color(230, 235, 220))
        if let heights { drawProfile(heights, on: &page) }
        let way = Segment.path(drawing.points)
        page.stroke(way, width: 9, .white, share: 0.8)
        page.stroke(way, width: 4, Color(194, 81, 47))
        for place in collage.photos.compactMap(\.place) {
            let point = drawing.point(for: place)
            // A photo with a wrong place must not land elsewhere on the page.
            guard frame.insetBy(dx: 8, dy: 8).contains(point) else { continue }
            page.dot(point, radius: 4.5, .ink)
            page.dot(point, radius: 3, .white)
        }
        for (point, color) in [(first, Color(63, 143, 91)), (last, .ink)] {
            page.dot(point, radius: 10, .white)
            page.dot(point, radius: 7.5, color)
        }
        drawScale(drawing, on: &page)
    }

    /// A bar of a round length, about a fifth of the map.
    private func drawScale(_ drawing: TrackDrawing, on page: inout Bitmap) {
        let wanted = drawing.metersPerUnit * frame.width / 5
        let magnitude = pow(10, floor(log10(wanted)))
        let meters = [5, 2, 1].map { $0 * magnitude }.first { $0 <= wanted } ?? magnitude
        let length = meters / drawing.metersPerUnit
        let (right, y) = (frame.maxX - 20, frame.minY + 24)
        let bar = [
            CGPoint(x: right - length, y: y - 5), CGPoint(x: right - length, y: y),
            CGPoint(x: right, y: y), CGPoint(x: right, y: y - 5),
        ]
        page.stroke(Segment.path(bar), width: 2, .faintInk)
        let text = meters >= 1000 ? "\(Int(meters / 1000)) km" : "\(Int(meters)) m"
        let lettering = Lettering(size: 12, weight: 1.7)
        let start = CGPoint(x: right - lettering.width(of: text), y: y + 20)
        page.write(text, lettering, at: start, .faintInk)
    }

    /// The heights along the way; nothing where the track has none.
    private static func heights(along track: [TrackPoint]) -> [(way: Double, height: Double)]? {
        var way = 0.0
        var heights: [(way: Double, height: Double)] = []
        for (index, point) in track.enumerated() {
            if index > 0 { way += track[index - 1].place.distance(to: point.place) }
            if let elevation = point.elevation { heights.append((way, elevation)) }
        }
        guard heights.count > 2, way > 0, let low = heights.map(\.height).min(),
            let high = heights.map(\.height).max(), high - low >= 10
        else { return nil }
        return heights
    }

    /// Lowest and highest are named.
    private func drawProfile(_ heights: [(way: Double, height: Double)], on page: inout Bitmap) {
        guard let low = heights.map(\.height).min(), let high = heights.map(\.height).max(),
            let end = heights.last?.way
        else { return }
        var next = 0
        for column in Int(frame.minX)..<Int(frame.maxX) {
            let way = (Double(column) + 0.5 - frame.minX) / frame.width * end
            while next < heights.count - 1, heights[next].way < way { next += 1 }
            let (from, to) = (heights[max(next - 1, 0)], heights[next])
            let share = to.way > from.way ? (way - from.way) / (to.way - from.way) : 0
            let height = from.height + (to.height - from.height) * min(max(share, 0), 1)
            let tall = 8 + (height - low) / (high - low) * (profileHeight - 16)
            page.fill(
                CGRect(x: Double(column), y: frame.maxY - tall.rounded(), width: 1, height: tall),
                Color(201, 211, 187)
            )
        }
        page.write(
            "\(Int(low.rounded())) – \(Int(high.rounded())) m",
            Lettering(size: 12, weight: 1.7),
            at: CGPoint(x: frame.minX + 16, y: frame.maxY - 10),
            .faintInk
        )
    }
}
