package import Foundation

extension MediaFacts {
    /// Computes the facts from a file's header and tags.
    ///
    /// A local time without a zone is read in `zone`.
    package init(header: MediaHeader, tags: MediaTags, zone: TimeZone) {
        self = Self.explained(header: header, tags: tags, zone: zone).facts
    }

    /// Computes the facts from a file's header and tags, and returns the tag that each fact came from.
    package static func explained(
        header: MediaHeader,
        tags: MediaTags,
        zone: TimeZone
    ) -> (facts: MediaFacts, sources: [FactField: String]) {
        var all = tags
        all.values.merge(header.tags.mapValues { [$0] }) { old, _ in old }
        if header.isAnimated { all.values["Frames.several"] = ["present"] }
        var reading = TagReading(all)
        var facts = MediaFacts(header: header, reader: .worker)
        if let date = CreationDate(&reading, zone: zone, lasting: facts.duration) {
            facts.setDate(date)
        }
        facts.location = Location(&reading)
        facts.cameraMake = reading.text(of: .cameraMake)
        facts.cameraModel = reading.text(of: .cameraModel)
        facts.lensModel = reading.text(of: .lensModel)
        facts.isFrontCamera =
            facts.lensModel?.lowercased().contains("front camera") ?? false
        facts.exposureTime = reading.number(of: .exposureTime, in: exposureTimes)
        facts.aperture = reading.number(of: .aperture, in: apertures)
        facts.iso = reading.number(of: .iso, in: sensitivities)
        facts.focalLength = reading.number(of: .focalLength, in: focalLengths)
        facts.flash = reading.number(of: .flash, in: flashes).map { Int($0) }
        facts.software = reading.text(of: .software)
        facts.persons = reading.texts(of: .persons)
        facts.title = reading.text(of: .title)
        facts.headline = reading.text(of: .headline)
        facts.caption = reading.text(of: .caption)
        facts.keywords = reading.texts(of: .keywords)
        facts.rating = reading.number(of: .rating, in: -1...5).map { Int($0) }
        facts.creators = reading.texts(of: .creators)
        facts.placeNames = PlaceNames(
            sublocation: reading.text(of: .sublocation),
            city: reading.text(of: .city),
            region: reading.text(of: .region),
            country: reading.text(of: .country)
        )
        facts.contentIdentifier = reading.text(of: .contentIdentifier)
        facts.burstIdentifier = reading.text(of: .burstIdentifier)
        facts.subtypes = reading.subtypes(make: facts.cameraMake)
            .intersection(facts.kind == .image ? .ofPictures : .ofMovies)
        return (facts.withinLimits(), reading.sources)
    }

    mutating func setDate(_ date: CreationDate) {
        creationDate = date.date
        zoneOffset = date.zoneOffset
        assumedZoneOffset = date.assumedZoneOffset
        dateSource = date.source
    }
}

extension MediaSubtypes {
    static let ofPictures: MediaSubtypes = [
        .panorama, .hdr, .screenshot, .depthEffect, .spatial, .animation,
    ]
    static let ofMovies: MediaSubtypes = [
        .spatial, .videoHighFrameRate, .videoTimelapse, .videoScreenRecording, .videoCinematic,
    ]
}
