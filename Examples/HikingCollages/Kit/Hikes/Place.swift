import Foundation

/// A point on the earth, in degrees.
package struct Place: Codable, Hashable, Sendable {
    package var latitude: Double
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Metres along the surface, on a sphere: good to half a percent.
    package func distance(to other: Place) -> Double {
        let radius = 6_371_000.0
        let radians = Double.pi / 180
        let northward = sin((other.latitude - latitude) * radians / 2)
        let eastward = sin((other.longitude - longitude) * radians / 2)
        let chord =
            northward * northward
            + cos(latitude * radians) * cos(other.latitude * radians) * eastward * eastward
        return 2 * radius * asin(min(1, chord.squareRoot()))
    }
}
