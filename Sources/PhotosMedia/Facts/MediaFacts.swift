package import Foundation

/// What the library needs to know of a picture or movie.
package struct MediaFacts: Sendable, Hashable, Codable {
    /// A place on earth.
    package struct Location: Sendable, Hashable, Codable {
        /// Degrees, from -90 to 90, south negative.
        package var latitude: Double
        /// Degrees, from -180 to 180, west negative.
        package var longitude: Double
        /// Metres above the sea.
        package var altitude: Double?
        /// Metres.
        package var horizontalAccuracy: Double?
        /// Degrees from north, where the camera looked; true or magnetic, as the camera says it.
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

    /// Who found the facts out.
    package enum Reader: String, Sendable, Codable {
        /// The worker: everything that the file says.
        case worker
        /// Our own header reader: type, size, orientation and duration.
        case header
    }

    package var type: MediaType
    package var reader: Reader
    /// Pixels as shown, orientation applied; 0 for sound.
    package var pixelWidth: Int
    package var pixelHeight: Int
    package var orientation: ImageOrientation
    /// Seconds; 0 for pictures.
    package var duration: Double = 0
    /// When it was taken; nil when the file does not say.
    package var creationDate: Date?
    /// Seconds east of GMT at the place where it was taken, where known.
    package var zoneOffset: Int?
    /// Seconds east of GMT that were taken for a local time without a zone: those of the zone of who imports it, on that
    /// day; nil where the zone is known, or the time is in GMT and says nothing of the place.
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
    /// Exif's bits: bit 0 says that the flash fired.
    package var flash: Int?
    /// The program, or the camera's firmware, that wrote the file.
    package var software: String?
    /// The names of those who are in the picture, each once.
    package var persons: [String] = []
    package var caption: String?
    package var keywords: [String] = []
    /// From -1 (rejected) to 5.
    package var rating: Int?
    /// Joins the picture and the movie of a Live Photo.
    package var contentIdentifier: String?
    package var burstIdentifier: String?
    /// The bytes of a motion photo's file that are its movie: they begin like one, and lie in the file.
    package var embeddedMovie: Range<Int64>?
    /// What is wrong with a file whose facts can be read all the same, and which tool found it; one line.
    package var damage: String?

    /// Facts that a header alone gives.
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
    /// Whether the file gave a local time without a zone.
    package var isZoneAssumed: Bool { assumedZoneOffset != nil }

    /// What the reader of facts knows, as a number: raised whenever it finds more, or reads something otherwise.
    package static let readerVersion = 2
}
