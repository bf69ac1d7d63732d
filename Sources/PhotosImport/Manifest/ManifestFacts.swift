import Foundation
package import PhotosMedia
package import PhotosStore

/// The words of sidecars and other records beside an original, as a manifest has them.
package struct ManifestFacts: Codable, Hashable, Sendable {
    /// Seconds since 2001-01-01 00:00:00 GMT.
    package var date: Double?
    package var zone: Int?
    package var isZoneAssumed: Bool?
    package var dateSource: String?
    package var location: MediaFacts.Location?
    package var caption: String?
    package var keywords: [String]?
    package var rating: Int?
    package var persons: [String]?
    package var title: String?
    package var headline: String?
    package var creators: [String]?
    package var placeNames: MediaFacts.PlaceNames?

    /// Takes recorded facts; nil if nothing is left of them.
    package init?(_ facts: RecordedFacts, withoutPlaces: Bool, withoutPersons: Bool) {
        if let capture = facts.capture {
            date = capture.date.timeIntervalSinceReferenceDate
            zone = capture.zone
            isZoneAssumed = capture.isZoneAssumed ? true : nil
            dateSource = capture.source
        }
        location = withoutPlaces ? nil : facts.location
        caption = facts.caption
        keywords = facts.keywords.isEmpty ? nil : facts.keywords
        rating = facts.rating
        persons = withoutPersons || facts.persons.isEmpty ? nil : facts.persons
        title = facts.title
        headline = facts.headline
        creators = facts.creators.isEmpty ? nil : facts.creators
        placeNames = withoutPlaces || facts.placeNames.isEmpty ? nil : facts.placeNames
        let values: [Any?] = [
            date, location, caption, keywords, rating, persons, title, headline, creators,
            placeNames,
        ]
        if values.allSatisfy({ $0 == nil }) { return nil }
    }

    /// The facts for an import.
    package var supplement: ImportSupplement {
        var supplement = ImportSupplement()
        if let date {
            let isAssumed = isZoneAssumed ?? false
            supplement.date = .init(
                date: Date(timeIntervalSinceReferenceDate: date),
                zoneOffset: isAssumed ? nil : zone,
                assumedZoneOffset: isAssumed ? zone : nil,
                source: dateSource ?? ""
            )
        }
        supplement.location = location
        supplement.caption = caption
        supplement.keywords = keywords ?? []
        supplement.rating = rating
        supplement.persons = persons ?? []
        supplement.title = title
        supplement.headline = headline
        supplement.creators = creators ?? []
        supplement.placeNames = placeNames ?? MediaFacts.PlaceNames()
        return supplement
    }
}
