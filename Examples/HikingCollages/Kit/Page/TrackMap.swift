import Foundation

/// The small map on a page: the way, where photos were taken, the heights below.
struct TrackMap {
    var collage: Collage
    var frame: CGRect

    private let profileHeight = 64.0

    /// Nothing where no way is known.
    func svg() -> [String] {
        let track = collage.track
        let heights = profile(of: track)
        var inner = frame.insetBy(dx: 36, dy: 32)
        if heights != nil { inner.size.height -= profileHeight }
        guard let drawing = TrackDrawing(track, in: inner),
            let first = drawing.points.first, let last = drawing.points.last
        else { return [] }

        var lines = [
            """
            <rect class="map" x="\(SVGText.number(frame.minX))" y="\(SVGText.number(frame.minY))" \
            width="\(SVGText.number(frame.width))" height="\(SVGText.number(frame.height))" rx="12"/>
            """
        ]
        if let heights { lines += heights }
        let way = SVGText.points(drawing.points)
        lines.append(#"<polyline class="halo" points="\#(way)"/>"#)
        lines.append(#"<polyline class="way" points="\#(way)"/>"#)
        for place in collage.photos.compactMap(\.place) {
            let point = drawing.point(for: place)
            // A photo with a wrong place must not land elsewhere on the page.
            guard frame.insetBy(dx: 8, dy: 8).contains(point) else { continue }
            lines.append(circle("spot", point, 3.5))
        }
        lines.append(circle("start", first, 9))
        lines.append(circle("end", last, 9))
        lines += scaleBar(drawing)
        return lines
    }

    private func circle(_ kind: String, _ point: CGPoint, _ radius: Double) -> String {
        """
        <circle class="\(kind)" cx="\(SVGText.number(point.x))" cy="\(SVGText.number(point.y))" \
        r="\(SVGText.number(radius))"/>
        """
    }

    /// A bar of a round length, about a fifth of the map.
    private func scaleBar(_ drawing: TrackDrawing) -> [String] {
        let wanted = drawing.metersPerUnit * frame.width / 5
        let magnitude = pow(10, floor(log10(wanted)))
        let meters = [5, 2, 1].map { $0 * magnitude }.first { $0 <= wanted } ?? magnitude
        let length = meters / drawing.metersPerUnit
        let (right, y) = (frame.maxX - 20, frame.minY + 24)
        let text = meters >= 1000 ? "\(SVGText.number(meters / 1000)) km" : "\(Int(meters)) m"
        return [
            """
            <path class="scale" d="M\(SVGText.number(right - length)) \(SVGText.number(y - 5))v5\
            h\(SVGText.number(length))v-5"/>
            """,
            """
            <text class="label" text-anchor="end" x="\(SVGText.number(right))" \
            y="\(SVGText.number(y + 18))">\(text)</text>
            """,
        ]
    }

    /// The heights along the way, lowest and highest named; nothing where the track has none.
    private func profile(of track: [TrackPoint]) -> [String]? {
        var way = 0.0
        var heights: [(way: Double, height: Double)] = []
        for (index, point) in track.enumerated() {
            if index > 0 { way += track[index - 1].place.distance(to: point.place) }
            if let elevation = point.elevation { heights.append((way, elevation)) }
        }
        guard heights.count > 2, way > 0, let low = heights.map(\.height).min(),
            let high = heights.map(\.height).max(), high - low >= 10
        else { return nil }
        let area = CGRect(
            x: frame.minX,
            y: frame.maxY - profileHeight,
            width: frame.width,
            height: profileHeight
        )
        let line = heights.map { entry in
            CGPoint(
                x: area.minX + entry.way / way * area.width,
                y: area.maxY - 8 - (entry.height - low) / (high - low) * (area.height - 16)
            )
        }
        let (left, right) = (SVGText.number(area.minX), SVGText.number(area.maxX))
        let bottom = area.maxY
        return [
            """
            <path class="profile" d="M\(left) \(SVGText.number(bottom - 12))\
            L\(SVGText.points(line)) \(right),\(SVGText.number(bottom - 12))\
            q0,12 -12,12H\(SVGText.number(area.minX + 12))q-12,0 -12,-12z"/>
            """,
            """
            <text class="label" x="\(SVGText.number(area.minX + 16))" \
            y="\(SVGText.number(bottom - 12))">\(Int(low.rounded())) – \(Int(high.rounded())) m</text>
            """,
        ]
    }
}
