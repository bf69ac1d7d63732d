import Foundation
import PhotosSearch

extension SearchTranslation {
    /// Returns the condition that an asset was taken in a part of the earth.
    static func condition(_ area: SearchArea) -> Condition {
        switch area.shape {
        case .box(let box): condition(box)
        case .around(let points, let metres): .any(points.map { condition(around: $0, metres) })
        }
    }

    private static func condition(_ box: PlaceBox) -> Condition {
        let (latitude, longitude) = (Field.asset(.latitude), Field.asset(.longitude))
        let isEast = Condition.field(longitude, .greaterOrEqual, .real(box.west))
        let isWest = Condition.field(longitude, .lessOrEqual, .real(box.east))
        return .all([
            range(latitude, box.south, box.north),
            box.west <= box.east
                ? .all([isEast, isWest])
                : .all([.field(longitude, .notEqual, .null), .any([isEast, isWest])]),
        ])
    }

    /// Compares degrees before the distance, which takes longer to compute.
    private static func condition(around point: PlacePoint, _ metres: Double) -> Condition {
        let height = PlacePoint.degrees(ofMetres: metres)
        var parts = [
            range(.asset(.latitude), point.latitude - height, point.latitude + height)
        ]
        // Near the poles and the line of 180 degrees, the distance alone decides.
        let highest = abs(point.latitude) + height
        if highest < 85 {
            let width = height / cos(highest * .pi / 180)
            let (west, east) = (point.longitude - width, point.longitude + width)
            if west > -180, east < 180 { parts.append(range(.asset(.longitude), west, east)) }
        }
        parts.append(.comparison(.distance(point), .lessOrEqual, .value(.real(metres)), []))
        return .all(parts)
    }

    private static func range(_ field: Field, _ low: Double, _ high: Double) -> Condition {
        .between(.field(field), .value(.real(low)), .value(.real(high)))
    }
}
