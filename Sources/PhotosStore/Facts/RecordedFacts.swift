package import Foundation
package import PhotosMedia

/// What a file of an asset said when it was last read, as the table `file_facts` keeps it.
package struct RecordedFacts: Hashable, Sendable {
    /// Which file said it.
    ///
    /// The raw values are part of the library format.
    package enum Origin: Int, Hashable, Sendable, CaseIterable {
        /// The asset's original.
        case original = 0
        /// What tells of the original from outside: a sidecar, an exporter's JSON, another library's database.
        case companion = 1
    }

    /// When the photo was taken, with the zone that was stated or assumed.
    package struct Capture: Hashable, Sendable {
        package var date: Date
        /// Seconds east of GMT: stated, or assumed for a local time without a zone; nil where nothing is known of it.
        package var zone: Int?
        package var isZoneAssumed: Bool
        /// The tag, or the program, that says so.
        package var source: String?

        package init(date: Date, zone: Int?, isZoneAssumed: Bool, source: String?) {
            self.date = date
            self.zone = zone
            self.isZoneAssumed = isZoneAssumed
            self.source = source
        }
    }

    /// What took the picture, and how.
    package struct Camera: Hashable, Sendable {
        package var make: String?
        package var model: String?
        package var lens: String?
        /// Millimetres.
        package var focalLength: Double?
        /// The f-number.
        package var aperture: Double?
        /// Seconds.
        package var exposureTime: Double?
        package var iso: Double?
        /// Exif's bits: bit 0 says that the flash fired.
        package var flash: Int?
        package var software: String?

        package init() {}
    }

    /// The number of the reader, see `MediaFacts.readerVersion`; 0 where only the file's header could be read.
    package var reader: Int
    package var capture: Capture?
    package var location: MediaFacts.Location?
    package var caption: String?
    package var keywords: [String] = []
    /// From 0 to 5; nil where the file says nothing.
    package var rating: Int?
    package var camera = Camera()
    package var persons: [String] = []

    package init(reader: Int) { self.reader = reader }
}

extension RecordedFacts {
    /// What an original says.
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
    }

    /// What stands beside an original; nil where it says nothing that files could say.
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
        if self == RecordedFacts(reader: reader) { return nil }
    }

    private static func stars(_ rating: Int) -> Int { max(0, min(5, rating)) }

    /// The same, with what another file says where this one says nothing.
    func filled(from other: RecordedFacts?) -> RecordedFacts {
        guard let other else { return self }
        var facts = self
        facts.capture = capture ?? other.capture
        facts.location = location ?? other.location
        facts.caption = caption ?? other.caption
        facts.keywords += other.keywords.filter { !keywords.contains($0) }
        facts.rating = rating ?? other.rating
        return facts
    }
}
