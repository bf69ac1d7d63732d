import CoreLocation
import Photos

/// Names the places of photos, with structured concurrency.
actor PlaceNamer {
    private let geocoder = CLGeocoder()
    private var known: [String: String] = [:]

    func name(of asset: PHAsset) async -> String? {
        guard let location = asset.location else { return nil }
        let key = "\(location.coordinate.latitude),\(location.coordinate.longitude)"
        if let name = known[key] { return name }
        guard let placemark = try? await geocoder.reverseGeocodeLocation(location).first else {
            return nil
        }
        let parts = [placemark.locality, placemark.administrativeArea, placemark.country]
        let name = parts.compactMap { $0 }.joined(separator: ", ")
        known[key] = name
        return name
    }

    func placemark(
        latitude: Double,
        longitude: Double,
        _ locale: String
    ) async throws
        -> CLPlacemark?
    {
        let location = CLLocation(latitude: latitude, longitude: longitude)
        let placemarks = try await geocoder.reverseGeocodeLocation(
            location,
            preferredLocale: Locale(identifier: locale)
        )
        return placemarks.first
    }

    func coordinates(of address: String) async throws -> [CLLocationCoordinate2D] {
        do {
            return try await geocoder.geocodeAddressString(address)
                .compactMap { $0.location?.coordinate }
        } catch CLError.geocodeFoundNoResult {
            return []
        }
    }
}
