import Foundation
import PhotosPaths
import PhotosSearch

/// Finds places in the table of the shared library.
struct PlaceLookup: Sendable {
    /// The lookup of this process.
    static let ofProcess: PlaceLookup = {
        let derived = PlaceTablePath.derived(inLibrary: SharedLibraryFolder.url)
        return PlaceLookup(
            file: PlaceTableFile(
                PlaceTablePath.url(inDerived: derived),
                zones: PlaceTablePath.zones(inDerived: derived)
            )
        )
    }()

    let file: PlaceTableFile

    /// Returns the place near a location.
    ///
    /// - Parameters:
    ///   - location: The location.
    ///   - locale: The locale of the country's name.
    /// - Returns: An array with one placemark.
    /// - Throws: `CLError` if there is no table, or no place within 100 km.
    func placemarks(near location: CLLocation, _ locale: Locale) throws(CLError) -> [CLPlacemark] {
        let (table, zones) = try tables()
        let coordinate = location.coordinate
        guard let point = PlacePoint(coordinate.latitude, coordinate.longitude) else {
            throw CLError(.geocodeFoundNoResult, "The location is not a coordinate on the earth.")
        }
        guard let index = table.nearest(to: point) else {
            throw CLError(.geocodeFoundNoResult, "The table has no place within 100 km.")
        }
        var values = PlacemarkValues(table.place(index), locale)
        values.zone = zones?.zone(ofPlace: index)
        return [CLPlacemark(values, at: location)]
    }

    /// Returns the places with a name.
    ///
    /// - Parameters:
    ///   - address: The name of a town, with a district, region or country after a comma where that is needed.
    ///   - locale: The locale of the country's name.
    /// - Returns: At least one placemark, in the order of their countries, regions and districts.
    /// - Throws: `CLError` if there is no table, or no place with the name.
    func placemarks(named address: String, _ locale: Locale) throws(CLError) -> [CLPlacemark] {
        let (table, zones) = try tables()
        let places = table.places(named: address).map { (index: $0, place: table.place($0)) }
            .sorted { first, second in
                let (first, second) = (first.place, second.place)
                return (first.country, first.region, first.district, first.name)
                    < (second.country, second.region, second.district, second.name)
            }
        guard !places.isEmpty else {
            throw CLError(
                .geocodeFoundNoResult,
                "The table has no place of this name. Give a town, and its region or country after a comma."
            )
        }
        return places.map { index, place in
            let location = CLLocation(
                latitude: place.point.latitude,
                longitude: place.point.longitude
            )
            var values = PlacemarkValues(place, locale)
            values.zone = zones?.zone(ofPlace: index)
            return CLPlacemark(values, at: location)
        }
    }

    private func tables() throws(CLError) -> (PlaceTable, PlaceZones?) {
        file.refresh()
        if let (table, zones) = file.tables { return (table, zones) }
        throw CLError(
            .network,
            "The shared library has no table of places. Make one with take-places and photokit places use."
        )
    }
}

extension PlacemarkValues {
    init(_ place: PlaceTable.Place, _ locale: Locale) {
        func known(_ text: String) -> String? { text.isEmpty ? nil : text }
        let code = CountryCodes.code(of: place.country)
        locality = known(place.name)
        district = known(place.district)
        region = known(place.region)
        country = code.flatMap { locale.localizedString(forRegionCode: $0) } ?? known(place.country)
        countryCode = code
    }
}

/// The codes of countries by the English names that tables of places have.
private enum CountryCodes {
    private static let codes: [String: String] = {
        let english = Locale(identifier: "en_US")
        let codes = Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }
        let pairs = codes.map { (english.localizedString(forRegionCode: $0) ?? $0, $0) }
        return Dictionary(pairs) { first, _ in first }
    }()

    static func code(of country: String) -> String? {
        // A table has the code of a country whose name was unknown when the table was made.
        codes[country] ?? (country.wholeMatch(of: /[A-Z]{2}/) != nil ? country : nil)
    }
}
