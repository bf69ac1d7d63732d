import CoreLocation
import Foundation

/// Names places with handlers.
final class LegacyPlaces {
    let geocoder = CLGeocoder()

    func describe(_ location: CLLocation, done: @escaping (String) -> Void) {
        geocoder.reverseGeocodeLocation(location) { (placemarks, error) in
            if let error = error as? CLError {
                switch error.code {
                case .network: done("offline")
                case .geocodeFoundNoResult: done("nowhere")
                case .geocodeCanceled: done("cancelled")
                default: done("unknown")
                }
                return
            }
            guard let placemark = placemarks?.first else { return done("none") }
            done("\(placemark.locality ?? "") \(placemark.isoCountryCode ?? "")")
        }
    }

    func find(_ address: String, done: @escaping (CLLocation?, Int?) -> Void) {
        geocoder.geocodeAddressString(address) { placemarks, error in
            done(placemarks?.first?.location, (error as NSError?)?.code)
        }
    }
}
