import Foundation

/// Closed outlines of small marks, around a middle.
package enum Outline {
    /// A triangle that points to the right, which stands for playing.
    package static func play(_ middle: CGPoint, radius: Double) -> [CGPoint] {
        [0.0, 2, 4].map { around(middle, radius, turn: $0 / 6) }
    }

    /// A star with five points.
    package static func star(_ middle: CGPoint, radius: Double) -> [CGPoint] {
        (0..<10).map {
            around(middle, radius * ($0 % 2 == 0 ? 1 : 0.42), turn: Double($0) / 10 - 0.25)
        }
    }

    /// A heart as wide as twice the radius.
    package static func heart(_ middle: CGPoint, radius: Double) -> [CGPoint] {
        (0..<40).map { step in
            let angle = Double(step) / 40 * 2 * .pi
            let y = 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)
            return CGPoint(
                x: middle.x + radius * pow(sin(angle), 3),
                y: middle.y - radius * y / 16
            )
        }
    }

    private static func around(_ middle: CGPoint, _ radius: Double, turn: Double) -> CGPoint {
        let angle = turn * 2 * .pi
        return CGPoint(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
    }
}

extension Bitmap {
    /// Fills what lies inside a closed outline, with soft borders.
    package mutating func fill(_ outline: [CGPoint], _ color: Color) {
        guard let left = outline.map(\.x).min(), let right = outline.map(\.x).max(),
            let top = outline.map(\.y).min(), let bottom = outline.map(\.y).max()
        else { return }
        // Each pixel counts how many of its sixteen points lie inside.
        let centers = [0.125, 0.375, 0.625, 0.875]
        for row in max(0, Int(top))..<max(0, min(height, Int(bottom) + 1)) {
            for column in max(0, Int(left))..<max(0, min(width, Int(right) + 1)) {
                var inside = 0
                for y in centers {
                    for x in centers
                    where Self.contains(
                        outline,
                        CGPoint(x: Double(column) + x, y: Double(row) + y)
                    ) { inside += 1 }
                }
                blend(color, column: column, row: row, share: Double(inside) / 16)
            }
        }
    }

    /// Whether a line from a point to the right crosses the outline an odd number of times.
    private static func contains(_ outline: [CGPoint], _ point: CGPoint) -> Bool {
        var isInside = false
        for (start, end) in zip(outline, outline.dropFirst() + outline.prefix(1))
        where (start.y > point.y) != (end.y > point.y) {
            let share = (point.y - start.y) / (end.y - start.y)
            if point.x < start.x + share * (end.x - start.x) { isInside.toggle() }
        }
        return isInside
    }
}
