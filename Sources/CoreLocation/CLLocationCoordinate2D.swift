// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A latitude or a longitude in degrees.
public typealias CLLocationDegrees = Double

/// A distance in metres.
public typealias CLLocationDistance = Double

/// The radius of uncertainty in metres; negative if not valid.
public typealias CLLocationAccuracy = Double

/// A direction in degrees, clockwise from true north; negative if not valid.
public typealias CLLocationDirection = Double

/// The uncertainty of a direction in degrees; negative if not valid.
public typealias CLLocationDirectionAccuracy = Double

/// A speed in metres per second; negative if not valid.
public typealias CLLocationSpeed = Double

/// The uncertainty of a speed in metres per second; negative if not valid.
public typealias CLLocationSpeedAccuracy = Double

/// A coordinate on the earth, in the WGS 84 system.
///
/// As on Apple's systems, the type is neither `Equatable` nor `Hashable`. So code that declares these conformances
/// itself also compiles here.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees from the equator, positive to the north, from -90 to 90.
    public var latitude: CLLocationDegrees

    /// Degrees from the meridian of Greenwich, positive to the east, from -180 to 180.
    public var longitude: CLLocationDegrees

    /// Makes a coordinate at latitude 0 and longitude 0.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Makes a coordinate without checking its values.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid: CLLocationCoordinate2D =
    CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Returns whether latitude and longitude are in their ranges.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// Makes a coordinate without checking its values.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
