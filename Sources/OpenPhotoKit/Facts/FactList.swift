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
        for field in FactField.allCases { add(field, of: facts, fileDate) }
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

    private mutating func add(_ field: FactField, of facts: MediaFacts, _ fileDate: Date?) {
        switch field {
        case .creationDate: addDate(facts, fileDate)
        case .location:
            add("latitude", facts.location.map { .number($0.latitude) }, field)
            add("longitude", facts.location.map { .number($0.longitude) }, field)
        case .altitude: add(field, facts.location?.altitude)
        case .horizontalAccuracy: add(field, facts.location?.horizontalAccuracy)
        case .direction: add(field, facts.location?.direction)
        case .speed: add(field, facts.location?.speed)
        case .cameraMake: add(field, facts.cameraMake)
        case .cameraModel: add(field, facts.cameraModel)
        case .lensModel: add(field, facts.lensModel)
        case .exposureTime: add(field, facts.exposureTime)
        case .aperture: add(field, facts.aperture)
        case .iso: add(field, facts.iso)
        case .focalLength: add(field, facts.focalLength)
        case .flash: add(field, facts.flash.map(Double.init))
        case .software: add(field, facts.software)
        case .persons: add(field, facts.persons)
        case .title: add(field, facts.title)
        case .headline: add(field, facts.headline)
        case .caption: add(field, facts.caption)
        case .keywords: add(field, facts.keywords)
        case .rating: add(field, facts.rating.map(Double.init))
        case .creators: add(field, facts.creators)
        case .sublocation: add(field, facts.placeNames.sublocation)
        case .city: add(field, facts.placeNames.city)
        case .region: add(field, facts.placeNames.region)
        case .country: add(field, facts.placeNames.country)
        case .contentIdentifier: add(field, facts.contentIdentifier)
        case .burstIdentifier: add(field, facts.burstIdentifier)
        case .embeddedMovie:
            let range = facts.embeddedMovie
            add("embeddedMovieOffset", range.map { .number(Double($0.lowerBound)) }, field)
            add("embeddedMovieLength", range.map { .number(Double($0.count)) }, field)
        case .panorama, .hdr, .screenshot, .depthEffect, .spatial, .animation, .videoHighFrameRate,
            .videoTimelapse, .videoScreenRecording, .videoCinematic:
            let isSet = field.subtype.map { facts.subtypes.contains($0) } ?? false
            if isSet { add(field.rawValue, .flag(true), field) }
        }
    }

    private mutating func add(_ field: FactField, _ text: String?) {
        add(field.rawValue, text.map { .text($0) }, field)
    }

    private mutating func add(_ field: FactField, _ number: Double?) {
        add(field.rawValue, number.map { .number($0) }, field)
    }

    private mutating func add(_ field: FactField, _ texts: [String]) {
        if !texts.isEmpty { add(field.rawValue, .texts(texts), field) }
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
