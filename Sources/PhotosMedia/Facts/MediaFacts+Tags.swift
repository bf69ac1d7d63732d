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
            facts.take(date)
        }
        facts.location = Location(&reading)
        facts.cameraMake = reading.text(.cameraMake)
        facts.cameraModel = reading.text(.cameraModel)
        facts.lensModel = reading.text(.lensModel)
        facts.isFrontCamera =
            facts.lensModel?.lowercased().contains("front camera") ?? false
        facts.exposureTime = reading.number(.exposureTime, in: exposureTimes)
        facts.aperture = reading.number(.aperture, in: apertures)
        facts.iso = reading.number(.iso, in: sensitivities)
        facts.focalLength = reading.number(.focalLength, in: focalLengths)
        facts.flash = reading.number(.flash, in: flashes).map { Int($0) }
        facts.software = reading.text(.software)
        facts.persons = reading.texts(.persons)
        facts.title = reading.text(.title)
        facts.headline = reading.text(.headline)
        facts.caption = reading.text(.caption)
        facts.keywords = reading.texts(.keywords)
        facts.rating = reading.number(.rating, in: -1...5).map { Int($0) }
        facts.creators = reading.texts(.creators)
        facts.placeNames = PlaceNames(
            sublocation: reading.text(.sublocation),
            city: reading.text(.city),
            region: reading.text(.region),
            country: reading.text(.country)
        )
        facts.contentIdentifier = reading.text(.contentIdentifier)
        facts.burstIdentifier = reading.text(.burstIdentifier)
        facts.subtypes = reading.subtypes(make: facts.cameraMake)
            .intersection(facts.kind == .image ? .ofPictures : .ofMovies)
        return (facts.withinLimits(), reading.sources)
    }

    mutating func take(_ date: CreationDate) {
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
