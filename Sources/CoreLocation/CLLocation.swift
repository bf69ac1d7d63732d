public import Foundation

/// A position on the earth with its accuracy and date.
///
/// Two locations are equal if all their values are equal. On Linux, this is the only way to compare a stored
/// location with the original one.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The coordinate on the earth.
    open var coordinate: CLLocationCoordinate2D { values.coordinate }

    /// The height above the mean sea level in metres.
    open var altitude: CLLocationDistance { values.altitude }

    /// The radius of uncertainty of the coordinate in metres; negative if the coordinate is not valid.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

    /// The uncertainty of the altitude in metres; zero or negative if the altitude is not valid.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }

    /// The direction of travel in degrees, clockwise from true north; negative if not valid.
    open var course: CLLocationDirection { values.course }

    /// The uncertainty of the course in degrees; negative if not valid.
    open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }

    /// The speed of travel in metres per second; negative if not valid.
    open var speed: CLLocationSpeed { values.speed }

    /// The uncertainty of the speed in metres per second; negative if not valid.
    open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }

    /// The date when the location was determined.
    open var timestamp: Date { values.timestamp }

    let values: LocationValues

    /// Makes a location at latitude 0 and longitude 0 with the current date.
    public override convenience init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Makes a location with only a coordinate, and the current date.
    ///
    /// The altitude and the horizontal accuracy are 0. The vertical accuracy, the course and the speed are -1,
    /// which means not valid.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Makes a location without course and speed, which are set to -1.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: -1,
            speed: -1,
            timestamp: timestamp
        )
    }

    /// Makes a location whose accuracy of course and speed is unknown and set to -1.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        speed: CLLocationSpeed,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: -1,
            speed: speed,
            speedAccuracy: -1,
            timestamp: timestamp
        )
    }

    /// Makes a location with all values.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy,
        timestamp: Date
    ) {
        values = LocationValues(
            latitude: coordinate.latitude,
            longitude: coordinate.longitude,
            altitude: altitude,
            horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp
        )
        super.init()
    }

    /// Reads a location from an archive; nil if one of its values is missing.
    public required init?(coder: NSCoder) {
        guard let values = LocationValues(coder: coder) else { return nil }
        self.values = values
        super.init()
    }

    /// Always true.
    public class var supportsSecureCoding: Bool { true }

    /// Archives the location.
    open func encode(with coder: NSCoder) {
        values.encode(with: coder)
    }

    /// Returns the location itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return other === self || other.values == values
    }

    open override var hash: Int { values.hashValue }

    open override var description: String { values.description }

    /// Returns the shortest distance in metres over the earth's surface to another location.
    ///
    /// The calculation uses a sphere with the earth's mean radius (the haversine formula). The error is at most
    /// half a percent. Altitudes are ignored.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        greatCircleDistance(from: location.coordinate, to: coordinate)
    }
}
