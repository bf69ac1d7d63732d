public import Foundation

/// A place with its names.
///
/// The table of places has towns, districts, regions and countries, but no streets. So the properties of streets, postal
/// codes, waters and points of interest are always nil.
open class CLPlacemark: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    let values: PlacemarkValues
    /// The location: the one that was asked about, or that of the place that was found by its name.
    public let location: CLLocation?

    init(_ values: PlacemarkValues, at location: CLLocation?) {
        self.values = values
        self.location = location
        super.init()
    }

    /// Makes a copy of a placemark.
    public init(placemark: CLPlacemark) {
        values = placemark.values
        location = placemark.location
        super.init()
    }

    /// The name of the place: of the town, or else of its district, region or country.
    open var name: String? { locality ?? subAdministrativeArea ?? administrativeArea ?? country }
    /// The town.
    open var locality: String? { values.locality }
    /// The district, such as a county.
    open var subAdministrativeArea: String? { values.district }
    /// The region, such as a state.
    open var administrativeArea: String? { values.region }
    /// The name of the country in the language of the request's locale.
    open var country: String? { values.country }
    /// The code of the country in two letters.
    open var isoCountryCode: String? { values.countryCode }
    /// The time zone, if the table states it.
    open var timeZone: TimeZone? { values.zone }

    /// Always nil: the table has no streets.
    open var thoroughfare: String? { nil }
    /// Always nil: the table has no streets.
    open var subThoroughfare: String? { nil }
    /// Always nil: the table has no parts of towns.
    open var subLocality: String? { nil }
    /// Always nil: the table has no postal codes.
    open var postalCode: String? { nil }
    /// Always nil: the table has no waters.
    open var inlandWater: String? { nil }
    /// Always nil: the table has no waters.
    open var ocean: String? { nil }
    /// Always nil: the table has no points of interest.
    open var areasOfInterest: [String]? { nil }

    /// Reads a placemark from an archive.
    public required init?(coder: NSCoder) {
        func text(_ key: String) -> String? {
            coder.decodeObject(of: NSString.self, forKey: key).map { $0 as String }
        }
        values = PlacemarkValues(
            locality: text("locality"),
            district: text("subAdministrativeArea"),
            region: text("administrativeArea"),
            country: text("country"),
            countryCode: text("isoCountryCode"),
            zone: text("timeZone").flatMap { TimeZone(identifier: $0) }
        )
        location = coder.decodeObject(of: CLLocation.self, forKey: "location")
        super.init()
    }

    /// Always true.
    public class var supportsSecureCoding: Bool { true }

    /// Archives the placemark.
    open func encode(with coder: NSCoder) {
        let texts = [
            "locality": values.locality, "subAdministrativeArea": values.district,
            "administrativeArea": values.region, "country": values.country,
            "isoCountryCode": values.countryCode, "timeZone": values.zone?.identifier,
        ]
        for (key, text) in texts {
            if let text { coder.encode(NSString(string: text), forKey: key) }
        }
        coder.encode(location, forKey: "location")
    }

    /// Returns the placemark itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLPlacemark else { return false }
        return other.values == values && other.location == location
    }

    open override var hash: Int { values.hashValue }

    open override var description: String {
        let names = [
            values.locality, values.district, values.region, values.country,
        ]
        let text = names.compactMap(\.self).joined(separator: ", ")
        return location.map { "\(text) @ \($0)" } ?? text
    }
}

/// The names of a place; nil where the table has none.
struct PlacemarkValues: Hashable, Sendable {
    var locality: String?
    var district: String?
    var region: String?
    var country: String?
    var countryCode: String?
    var zone: TimeZone?
}
