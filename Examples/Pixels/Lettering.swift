import Foundation

/// Text as lines: each glyph is a small grid of dots, and neighbouring dots are joined.
package struct Lettering {
    /// The height of capitals in pixels.
    package var size: Double
    /// The width of lines in pixels.
    package var weight: Double

    package init(size: Double, weight: Double? = nil) {
        self.size = size
        self.weight = weight ?? max(size / 8, 1)
    }

    private var pitch: Double { (size - weight) / 6 }

    /// How far a text reaches.
    package func width(of text: String) -> Double {
        let columns = Self.glyphs(text).reduce(0) { $0 + $1.width + 1 }
        return columns == 0 ? 0 : Double(columns - 2) * pitch + weight
    }

    /// The lines of a text whose first letter begins at a point of the base line.
    package func segments(of text: String, at origin: CGPoint) -> [Segment] {
        var segments: [Segment] = []
        var column = 0
        for glyph in Self.glyphs(text) {
            for line in glyph.lines {
                segments.append(
                    Segment(point(line.from, column, origin), point(line.to, column, origin))
                )
            }
            column += glyph.width + 1
        }
        return segments
    }

    private func point(_ dot: Glyph.Dot, _ column: Int, _ origin: CGPoint) -> CGPoint {
        CGPoint(
            x: origin.x + weight / 2 + Double(column + dot.column) * pitch,
            y: origin.y - weight / 2 + Double(dot.row - 6) * pitch
        )
    }

    /// Letters without a glyph of their own lose their accents, and what is left unknown becomes a box.
    private static func glyphs(_ text: String) -> [Glyph] {
        text.flatMap { character -> [Glyph] in
            if let glyph = Glyph.all[character] { return [glyph] }
            let plain = String(character).folding(options: .diacriticInsensitive, locale: nil)
            return plain.map { Glyph.all[$0] ?? .unknown }
        }
    }
}

extension Bitmap {
    /// Writes a text whose first letter begins at a point of the base line.
    package mutating func write(
        _ text: String,
        _ lettering: Lettering,
        at origin: CGPoint,
        _ color: Color
    ) {
        stroke(lettering.segments(of: text, at: origin), width: lettering.weight, color)
    }
}
