/// A part of the earth that a search names.
package struct SearchArea: Hashable, Sendable {
    package enum Shape: Hashable, Sendable {
        /// All points within a distance in metres of one of some points.
        case around([PlacePoint], metres: Double)
        case box(PlaceBox)
    }

    package var shape: Shape
    /// The name of the place as it was typed; nil for coordinates.
    package var name: String?

    /// The distance in metres of searches that state none.
    package static let usualDistance = 10_000.0
}

extension SearchArea {
    var understanding: String {
        switch shape {
        case .box(let box):
            let south = Self.numberText(of: box.south) + ", " + Self.numberText(of: box.west)
            return
                "between \(south) and \(Self.numberText(of: box.north)), \(Self.numberText(of: box.east))"
        case .around(let points, let metres):
            var place = points.first.map {
                Self.numberText(of: $0.latitude) + ", " + Self.numberText(of: $0.longitude)
            }
            if let name { place = name }
            let count = points.count > 1 ? " (\(points.count) places)" : ""
            return "within \(Self.distanceText(of: metres)) of \(place ?? "no place")\(count)"
        }
    }

    private static func distanceText(of metres: Double) -> String {
        metres < 1_000 ? numberText(of: metres) + " m" : numberText(of: metres / 1_000) + " km"
    }

    /// Returns a number without a fraction that is zero.
    private static func numberText(of value: Double) -> String {
        let rounded = (value * 1e6).rounded() / 1e6
        return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
    }
}
