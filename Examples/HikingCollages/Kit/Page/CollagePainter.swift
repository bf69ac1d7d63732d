import ExamplePixels
import Foundation

/// Paints a page: what it shows follows from the collage and the pictures of its tiles alone.
package struct CollagePainter {
    package let collage: Collage
    package let layout: CollageLayout
    package let timeZone: TimeZone

    package init(_ collage: Collage, timeZone: TimeZone) {
        self.collage = collage
        self.timeZone = timeZone
        layout = CollageLayout(collage)
    }

    /// The whole page, of pictures by the photos' identifiers; a tile without one stays empty.
    package func page(_ pictures: [String: Bitmap]) -> Bitmap {
        var page = Bitmap(width: layout.width, height: layout.height, color: .paper)
        writeHeading(on: &page)
        TrackMap(collage: collage, frame: layout.mapFrame).draw(on: &page)
        for tile in layout.tiles {
            if let picture = pictures[tile.photo.id] {
                page.draw(picture, filling: tile.frame)
            } else {
                page.fill(tile.frame, .empty)
            }
            TileMarks(photo: tile.photo, frame: tile.frame, timeZone: timeZone).draw(on: &page)
        }
        return page
    }

    private func writeHeading(on page: inout Bitmap) {
        let title = collage.hike.title
        let hasMap = layout.mapFrame.height > 200
        let room =
            Double(layout.width) - 2 * layout.margin
            - (hasMap ? layout.mapFrame.width + 40 : 0)
        func write(_ text: String, size: Double, weight: Double, y: Double, _ color: Color) {
            let full = Lettering(size: size, weight: weight)
            // A long line gets smaller letters, so that it ends before the map.
            let share = min(1, room / max(full.width(of: text), 1))
            let lettering = Lettering(size: size * share, weight: weight * share)
            page.write(text, lettering, at: CGPoint(x: layout.margin, y: y), color)
        }
        write(title, size: 44, weight: 6, y: 118, .ink)
        write(times, size: 19, weight: 2.6, y: 164, .faintInk)
        write(figures, size: 17, weight: 2.2, y: 202, .faintInk)
    }

    package var times: String {
        let (start, end) = (collage.hike.start, collage.hike.end)
        let day = "EEEE d MMMM yyyy"
        let startZone = collage.photos.first?.zone(or: timeZone) ?? timeZone
        let endZone = collage.photos.last?.zone(or: timeZone) ?? timeZone
        let first = start.text("\(day), HH:mm", in: startZone)
        let isOneDay = start.text(day, in: startZone) == end.text(day, in: endZone)
        let last = end.text(isOneDay ? "HH:mm" : "\(day), HH:mm", in: endZone)
        return "\(first) – \(last)"
    }

    package var figures: String {
        let track = collage.track
        var parts: [String] = []
        if track.length >= 100 { parts.append(String(format: "%.1f km", track.length / 1000)) }
        if let climb = track.climb() {
            if climb.up >= 10 { parts.append("\(climb.up) m uphill") }
            if climb.down >= 10 { parts.append("\(climb.down) m downhill") }
        }
        let movies = collage.photos.count { $0.kind == .movie }
        parts.append(CollageDifference.photos(collage.photos.count - movies))
        if movies > 0 { parts.append(movies == 1 ? "1 movie" : "\(movies) movies") }
        return parts.joined(separator: "  ·  ")
    }
}

extension Color {
    static let paper = Color(247, 244, 236)
    static let ink = Color(44, 58, 51)
    static let faintInk = Color(94, 108, 100)
    /// Of a tile whose photo cannot be drawn.
    static let empty = Color(221, 217, 205)
}
