import Foundation

/// A point on the earth, in degrees.
package struct PlacePoint: Hashable, Sendable {
    /// The latitude from -90 to 90.
    package let latitude: Double
    /// The longitude from -180 to 180.
    package let longitude: Double

    /// Makes a point; nil if one of the numbers is out of range.
    package init?(_ latitude: Double, _ longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// The mean radius of the earth in metres.
    private static let radius = 6_371_008.8

    /// Returns the distance to another point in metres, on a sphere.
    package func distance(to other: PlacePoint) -> Double {
        let degree = Double.pi / 180
        let height = sin((other.latitude - latitude) * degree / 2)
        let width = sin((other.longitude - longitude) * degree / 2)
        let chord =
            height * height
            + cos(latitude * degree) * cos(other.latitude * degree) * width * width
        return 2 * Self.radius * asin(min(1, chord.squareRoot()))
    }

    /// Returns the number of degrees of latitude that a distance in metres is at most.
    package static func degrees(ofMetres metres: Double) -> Double {
        // A little more, so that rounding leaves out no point.
        metres / radius * 180 / .pi * 1.000_001 + 1e-9
    }
}

/// A part of the earth between two latitudes and two longitudes.
package struct PlaceBox: Hashable, Sendable {
    package let south: Double
    package let north: Double
    package let west: Double
    /// The longitude at the east.
    ///
    /// If it is less than `west`, the box crosses the line of 180 degrees.
    package let east: Double

    /// Makes the box between two corners.
    ///
    /// The longitude of the first is the western end.
    package init(_ first: PlacePoint, _ second: PlacePoint) {
        south = min(first.latitude, second.latitude)
        north = max(first.latitude, second.latitude)
        (west, east) = (first.longitude, second.longitude)
    }
}
