import Foundation
package import PhotosSearch

/// The condition that an asset was taken in a part of the earth.
package struct AreaCondition: Hashable, Sendable {
    package enum Shape: Hashable, Sendable {
        case box(PlaceBox)
        /// All points within a distance in metres of a point.
        case circle(PlacePoint, metres: Double)
    }

    package var shape: Shape

    package init(_ shape: Shape) { self.shape = shape }

    /// The same condition as comparisons of an asset's coordinates.
    var comparisons: Condition {
        switch shape {
        case .box(let box): Self.comparisons(box)
        case .circle(let point, let metres): Self.comparisons(around: point, metres: metres)
        }
    }

    private static func comparisons(_ box: PlaceBox) -> Condition {
        let (latitude, longitude) = (Field.asset(.latitude), Field.asset(.longitude))
        let isEast = Condition.field(longitude, .greaterOrEqual, .real(box.west))
        let isWest = Condition.field(longitude, .lessOrEqual, .real(box.east))
        return .all([
            rangeCondition(of: latitude, in: box.south...box.north),
            box.west <= box.east
                ? .all([isEast, isWest])
                : .all([.field(longitude, .notEqual, .null), .any([isEast, isWest])]),
        ])
    }

    /// Compares degrees before the distance, which takes longer to compute.
    private static func comparisons(around point: PlacePoint, metres: Double) -> Condition {
        let extent = CircleExtent(point, metres)
        var parts = [rangeCondition(of: .asset(.latitude), in: extent.latitudes)]
        if let longitudes = extent.longitudes {
            parts.append(rangeCondition(of: .asset(.longitude), in: longitudes))
        }
        parts.append(.comparison(.distance(point), .lessOrEqual, .value(.real(metres)), []))
        return .all(parts)
    }

    private static func rangeCondition(of field: Field, in range: ClosedRange<Double>) -> Condition
    {
        .between(
            .field(field),
            .value(.real(range.lowerBound)),
            .value(.real(range.upperBound))
        )
    }
}

extension AreaCondition {
    /// The rectangles of latitudes and longitudes that contain all points of the area.
    var rectangles: [(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>)] {
        switch shape {
        case .box(let box):
            let latitudes = box.south...box.north
            if box.west <= box.east { return [(latitudes, box.west...box.east)] }
            return [(latitudes, box.west...180), (latitudes, -180...box.east)]
        case .circle(let point, let metres):
            let extent = CircleExtent(point, metres)
            return [(extent.latitudes, extent.longitudes ?? -180...180)]
        }
    }
}

/// The degrees between which all points of a circle on the earth are.
private struct CircleExtent {
    let latitudes: ClosedRange<Double>
    /// Nil where the circle is near a pole or the line of 180 degrees.
    let longitudes: ClosedRange<Double>?

    init(_ point: PlacePoint, _ metres: Double) {
        let height = max(0, PlacePoint.degrees(ofMetres: metres))
        latitudes = point.latitude - height...point.latitude + height
        let highest = abs(point.latitude) + height
        let width = highest < 85 ? height / cos(highest * .pi / 180) : .infinity
        let (west, east) = (point.longitude - width, point.longitude + width)
        longitudes = west > -180 && east < 180 ? west...east : nil
    }
}
