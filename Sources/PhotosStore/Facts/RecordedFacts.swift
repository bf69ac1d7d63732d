package import Foundation
package import PhotosMedia

/// The facts that a file of an asset contained when it was last read, as the table `file_facts` records them.
package struct RecordedFacts: Hashable, Sendable {
    /// The file that contained the facts.
    ///
    /// The raw values are part of the library format.
    package enum Origin: Int, Hashable, Sendable, CaseIterable {
        /// The asset's original.
        case original = 0
        /// A file other than the original: a sidecar, an exporter's JSON or another library's database.
        case companion = 1
    }

    /// The capture date of the photo, with the stated or assumed zone.
    package struct Capture: Hashable, Sendable {
        package var date: Date
        /// The seconds east of GMT, stated or assumed for a local time without a zone, or nil if unknown.
        package var zone: Int?
        package var isZoneAssumed: Bool
        /// The tag or program that the date comes from.
        package var source: String?

        package init(date: Date, zone: Int?, isZoneAssumed: Bool, source: String?) {
            self.date = date
            self.zone = zone
            self.isZoneAssumed = isZoneAssumed
            self.source = source
        }
    }

    /// The camera that took the picture, and its settings.
    package struct Camera: Hashable, Sendable {
        package var make: String?
        package var model: String?
        package var lens: String?
        /// The focal length in millimetres.
        package var focalLength: Double?
        /// The f-number.
        package var aperture: Double?
        /// The exposure time in seconds.
        package var exposureTime: Double?
        package var iso: Double?
        /// The bits that Exif defines; bit 0 means that the flash fired.
        package var flash: Int?
        package var software: String?

        package init() {}
    }

    /// The number of the reader, see `MediaFacts.readerVersion`, or 0 if only the file's header could be read.
    package var reader: Int
    package var capture: Capture?
    package var location: MediaFacts.Location?
    package var caption: String?
    package var keywords: [String] = []
    /// The rating from -1 (rejected) to 5, or nil if the file contains none.
    package var rating: Int?
    package var camera = Camera()
    package var persons: [String] = []
    package var title: String?
    package var headline: String?
    /// The names of those who made the photo.
    package var creators: [String] = []
    /// The names of the place that a person stated.
    package var placeNames = MediaFacts.PlaceNames()

    package init(reader: Int) { self.reader = reader }
}

extension RecordedFacts {
    /// Creates the record for an original.
    package init(_ facts: MediaFacts) {
        self.init(reader: facts.reader == .worker ? MediaFacts.readerVersion : 0)
        capture = facts.creationDate.map {
            Capture(
                date: $0,
                zone: facts.zoneOffset ?? facts.assumedZoneOffset,
                isZoneAssumed: facts.isZoneAssumed,
                source: facts.dateSource
            )
        }
        location = facts.location
        caption = facts.caption?.withoutZeroBytes
        keywords = facts.keywords
        rating = facts.rating.map(Self.stars)
        camera.make = facts.cameraMake
        camera.model = facts.cameraModel
        camera.lens = facts.lensModel
        camera.focalLength = facts.focalLength
        camera.aperture = facts.aperture
        camera.exposureTime = facts.exposureTime
        camera.iso = facts.iso
        camera.flash = facts.flash
        camera.software = facts.software
        persons = facts.persons
        title = facts.title?.withoutZeroBytes
        headline = facts.headline?.withoutZeroBytes
        creators = facts.creators
        placeNames = facts.placeNames.map(\.withoutZeroBytes)
    }

    /// Creates the record for the companion of an original, or returns nil if it contains none of these facts.
    package init?(_ supplement: ImportSupplement) {
        self.init(reader: MediaFacts.readerVersion)
        capture = supplement.date.map {
            Capture(
                date: $0.date,
                zone: $0.zoneOffset ?? $0.assumedZoneOffset,
                isZoneAssumed: $0.zoneOffset == nil && $0.assumedZoneOffset != nil,
                source: $0.source
            )
        }
        location = supplement.location
        caption = supplement.caption?.withoutZeroBytes
        keywords = supplement.keywords
        rating = supplement.rating.map(Self.stars)
        persons = supplement.persons
        title = supplement.title?.withoutZeroBytes
        headline = supplement.headline?.withoutZeroBytes
        creators = supplement.creators
        placeNames = supplement.placeNames.map(\.withoutZeroBytes)
        if self == RecordedFacts(reader: reader) { return nil }
    }

    /// Returns the facts that another record does not have.
    func without(_ other: RecordedFacts?) -> RecordedFacts? {
        guard let other else { return self }
        var facts = self
        if other.capture != nil { facts.capture = nil }
        if other.location != nil { facts.location = nil }
        if other.caption != nil { facts.caption = nil }
        if other.rating != nil { facts.rating = nil }
        if other.title != nil { facts.title = nil }
        if other.headline != nil { facts.headline = nil }
        if other.placeNames != .init() { facts.placeNames = .init() }
        facts.keywords.removeAll(where: other.keywords.contains)
        facts.persons.removeAll(where: other.persons.contains)
        facts.creators.removeAll(where: other.creators.contains)
        return facts == RecordedFacts(reader: reader) ? nil : facts
    }

    /// Returns the facts without those values that are the same in another record.
    package func withoutValues(of other: RecordedFacts?) -> RecordedFacts? {
        guard var other else { return self }
        if other.capture != capture { other.capture = nil }
        if other.location != location { other.location = nil }
        if other.caption != caption { other.caption = nil }
        if other.rating != rating { other.rating = nil }
        if other.title != title { other.title = nil }
        if other.headline != headline { other.headline = nil }
        if other.placeNames != placeNames { other.placeNames = .init() }
        return without(other)
    }

    /// Returns the facts without the persons and the creators of another record.
    package func withoutNames(of other: RecordedFacts?) -> RecordedFacts? {
        var names = RecordedFacts(reader: reader)
        names.persons = other?.persons ?? []
        names.creators = other?.creators ?? []
        return without(names)
    }

    /// Returns this record, with missing values and persons taken from another record of the same kind.
    package func filledWithPersons(from other: RecordedFacts?) -> RecordedFacts {
        var facts = filled(from: other)
        facts.persons += (other?.persons ?? []).filter { !persons.contains($0) }
        return facts
    }

    private static func stars(_ rating: Int) -> Int { max(-1, min(5, rating)) }

    /// Returns this record, with missing values taken from another record.
    package func filled(from other: RecordedFacts?) -> RecordedFacts {
        guard let other else { return self }
        var facts = self
        facts.capture = capture ?? other.capture
        facts.location = location ?? other.location
        facts.caption = caption ?? other.caption
        facts.keywords += other.keywords.filter { !keywords.contains($0) }
        facts.rating = rating ?? other.rating
        facts.title = title ?? other.title
        facts.headline = headline ?? other.headline
        facts.creators += other.creators.filter { !creators.contains($0) }
        facts.placeNames = placeNames.filled(from: other.placeNames)
        return facts
    }
}
