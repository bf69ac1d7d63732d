package import Foundation

/// The facts about a picture or movie that the library needs.
package struct MediaFacts: Sendable, Hashable, Codable {
    /// A position on earth.
    package struct Location: Sendable, Hashable, Codable {
        /// Degrees from -90 to 90, negative in the south.
        package var latitude: Double
        /// Degrees from -180 to 180, negative in the west.
        package var longitude: Double
        /// Metres above sea level.
        package var altitude: Double?
        /// Metres.
        package var horizontalAccuracy: Double?
        /// The direction of the camera in degrees from north: true or magnetic, as the camera states it.
        package var direction: Double?
        /// Metres a second.
        package var speed: Double?

        package init(
            latitude: Double,
            longitude: Double,
            altitude: Double? = nil,
            horizontalAccuracy: Double? = nil,
            direction: Double? = nil,
            speed: Double? = nil
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
            self.horizontalAccuracy = horizontalAccuracy
            self.direction = direction
            self.speed = speed
        }
    }

    /// The code that read the facts.
    package enum Reader: String, Sendable, Codable {
        /// The worker, which reads the whole file's metadata.
        case worker
        /// Our own header reader, which reads type, size, orientation and duration.
        case header
    }

    /// The names of a place that a person stated, from the small to the large.
    package struct PlaceNames: Sendable, Hashable, Codable {
        /// The part of a city, or a sight.
        package var sublocation: String?
        package var city: String?
        /// The province or state.
        package var region: String?
        package var country: String?

        package init(
            sublocation: String? = nil,
            city: String? = nil,
            region: String? = nil,
            country: String? = nil
        ) {
            self.sublocation = sublocation
            self.city = city
            self.region = region
            self.country = country
        }

        /// The names that are known.
        package var names: [String] { [sublocation, city, region, country].compactMap(\.self) }
        package var isEmpty: Bool { names.isEmpty }

        /// Returns the names, with missing ones taken from another place.
        package func filled(from other: PlaceNames) -> PlaceNames {
            PlaceNames(
                sublocation: sublocation ?? other.sublocation,
                city: city ?? other.city,
                region: region ?? other.region,
                country: country ?? other.country
            )
        }

        /// Returns the names, each changed.
        package func map(_ change: (String) -> String) -> PlaceNames {
            PlaceNames(
                sublocation: sublocation.map(change),
                city: city.map(change),
                region: region.map(change),
                country: country.map(change)
            )
        }
    }

    package var type: MediaType
    package var reader: Reader
    /// The width in pixels after the orientation is applied; 0 for sound.
    package var pixelWidth: Int
    package var pixelHeight: Int
    package var orientation: ImageOrientation
    /// Seconds; 0 for pictures.
    package var duration: Double = 0
    /// The time when the picture was taken; nil if the file does not state it.
    package var creationDate: Date?
    /// The number of seconds east of GMT where the picture was taken, if known.
    package var zoneOffset: Int?
    /// The number of seconds east of GMT that was assumed for a local time without a zone.
    ///
    /// The assumed zone is that of the importing user on that day. The value is nil if the zone is known, or if the
    /// time is in GMT, so that the local time is unknown.
    package var assumedZoneOffset: Int?
    /// The tag that the date comes from.
    package var dateSource: String?
    package var location: Location?
    package var subtypes: MediaSubtypes = []
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    package var isFrontCamera = false
    /// Seconds.
    package var exposureTime: Double?
    /// The f-number.
    package var aperture: Double?
    package var iso: Double?
    /// Millimetres.
    package var focalLength: Double?
    /// Exif's bits.
    ///
    /// Bit 0 is set if the flash fired.
    package var flash: Int?
    /// The program, or the camera's firmware, that wrote the file.
    package var software: String?
    /// The names of the persons in the picture, each once.
    package var persons: [String] = []
    package var title: String?
    package var headline: String?
    package var caption: String?
    package var keywords: [String] = []
    /// The rating, from -1 (rejected) to 5.
    package var rating: Int?
    /// The names of those who made the picture, each once.
    package var creators: [String] = []
    /// The names of the place that a person stated.
    package var placeNames = PlaceNames()
    /// The identifier that the picture and the movie of a Live Photo share.
    package var contentIdentifier: String?
    package var burstIdentifier: String?
    /// The range of the movie in a motion photo's file.
    ///
    /// The range begins like a movie, and lies in the file.
    package var embeddedMovie: Range<Int64>?
    /// The damage of a file that can be read nevertheless, and the tool that found it; one line.
    package var damage: String?

    /// Creates the facts that a header alone states.
    package init(header: MediaHeader, reader: Reader = .header) {
        type = header.type
        self.reader = reader
        pixelWidth = header.displayedWidth
        pixelHeight = header.displayedHeight
        orientation = header.orientation
        duration = header.duration ?? 0
        if header.isAnimated { subtypes.insert(.animation) }
    }

    /// The uniform type identifier.
    package var contentType: String { type.identifier }
    package var kind: MediaKind { type.kind }
    package var isRaw: Bool { type.isRaw }
    /// Whether the file has a local time without a zone.
    package var isZoneAssumed: Bool { assumedZoneOffset != nil }

    /// The version of the code that reads facts.
    ///
    /// The number rises whenever that code finds more, or reads something differently.
    package static let readerVersion = 5
}
