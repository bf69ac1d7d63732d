import Foundation

/// A way on the earth as points in a frame on a page, north up.
package struct TrackDrawing: Sendable {
    /// The way, in the page's units.
    package let points: [CGPoint]
    /// How many metres one unit of the page stands for.
    package let metersPerUnit: Double

    private let frame: CGRect
    private let center: Place
    private let squeeze: Double

    /// - Parameters:
    ///   - track: At least two points that are not all the same, else there is nothing to draw.
    ///   - frame: Where the way may go to its borders.
    package init?(_ track: [TrackPoint], in frame: CGRect) {
        let latitudes = track.map(\.place.latitude)
        let longitudes = track.map(\.place.longitude)
        guard let south = latitudes.min(), let north = latitudes.max(),
            let west = longitudes.min(), let east = longitudes.max()
        else { return nil }
        let center = Place(latitude: (south + north) / 2, longitude: (west + east) / 2)
        // Degrees of longitude are shorter away from the equator.
        let squeeze = max(cos(center.latitude * .pi / 180), 0.01)
        let metersPerDegree = 6_371_000 * Double.pi / 180
        let unit = max(
            (east - west) * squeeze * metersPerDegree / frame.width,
            (north - south) * metersPerDegree / frame.height
        )
        guard unit > 0 else { return nil }
        self.frame = frame
        self.center = center
        self.squeeze = squeeze * metersPerDegree
        metersPerUnit = unit
        points = Self.thinned(
            track.map {
                Self.point(
                    for: $0.place,
                    in: frame,
                    around: center,
                    squeeze: squeeze * metersPerDegree,
                    metersPerDegree: metersPerDegree,
                    unit: unit
                )
            }
        )
    }

    /// Where a place lies on the page, also one beside the way.
    package func point(for place: Place) -> CGPoint {
        Self.point(
            for: place,
            in: frame,
            around: center,
            squeeze: squeeze,
            metersPerDegree: 6_371_000 * .pi / 180,
            unit: metersPerUnit
        )
    }

    private static func point(
        for place: Place,
        in frame: CGRect,
        around center: Place,
        squeeze: Double,
        metersPerDegree: Double,
        unit: Double
    ) -> CGPoint {
        CGPoint(
            x: frame.midX + (place.longitude - center.longitude) * squeeze / unit,
            y: frame.midY - (place.latitude - center.latitude) * metersPerDegree / unit
        )
    }

    /// Leaves out points nearer than a unit to the one before: a recorder notes thousands.
    private static func thinned(_ points: [CGPoint]) -> [CGPoint] {
        guard var last = points.first, let end = points.last else { return [] }
        var kept = [last]
        for point in points.dropFirst().dropLast()
        where hypot(point.x - last.x, point.y - last.y) >= 1 {
            kept.append(point)
            last = point
        }
        return kept + [end]
    }
}
