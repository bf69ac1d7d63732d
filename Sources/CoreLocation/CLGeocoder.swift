import Dispatch
public import Foundation
import Synchronization

/// The handler of a geocoder: the placemarks, or an error.
public typealias CLGeocodeCompletionHandler = @Sendable ([CLPlacemark]?, (any Error)?) -> Void

/// A geocoder that finds the names of coordinates, and the coordinates of names.
///
/// The answers come from the table of places of the shared library (`photokit places`), never from the network. The
/// shared library is not opened, so no access to photos is needed. Errors are ``CLError``: `network` without a table,
/// `geocodeFoundNoResult` if no place is within 100 km or none has the name, `geocodeCanceled` after
/// ``cancelGeocode()``. Safe on any thread.
open class CLGeocoder: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; the mutex guards all mutable state.

    private static let queue = DispatchQueue(label: "OpenPhotoKit geocoders")

    private struct State {
        var pending: Set<UInt64> = []
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Whether a request has not ended.
    open var isGeocoding: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Finds the place that is nearest to a location.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - completionHandler: Called once, on a queue of this module, with one placemark or an error.
    open func reverseGeocodeLocation(
        _ location: CLLocation,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        reverseGeocodeLocation(
            location,
            preferredLocale: nil,
            completionHandler: completionHandler
        )
    }

    /// Finds the place that is nearest to a location.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - locale: The locale of the country's name; nil for the user's one. Other names are as in the table.
    ///   - completionHandler: Called once, on a queue of this module, with one placemark or an error.
    open func reverseGeocodeLocation(
        _ location: CLLocation,
        preferredLocale locale: Locale?,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler) { lookup throws(CLError) in
            try lookup.placemarks(near: location, locale ?? .current)
        }
    }

    /// Finds the places with a name.
    ///
    /// - Parameters:
    ///   - addressString: The name of a town, with a district, region or country after a comma: `Springfield, Illinois`.
    ///     Streets are not found.
    ///   - completionHandler: Called once, on a queue of this module, with one or more placemarks or an error.
    open func geocodeAddressString(
        _ addressString: String,
        completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
        answer(completionHandler) { lookup throws(CLError) in
            try lookup.placemarks(named: addressString, .current)
        }
    }

    /// Finds the place that is nearest to a location.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - locale: The locale of the country's name; nil for the user's one. Other names are as in the table.
    /// - Returns: An array with one placemark.
    /// - Throws: ``CLError``.
    open func reverseGeocodeLocation(
        _ location: CLLocation,
        preferredLocale locale: Locale? = nil
    ) async throws -> [CLPlacemark] {
        try await withCheckedThrowingContinuation { continuation in
            reverseGeocodeLocation(location, preferredLocale: locale) { placemarks, error in
                continuation.resume(with: Self.result(placemarks, error))
            }
        }
    }

    /// Finds the places with a name.
    ///
    /// - Parameter addressString: The name of a town, with a district, region or country after a comma. Streets are not
    ///   found.
    /// - Returns: At least one placemark.
    /// - Throws: ``CLError``.
    open func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
        try await withCheckedThrowingContinuation { continuation in
            geocodeAddressString(addressString) { placemarks, error in
                continuation.resume(with: Self.result(placemarks, error))
            }
        }
    }

    /// Cancels all requests that have not ended; their handlers get the error `geocodeCanceled`.
    open func cancelGeocode() { state.withLock { $0.pending = [] } }

    private static func result(
        _ placemarks: [CLPlacemark]?,
        _ error: (any Error)?
    ) -> Result<[CLPlacemark], any Error> {
        placemarks.map { .success($0) } ?? .failure(error ?? CLError(.geocodeFoundNoResult))
    }

    private func answer(
        _ handler: @escaping CLGeocodeCompletionHandler,
        _ find: @escaping @Sendable (PlaceLookup) throws(CLError) -> [CLPlacemark]
    ) {
        let number = state.withLock { state in
            state.last += 1
            state.pending.insert(state.last)
            return state.last
        }
        Self.queue.async { [self] in
            let found = Result { () throws(CLError) in try find(.ofProcess) }
            let isWanted = state.withLock { $0.pending.remove(number) != nil }
            guard isWanted else {
                handler(nil, CLError(.geocodeCanceled, "The request was cancelled."))
                return
            }
            switch found {
            case .success(let placemarks): handler(placemarks, nil)
            case .failure(let error): handler(nil, error)
            }
        }
    }
}
