package import Foundation
package import PhotosMedia

/// What something beside a photo's own files tells of it: a sidecar, an exporter's JSON, another library's database.
///
/// Nil, and no keyword, say nothing: what the files tell stays.
package struct ImportSupplement: Hashable, Sendable {
    /// When a photo was taken, as its partner says.
    package struct SuppliedDate: Hashable, Sendable {
        package var date: Date
        /// Seconds east of GMT at the place where it was taken, where known.
        package var zoneOffset: Int?
        /// Seconds east of GMT that were taken for a local time without a zone.
        package var assumedZoneOffset: Int?
        /// What says so, for `AssetRecord.dateSource`: a tag, "takeout", "photos".
        package var source: String

        package init(
            date: Date,
            zoneOffset: Int? = nil,
            assumedZoneOffset: Int? = nil,
            source: String
        ) {
            self.date = date
            self.zoneOffset = zoneOffset
            self.assumedZoneOffset = assumedZoneOffset
            self.source = source
        }
    }

    /// The recipe of an edit whose rendering is among the files.
    package struct Adjustment: Hashable, Sendable {
        package var formatIdentifier: String
        package var formatVersion: String
        package var date: Date?

        package init(formatIdentifier: String, formatVersion: String, date: Date? = nil) {
            self.formatIdentifier = formatIdentifier
            self.formatVersion = formatVersion
            self.date = date
        }
    }

    package var date: SuppliedDate?
    package var location: MediaFacts.Location?
    package var caption: String?
    /// Added to those of the files.
    package var keywords: [String] = []
    /// From 0 to 5.
    package var rating: Int?
    package var isFavorite: Bool?
    package var isHidden: Bool?
    /// When it was moved to Recently Deleted.
    package var trashedDate: Date?
    package var burstIdentifier: String?
    /// The API's numbers: 1 picked by the camera, 2 by the user.
    package var burstSelection: Int?
    package var representsBurst: Bool?
    package var adjustment: Adjustment?
    /// The names of those who are in the picture.
    package var persons: [String] = []

    /// The source of a date that counts although the file states one of its own: people correct dates in Photos.
    package static let photosLibrary = "photos"

    package init() {}

    /// What an XMP sidecar tells.
    init(_ sidecar: SidecarFacts) {
        date = sidecar.date.map {
            SuppliedDate(
                date: $0.date,
                zoneOffset: $0.zoneOffset,
                assumedZoneOffset: $0.assumedZoneOffset,
                source: $0.source
            )
        }
        location = sidecar.location
        caption = sidecar.caption
        keywords = sidecar.keywords
        rating = sidecar.rating.map { max(0, $0) }
        persons = sidecar.persons
    }
}
