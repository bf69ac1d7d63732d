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

/// A place on the earth, in the WGS 84 system.
///
/// As on Apple's systems it is neither `Equatable` nor `Hashable`, so that code which declares these
/// conformances itself compiles here too.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees from the equator, positive to the north, from -90 to 90.
    public var latitude: CLLocationDegrees

    /// Degrees from the meridian of Greenwich, positive to the east, from -180 to 180.
    public var longitude: CLLocationDegrees

    /// Makes the coordinate of the equator at Greenwich.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Makes a coordinate, which is not checked.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A coordinate that is no place.
public let kCLLocationCoordinate2DInvalid: CLLocationCoordinate2D =
    CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Tells whether both numbers of a coordinate are in their ranges.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

/// Makes a coordinate, which is not checked.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
