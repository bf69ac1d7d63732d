import CoreLocation
import Foundation
import TestPermits
import Testing

@Suite(.permit) struct CLLocationTests {
    private let time = Date(timeIntervalSinceReferenceDate: 700_000_000.25)

    private func location(altitude: Double = 12.5, course: Double = 90) -> CLLocation {
        CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 47.3769, longitude: 8.5417),
            altitude: altitude,
            horizontalAccuracy: 5,
            verticalAccuracy: 3,
            course: course,
            courseAccuracy: 2,
            speed: 1.5,
            speedAccuracy: 0.5,
            timestamp: time
        )
    }

    @Test func `a location of a coordinate alone says what it does not know`() {
        let location = CLLocation(latitude: -33.86, longitude: 151.21)
        #expect(location.coordinate.latitude == -33.86)
        #expect(location.coordinate.longitude == 151.21)
        #expect(location.altitude == 0)
        #expect(location.horizontalAccuracy == 0)
        #expect(location.verticalAccuracy == -1)
        #expect(location.course == -1)
        #expect(location.speed == -1)
        #expect(abs(location.timestamp.timeIntervalSinceNow) < 60)
    }

    @Test func `shorter initialisers leave course and speed not valid`() {
        let short = CLLocation(
            coordinate: CLLocationCoordinate2DMake(1, 2),
            altitude: 3,
            horizontalAccuracy: 4,
            verticalAccuracy: 5,
            timestamp: time
        )
        #expect([short.course, short.speed, short.courseAccuracy] == [-1, -1, -1])
        #expect([short.altitude, short.horizontalAccuracy, short.verticalAccuracy] == [3, 4, 5])
        #expect(short.timestamp == time)
    }

    @Test func `locations are equal by their values`() {
        #expect(location() == location())
        #expect(location().hash == location().hash)
        #expect(location() != location(altitude: 12.6))
        #expect(location() != location(course: 91))
        let nowhere = CLLocation(latitude: .nan, longitude: 0)
        #expect(nowhere.isEqual(nowhere))
        #expect(!location().isEqual("elsewhere"))
    }

    @Test func `a securely archived location comes back with every value`() throws {
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: location(),
            requiringSecureCoding: true
        )
        let restored = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: CLLocation.self,
            from: archive
        )
        #expect(restored == location())
        #expect(restored?.speedAccuracy == 0.5)
        #expect(restored?.timestamp == time)
    }

    @Test func `a copy is the location itself`() throws {
        let original = location()
        #expect(try #require(original.copy() as? CLLocation) === original)
    }

    @Test func `distances are those of known pairs of places within half a percent`() {
        let zurich = CLLocation(latitude: 47.3769, longitude: 8.5417)
        let sydney = CLLocation(latitude: -33.8688, longitude: 151.2093)
        // On the WGS 84 ellipsoid: 16,568 km; one degree of latitude at the equator: 110,574 m.
        #expect(abs(zurich.distance(from: sydney) - 16_568_000) < 16_568_000 * 0.005)
        let equator = CLLocation(latitude: 0, longitude: 0)
        let north = CLLocation(latitude: 1, longitude: 0)
        #expect(abs(equator.distance(from: north) - 110_574) < 110_574 * 0.006)
        #expect(zurich.distance(from: sydney) == sydney.distance(from: zurich))
    }

    @Test func `distances hold at zero, over the date line and at the antipodes`() {
        let west = CLLocation(latitude: 10, longitude: 179.9995)
        let east = CLLocation(latitude: 10, longitude: -179.9995)
        #expect(abs(west.distance(from: east) - 109.5) < 1)
        #expect(west.distance(from: west) == 0)
        let near = CLLocation(latitude: 10.000001, longitude: 179.9995)
        #expect(abs(west.distance(from: near) - 0.111) < 0.001)
        let antipode = CLLocation(latitude: -10, longitude: -0.0005)
        #expect(abs(west.distance(from: antipode) - 20_015_114) < 10)
    }

    @Test func `coordinates are valid inside their ranges`() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2D()))
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(-90, 180)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90.1, 0)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(0, -180.1)))
        #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(.nan, 0)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    }
}
