import Foundation

extension MediaFacts {
    /// The longest text of a field other than the caption, in bytes of UTF-8.
    ///
    /// Longer texts are cut.
    package static let maximumText = 256
    /// The longest caption, in bytes of UTF-8.
    ///
    /// IPTC allows 2,000, and XMP any number.
    package static let maximumCaption = 16_000
    /// The largest number of keywords that are kept.
    ///
    /// More come from programs that misuse the field.
    package static let maximumKeywords = 200

    /// The largest number of names of persons that are kept.
    package static let maximumPersons = 200
    /// The largest number of names of creators that are kept.
    package static let maximumCreators = 20
    /// The range of two bytes, which Exif's field has.
    static let flashes = 0.0...65_535

    /// The range of exposure times in seconds, long enough for several nights of astronomy.
    static let exposureTimes = 0.0...1_000_000
    static let apertures = 0.0...1000
    static let sensitivities = 0.0...100_000_000
    /// The range in millimetres.
    static let focalLengths = 0.0...1_000_000

    /// Returns the same facts with every text cut to its limit, so that they fit a message.
    package func withinLimits() -> MediaFacts {
        func shortened(_ text: String?) -> String? {
            text.map { Self.shortened($0, limit: Self.maximumText) }
        }
        var facts = self
        facts.dateSource = shortened(dateSource)
        facts.cameraMake = shortened(cameraMake)
        facts.cameraModel = shortened(cameraModel)
        facts.lensModel = shortened(lensModel)
        facts.damage = shortened(damage)
        facts.software = shortened(software)
        facts.persons = persons.prefix(Self.maximumPersons).map {
            Self.shortened($0, limit: Self.maximumText)
        }
        facts.title = shortened(title)
        facts.headline = shortened(headline)
        facts.creators = creators.prefix(Self.maximumCreators).map {
            Self.shortened($0, limit: Self.maximumText)
        }
        facts.placeNames = placeNames.map { Self.shortened($0, limit: Self.maximumText) }
        facts.contentIdentifier = shortened(contentIdentifier)
        facts.burstIdentifier = shortened(burstIdentifier)
        facts.caption = caption.map { Self.shortened($0, limit: Self.maximumCaption) }
        facts.keywords = keywords.prefix(Self.maximumKeywords).map {
            Self.shortened($0, limit: Self.maximumText)
        }
        return facts
    }

    /// Whether all values are possible.
    ///
    /// Facts from another process are checked before they are used.
    package var isPlausible: Bool {
        let sides = 0...MediaHeader.maximumSide
        guard sides.contains(pixelWidth), sides.contains(pixelHeight),
            duration.isFinite, duration >= 0, duration < MediaHeader.maximumDuration
        else { return false }
        if let creationDate {
            // The years from 1 to 9999, as the formats write them.
            let seconds = creationDate.timeIntervalSince1970
            guard (-62_200_000_000...253_500_000_000).contains(seconds) else { return false }
        }
        for offset in [zoneOffset, assumedZoneOffset].compactMap(\.self)
        where !CaptureTime.zoneOffsets.contains(offset) { return false }
        if let flash, !Self.flashes.contains(Double(flash)) { return false }
        if let location, !location.isPlausible { return false }
        let measures = [
            (exposureTime, Self.exposureTimes), (aperture, Self.apertures),
            (iso, Self.sensitivities), (focalLength, Self.focalLengths),
        ]
        guard measures.allSatisfy({ value, range in value.map(range.contains) ?? true }) else {
            return false
        }
        if let embeddedMovie, embeddedMovie.lowerBound < 0 || embeddedMovie.isEmpty { return false }
        guard damage?.unicodeScalars.contains(where: { $0.value < 0x20 }) != true else {
            return false
        }
        if let rating, !(-1...5).contains(rating) { return false }
        return self == withinLimits()
    }

    /// Cuts a text by bytes rather than characters, because one character may consist of any number of scalars.
    private static func shortened(_ text: String, limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += scalar.utf8.count
            guard count <= limit else { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}

extension MediaFacts.Location {
    /// Whether the numbers state a position.
    ///
    /// Cameras without a GPS fix write exactly zero for latitude and longitude.
    package var isPlausible: Bool {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return false }
        if let altitude, !Self.altitudes.contains(altitude) { return false }
        if let horizontalAccuracy, !Self.accuracies.contains(horizontalAccuracy) { return false }
        if let direction, !(0...360).contains(direction) { return false }
        if let speed, !Self.speeds.contains(speed) { return false }
        return true
    }

    static let altitudes = -20_000.0...1_000_000
    static let accuracies = 0.0...50_000_000
    /// The range of speeds in metres a second, up to the speed of an orbit.
    static let speeds = 0.0...12_000
}
