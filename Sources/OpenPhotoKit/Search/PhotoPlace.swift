public import CoreLocation
import PhotosSearch

/// A named place of the library's table of places.
public struct PhotoPlace: Hashable, Sendable {
    /// The name of the town or village.
    public let name: String
    /// The smaller part of the country; empty if the table does not state it.
    public let district: String
    /// The larger part of the country; empty if the table does not state it.
    public let region: String
    /// The name of the country in English; empty if the table does not state it.
    public let country: String
    /// The latitude in degrees, from -90 to 90.
    public let latitude: Double
    /// The longitude in degrees, from -180 to 180.
    public let longitude: Double

    init(_ place: PlaceTable.Place) {
        name = place.name
        district = place.district
        region = place.region
        country = place.country
        latitude = place.point.latitude
        longitude = place.point.longitude
    }

    /// The names from the smallest to the largest, between commas: `Zermatt, Valais, Switzerland`.
    public var fullName: String {
        var names: [String] = []
        for name in [name, region, country] where !name.isEmpty && names.last != name {
            names.append(name)
        }
        return names.joined(separator: ", ")
    }

    /// Returns the distance in metres to a point.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: The distance on a sphere; nil if the coordinate is not valid.
    public func distance(to coordinate: CLLocationCoordinate2D) -> Double? {
        PlacePoint(coordinate.latitude, coordinate.longitude).flatMap { point in
            PlacePoint(latitude, longitude)?.distance(to: point)
        }
    }
}
