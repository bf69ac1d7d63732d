import Foundation

/// Draws a collage as an SVG page.
package struct CollagePage {
    package var collage: Collage
    package var photos: [PagePhoto]
    package var timeZone: TimeZone

    package init(collage: Collage, photos: [PagePhoto], timeZone: TimeZone) {
        self.collage = collage
        self.photos = photos
        self.timeZone = timeZone
    }

    let width = 1600.0
    let margin = 56.0
    let headerHeight = 400.0

    /// The whole page.
    package func svg() -> String {
        let placed = photos.filter { $0.isShowable && $0.path != nil }
        let others = photos.filter { !$0.isShowable || $0.path == nil }
        let rows = JustifiedRows(width: width - 2 * margin)
        let frames = rows.frames(
            for: placed.map {
                .init(aspectRatio: $0.facts.aspectRatio, isFavorite: $0.facts.isFavorite)
            }
        ).map { $0.offsetBy(dx: margin, dy: headerHeight) }
        let bottom = (frames.map { Double($0.maxY) }.max() ?? headerHeight) + 24
        let height = bottom + footerHeight(others)

        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(SVGText.number(width)) \
            \(SVGText.number(height))" width="\(SVGText.number(width))" \
            height="\(SVGText.number(height))">
            """,
            "<title>\(SVGText.escaped(collage.hike.title))</title>",
            Self.style,
            #"<rect class="paper" width="100%" height="100%"/>"#,
        ]
        lines += heading()
        lines += TrackMap(collage: collage, frame: mapFrame).svg()
        for (photo, frame) in zip(placed, frames) { lines += tile(photo, frame) }
        lines += footer(others, top: bottom)
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private var mapFrame: CGRect {
        CGRect(x: width - margin - 560, y: margin, width: 560, height: headerHeight - margin - 32)
    }

    private func heading() -> [String] {
        let hike = collage.hike
        // A long title gets smaller letters, so that it ends before the map.
        let size = min(58, 1650 / Double(max(hike.title.count, 1)))
        return [
            """
            <text class="title" x="\(SVGText.number(margin))" y="150" \
            font-size="\(SVGText.number(size))">\(SVGText.escaped(hike.title))</text>
            """,
            #"<text class="times" x="\#(SVGText.number(margin))" y="202">\#(times)</text>"#,
            #"<text class="facts" x="\#(SVGText.number(margin))" y="244">\#(figures)</text>"#,
        ]
    }

    private var times: String {
        let (start, end) = (collage.hike.start, collage.hike.end)
        let day = "EEEE d MMMM yyyy"
        let first = start.text("\(day), HH:mm", in: timeZone)
        let isOneDay = start.text(day, in: timeZone) == end.text(day, in: timeZone)
        let last = end.text(isOneDay ? "HH:mm" : "\(day), HH:mm", in: timeZone)
        return SVGText.escaped("\(first) – \(last)")
    }

    private var figures: String {
        let track = collage.track
        var parts: [String] = []
        if track.length >= 100 { parts.append("\(SVGText.number(track.length / 1000)) km") }
        if let ascent = track.ascent(), ascent >= 10 { parts.append("\(Int(ascent)) m uphill") }
        parts.append(CollageDifference.photos(photos.count { $0.facts.kind == .picture }))
        let movies = photos.count { $0.facts.kind == .movie }
        if movies > 0 { parts.append(movies == 1 ? "1 movie" : "\(movies) movies") }
        let favorites = photos.count(where: \.facts.isFavorite)
        if favorites > 0 { parts.append("\(favorites) ★") }
        return parts.joined(separator: "   ·   ")
    }

    private func tile(_ photo: PagePhoto, _ frame: CGRect) -> [String] {
        let box = """
            x="\(SVGText.number(frame.minX))" y="\(SVGText.number(frame.minY))" \
            width="\(SVGText.number(frame.width))" height="\(SVGText.number(frame.height))"
            """
        let href = SVGText.escaped(photo.path ?? "")
        let time = photo.facts.takenAt.text("HH:mm", in: timeZone)
        var lines = [
            #"<a href="\#(href)"><image class="photo" href="\#(href)" \#(box) "#
                + #"preserveAspectRatio="xMidYMid slice"/></a>"#,
            """
            <text class="time" x="\(SVGText.number(frame.minX + 12))" \
            y="\(SVGText.number(frame.maxY - 12))">\(time)</text>
            """,
        ]
        if photo.facts.isFavorite {
            lines.append(
                """
                <text class="star" x="\(SVGText.number(frame.maxX - 14))" \
                y="\(SVGText.number(frame.minY + 36))">★</text>
                """
            )
        }
        return lines
    }

    private func footerHeight(_ others: [PagePhoto]) -> Double {
        others.isEmpty ? margin - 24 : margin + 22 * Double(others.count) + 30
    }

    /// Names the files that stand beside the page but cannot be shown on it.
    private func footer(_ others: [PagePhoto], top: Double) -> [String] {
        guard !others.isEmpty else { return [] }
        let x = SVGText.number(margin)
        var lines = [
            """
            <text class="facts" x="\(x)" y="\(SVGText.number(top + 18))">Not shown here:</text>
            """
        ]
        for (index, photo) in others.enumerated() {
            let y = SVGText.number(top + 46 + 22 * Double(index))
            let time = photo.facts.takenAt.text("HH:mm", in: timeZone)
            let reason = reason(for: photo)
            let text = """
                <text class="note" x="\(x)" y="\(y)">\(time)  \(SVGText.escaped(photo.name)) \
                (\(reason))</text>
                """
            lines.append(
                photo.path.map { #"<a href="\#(SVGText.escaped($0))">\#(text)</a>"# } ?? text
            )
        }
        return lines
    }

    private func reason(for photo: PagePhoto) -> String {
        if photo.path == nil { return "the library has no file of it" }
        return photo.facts.kind == .movie ? "a movie" : "browsers show no pictures of this type"
    }

    private static let style = """
        <style>
        .paper { fill: #f7f4ec; }
        .title { font-family: Georgia, "DejaVu Serif", serif; fill: #2c3a33; }
        .times, .facts, .note, .time, .label { font-family: "Helvetica Neue", "DejaVu Sans", sans-serif; }
        .times { font-size: 24px; fill: #56655c; }
        .facts { font-size: 19px; fill: #7d897f; }
        .note { font-size: 15px; fill: #56655c; }
        .time { font-size: 15px; fill: #fff; stroke: #0006; stroke-width: 3; paint-order: stroke; }
        .star { font-size: 28px; text-anchor: end; fill: #ffd65c; stroke: #0006; stroke-width: 3; \
        paint-order: stroke; }
        .photo { clip-path: inset(0 round 8px); }
        .map { fill: #e6ebdc; }
        .way { fill: none; stroke: #c2512f; stroke-width: 4; stroke-linejoin: round; \
        stroke-linecap: round; }
        .halo { fill: none; stroke: #fffc; stroke-width: 9; stroke-linejoin: round; }
        .spot { fill: #fff; stroke: #2c3a33; stroke-width: 1.5; }
        .start { fill: #3f8f5b; stroke: #fff; stroke-width: 3; }
        .end { fill: #2c3a33; stroke: #fff; stroke-width: 3; }
        .profile { fill: #c9d3bb; }
        .label { font-size: 13px; fill: #56655c; }
        .scale { stroke: #56655c; stroke-width: 2; fill: none; }
        </style>
        """
}
