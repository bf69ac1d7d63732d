import Foundation

/// A straight line between two points.
package struct Segment: Hashable, Sendable {
    package var start: CGPoint
    package var end: CGPoint

    package init(_ start: CGPoint, _ end: CGPoint) {
        self.start = start
        self.end = end
    }

    /// The segments between points that follow each other; one point makes a dot.
    package static func path(_ points: [CGPoint]) -> [Segment] {
        guard points.count > 1 else { return points.map { Segment($0, $0) } }
        return zip(points, points.dropFirst()).map { Segment($0, $1) }
    }

    fileprivate func distance(to point: CGPoint) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let along =
            ((point.x - start.x) * dx + (point.y - start.y) * dy) / (length > 0 ? length : 1)
        let share = min(max(along, 0), 1)
        return hypot(point.x - start.x - share * dx, point.y - start.y - share * dy)
    }
}

extension Bitmap {
    /// Draws lines with round ends and soft borders; where they cross, they are no darker.
    package mutating func stroke(
        _ segments: [Segment],
        width lineWidth: Double,
        _ color: Color,
        share: Double = 1
    ) {
        let reach = lineWidth / 2 + 1
        var coverage: [Int: Double] = [:]
        for segment in segments {
            let (left, right) = (
                min(segment.start.x, segment.end.x), max(segment.start.x, segment.end.x)
            )
            let (top, bottom) = (
                min(segment.start.y, segment.end.y), max(segment.start.y, segment.end.y)
            )
            let rows = Self.pixels(top - reach, bottom + reach, below: height)
            let columns = Self.pixels(left - reach, right + reach, below: width)
            for row in rows {
                for column in columns {
                    let center = CGPoint(x: Double(column) + 0.5, y: Double(row) + 0.5)
                    let covered = lineWidth / 2 + 0.5 - segment.distance(to: center)
                    guard covered > 0 else { continue }
                    let pixel = row * width + column
                    coverage[pixel] = max(coverage[pixel] ?? 0, min(covered, 1))
                }
            }
        }
        for (pixel, covered) in coverage {
            blend(color, column: pixel % width, row: pixel / width, share: covered * share)
        }
    }

    /// Draws a dot with a soft border.
    package mutating func dot(_ center: CGPoint, radius: Double, _ color: Color) {
        stroke([Segment(center, center)], width: radius * 2, color)
    }

    private static func pixels(_ low: Double, _ high: Double, below end: Int) -> Range<Int> {
        let first = min(max(Int(low.rounded(.down)), 0), end)
        return first..<min(max(Int(high.rounded(.up)), first), end)
    }
}
