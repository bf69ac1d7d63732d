import ExamplePixels
import Foundation

/// What is written over a tile: the time, the length of a movie, the caption; hearts and stars in its upper right corner.
package struct TileMarks {
    package var photo: PhotoFacts
    package var frame: CGRect
    package var timeZone: TimeZone

    private let lettering = Lettering(size: 13, weight: 2)
    private let inset = 12.0

    package init(photo: PhotoFacts, frame: CGRect, timeZone: TimeZone) {
        self.photo = photo
        self.frame = frame
        self.timeZone = timeZone
    }

    /// The time, then how long a movie lasts, then the caption, which is cut where the tile ends.
    package var text: String {
        var parts = [photo.takenAt.text("HH:mm", in: photo.zone(or: timeZone))]
        if photo.kind == .movie { parts.append(Self.length(photo.duration)) }
        let short = parts.joined(separator: " · ")
        guard let caption = photo.caption, !caption.isEmpty else { return short }
        let words = caption.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let room = frame.width - 2 * inset
        if lettering.width(of: "\(short) · \(words)") <= room { return "\(short) · \(words)" }
        for count in stride(from: min(words.count, 200) - 1, to: 2, by: -1) {
            let cut = "\(short) · \(words.prefix(count))..."
            if lettering.width(of: cut) <= room { return cut }
        }
        return short
    }

    func draw(on page: inout Bitmap) {
        let origin = CGPoint(x: frame.minX + inset, y: frame.maxY - inset)
        let segments = lettering.segments(of: text, at: origin)
        page.stroke(segments, width: 5.5, .black, share: 0.45)
        page.stroke(segments, width: lettering.weight, .white)
        if photo.kind == .movie { drawPlay(on: &page) }
        drawPraise(on: &page)
    }

    /// A movie shows one of its pictures, and a triangle that says that there are more.
    private func drawPlay(on page: inout Bitmap) {
        let middle = CGPoint(x: frame.midX, y: frame.midY)
        let radius = min(34, min(frame.width, frame.height) / 3)
        page.stroke([Segment(middle, middle)], width: radius * 2, .black, share: 0.5)
        page.fill(Outline.play(middle, radius: radius * 0.56), .white)
    }

    /// A heart for a favorite, and as many stars as the rating says, from the right border to the left.
    private func drawPraise(on page: inout Bitmap) {
        let stars = min(max(photo.rating, 0), 5)
        var middle = CGPoint(x: frame.maxX - inset - 9, y: frame.minY + inset + 9)
        for index in 0..<stars + (photo.isFavorite ? 1 : 0) {
            guard middle.x > frame.minX + inset else { return }
            let isHeart = photo.isFavorite && index == 0
            func outline(_ radius: Double) -> [CGPoint] {
                isHeart
                    ? Outline.heart(middle, radius: radius) : Outline.star(middle, radius: radius)
            }
            page.fill(outline(12), Color(40, 40, 40))
            page.fill(outline(9), isHeart ? Color(235, 84, 94) : Color(250, 204, 80))
            middle.x -= 25
        }
    }

    /// "0:03", minutes and seconds.
    private static func length(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(min(max(seconds, 0), 360_000).rounded()) : 0
        return String(format: "%d:%02d", whole / 60, whole % 60)
    }
}
