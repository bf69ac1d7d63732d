import Foundation

/// The mean radius of the earth in metres, as defined by the International Union of Geodesy and Geophysics.
private let meanEarthRadius = 6_371_008.8

/// Returns the length in metres of the arc between two coordinates, on a sphere of the earth's mean radius.
func greatCircleDistance(
    from start: CLLocationCoordinate2D,
    to end: CLLocationCoordinate2D
) -> Double {
    let startLatitude = radians(start.latitude)
    let endLatitude = radians(end.latitude)
    let haversine =
        squaredSineOfHalf(endLatitude - startLatitude)
        + cos(startLatitude) * cos(endLatitude)
        * squaredSineOfHalf(radians(end.longitude - start.longitude))
    // By rounding, the haversine of antipodes may be slightly above 1.
    return 2 * meanEarthRadius * asin(min(1, haversine.squareRoot()))
}

private func radians(_ degrees: Double) -> Double {
    degrees * .pi / 180
}

private func squaredSineOfHalf(_ angle: Double) -> Double {
    let sine = sin(angle / 2)
    return sine * sine
}
