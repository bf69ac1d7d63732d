import Foundation

/// What a collage shows of an asset: two with equal facts look the same on a page.
///
/// Keywords and albums are not shown, so they are not here.
package struct PhotoFacts: Codable, Hashable, Sendable, Identifiable {
    package enum Kind: String, Codable, Sendable {
        case picture
        case movie
    }

    /// The asset's local identifier.
    package let id: String
    package var kind: Kind
    package var takenAt: Date
    /// Seconds east of GMT on the camera's clock; nil where nothing is known of its zone.
    package var zoneOffset: Int?
    package var content: ContentStamp
    package var place: Place?
    package var isFavorite: Bool
    /// From 1 to 5 stars; 0 or less for none.
    package var rating: Int
    package var caption: String?
    /// Of a movie, in seconds.
    package var duration: Double
    package var width: Int
    package var height: Int

    package init(
        id: String,
        kind: Kind = .picture,
        takenAt: Date,
        zoneOffset: Int? = nil,
        content: ContentStamp = ContentStamp(),
        place: Place? = nil,
        isFavorite: Bool = false,
        rating: Int = 0,
        caption: String? = nil,
        duration: Double = 0,
        width: Int,
        height: Int
    ) {
        self.id = id
        self.kind = kind
        self.takenAt = takenAt
        self.zoneOffset = zoneOffset
        self.content = content
        self.place = place
        self.isFavorite = isFavorite
        self.rating = rating
        self.caption = caption
        self.duration = duration
        self.width = width
        self.height = height
    }

    /// Width by height; 1 where the size is unknown.
    package var aspectRatio: Double {
        width > 0 && height > 0 ? Double(width) / Double(height) : 1
    }

    /// The zone of the camera's clock; `fallback` where nothing is known of it.
    package func zone(or fallback: TimeZone) -> TimeZone {
        zoneOffset.flatMap(TimeZone.init(secondsFromGMT:)) ?? fallback
    }

    /// By time; photos of the same moment by identifier, so that the order is always the same.
    package static func inOrder(_ first: PhotoFacts, _ second: PhotoFacts) -> Bool {
        (first.takenAt, first.id) < (second.takenAt, second.id)
    }
}

/// Tells whether a picture is still the same: the library's date of modification moves with captions, too.
package struct ContentStamp: Codable, Hashable, Sendable {
    /// When the photo was last edited or reverted.
    package var adjustedAt: Date?
    /// The size of the file that is shown.
    package var byteCount: Int?

    package init(adjustedAt: Date? = nil, byteCount: Int? = nil) {
        self.adjustedAt = adjustedAt
        self.byteCount = byteCount
    }
}
