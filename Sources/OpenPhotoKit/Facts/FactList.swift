import Foundation
import PhotosMedia

/// A list of facts, without unknown ones.
struct FactList {
    let sources: [FactField: String]
    private(set) var facts: [FileFacts.Fact] = []

    init(sources: [FactField: String]) {
        self.sources = sources
    }

    mutating func add(_ facts: MediaFacts, fileDate: Date?) {
        add("type", .text(facts.contentType))
        add("pixelWidth", number(facts.pixelWidth))
        add("pixelHeight", number(facts.pixelHeight))
        add("orientation", number(facts.orientation.rawValue))
        if facts.kind != .image { add("duration", .number(facts.duration)) }
        addDate(facts, fileDate)
        addPlace(facts.location)
        addCamera(facts)
        add("caption", facts.caption.map { .text($0) }, .caption)
        if !facts.keywords.isEmpty { add("keywords", .texts(facts.keywords), .keywords) }
        add("rating", facts.rating.flatMap(number), .rating)
        add("contentIdentifier", facts.contentIdentifier.map { .text($0) }, .contentIdentifier)
        add("burstIdentifier", facts.burstIdentifier.map { .text($0) }, .burstIdentifier)
        if let movie = facts.embeddedMovie {
            add("embeddedMovieOffset", .number(Double(movie.lowerBound)), .embeddedMovie)
            add("embeddedMovieLength", .number(Double(movie.count)), .embeddedMovie)
        }
        for field in FactField.allCases {
            guard let subtype = field.subtype, facts.subtypes.contains(subtype) else { continue }
            add(field.rawValue, .flag(true), field)
        }
        add("damage", facts.damage.map { .text($0) })
    }

    private mutating func addDate(_ facts: MediaFacts, _ fileDate: Date?) {
        if let date = facts.creationDate {
            add("creationDate", .date(date), .creationDate)
            add("timeZoneOffset", facts.zoneOffset.flatMap(number), .creationDate)
            if facts.isZoneAssumed { add("isZoneAssumed", .flag(true), .creationDate) }
        } else if let fileDate {
            let fact = FileFacts.Fact(
                name: "creationDate",
                value: .date(fileDate),
                source: FactsTable.fileTag
            )
            self.facts.append(fact)
        }
    }

    private mutating func addPlace(_ place: MediaFacts.Location?) {
        guard let place else { return }
        add("latitude", .number(place.latitude), .location)
        add("longitude", .number(place.longitude), .location)
        add("altitude", place.altitude.map { .number($0) }, .altitude)
        add("horizontalAccuracy", place.horizontalAccuracy.map { .number($0) }, .horizontalAccuracy)
        add("direction", place.direction.map { .number($0) }, .direction)
        add("speed", place.speed.map { .number($0) }, .speed)
    }

    private mutating func addCamera(_ facts: MediaFacts) {
        add("cameraMake", facts.cameraMake.map { .text($0) }, .cameraMake)
        add("cameraModel", facts.cameraModel.map { .text($0) }, .cameraModel)
        add("lensModel", facts.lensModel.map { .text($0) }, .lensModel)
        add("exposureTime", facts.exposureTime.map { .number($0) }, .exposureTime)
        add("aperture", facts.aperture.map { .number($0) }, .aperture)
        add("iso", facts.iso.map { .number($0) }, .iso)
        add("focalLength", facts.focalLength.map { .number($0) }, .focalLength)
        add("flash", facts.flash.flatMap(number), .flash)
        add("software", facts.software.map { .text($0) }, .software)
        if !facts.persons.isEmpty { add("persons", .texts(facts.persons), .persons) }
    }

    private func number(_ value: Int) -> FileFacts.Fact.Value? { .number(Double(value)) }

    private mutating func add(
        _ name: String,
        _ value: FileFacts.Fact.Value?,
        _ field: FactField? = nil
    ) {
        guard let value else { return }
        facts.append(
            FileFacts.Fact(name: name, value: value, source: field.flatMap { sources[$0] })
        )
    }
}
