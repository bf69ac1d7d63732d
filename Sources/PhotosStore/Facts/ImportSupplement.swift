package import Foundation
package import PhotosMedia

/// The values that something outside a photo's own files supplies: a sidecar, an exporter's JSON or another library's
/// database.
///
/// A nil value, or an empty list of keywords, leaves the value of the files unchanged.
package struct ImportSupplement: Hashable, Sendable {
    /// The capture date of a photo as the supplement states it.
    package struct SuppliedDate: Hashable, Sendable {
        package var date: Date
        /// The seconds east of GMT where the photo was taken, if known.
        package var zoneOffset: Int?
        /// The seconds east of GMT that were assumed for a local time without a zone.
        package var assumedZoneOffset: Int?
        /// The origin of the date for `AssetRecord.dateSource`: a tag, "takeout" or "photos".
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
    /// The keywords that are added to those of the files.
    package var keywords: [String] = []
    /// The rating from -1 (rejected) to 5.
    package var rating: Int?
    package var isFavorite: Bool?
    package var isHidden: Bool?
    /// The date of the move to Recently Deleted.
    package var trashedDate: Date?
    package var burstIdentifier: String?
    /// Who picked the picture from its burst; nil where nothing says that.
    package var burstSelection: BurstSelection?
    package var representsBurst: Bool?
    package var adjustment: Adjustment?
    /// The names of the people in the picture.
    package var persons: [String] = []
    package var title: String?
    package var headline: String?
    /// The names of those who made the photo.
    package var creators: [String] = []
    /// The names of the place that a person stated.
    package var placeNames = MediaFacts.PlaceNames()
    /// The values that a sidecar states in two properties; nil for another supplement.
    package var doubled: DoubledValues?

    /// The source of dates that take precedence over the file's own date, because people correct dates in Photos.
    package static let photosLibrary = "photos"

    package init() {}

    /// Creates a supplement from the facts of an XMP sidecar.
    package init(_ sidecar: SidecarFacts) {
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
        rating = sidecar.rating
        persons = sidecar.persons
        title = sidecar.title
        headline = sidecar.headline
        creators = sidecar.creators
        placeNames = sidecar.placeNames
        isFavorite = sidecar.isFavorite
        isHidden = sidecar.isHidden
        doubled = sidecar.doubled
    }
}

extension ImportSupplement {
    /// Creates a supplement from what Picasa noted of the files of a photo, the preferred one first.
    package init(_ photos: [PicasaSettings.Photo]) {
        self.init()
        for photo in photos.reversed() {
            var words = ImportSupplement()
            words.caption = photo.caption
            words.keywords = photo.keywords
            words.persons = photo.persons
            words.isFavorite = photo.isStarred ? true : nil
            words.isHidden = photo.isHidden ? true : nil
            overwriteProperties(with: words)
        }
    }

    /// Overwrites properties with those that another supplement has.
    package mutating func overwriteProperties(with other: ImportSupplement) {
        date = other.date ?? date
        location = other.location ?? location
        caption = other.caption ?? caption
        keywords += other.keywords.filter { !keywords.contains($0) }
        persons += other.persons.filter { !persons.contains($0) }
        title = other.title ?? title
        headline = other.headline ?? headline
        creators += other.creators.filter { !creators.contains($0) }
        placeNames = other.placeNames.filled(from: placeNames)
        rating = other.rating ?? rating
        isFavorite = other.isFavorite ?? isFavorite
        isHidden = other.isHidden ?? isHidden
        trashedDate = other.trashedDate ?? trashedDate
        adjustment = other.adjustment ?? adjustment
        doubled = other.doubled ?? doubled
    }
}
