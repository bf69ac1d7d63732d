/// The metadata that a sidecar or a copy of a file shall state.
///
/// A property that is nil is not written: what the file states about it stays.
package struct WrittenMetadata: Sendable, Hashable, Codable {
    /// The value of one property in a file afterwards.
    package enum Written<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        case value(Value)
        /// The file states nothing about the property.
        case removed

        /// Takes a value, or `removed` for nil.
        package init(_ value: Value?) {
            self = value.map(Self.value) ?? .removed
        }
    }

    /// A person in the picture.
    package struct Person: Sendable, Hashable, Codable {
        package var name: String
        /// The rectangle around the face; nil keeps the rectangle that the file states for the name.
        package var region: Region?

        package init(name: String, region: Region? = nil) {
            self.name = name
            self.region = region
        }
    }

    /// A rectangle in the stored picture, before its orientation is applied.
    ///
    /// All numbers are parts of the picture's width or height, from 0 to 1. The origin is the corner at the top left.
    package struct Region: Sendable, Hashable, Codable {
        package var left: Double
        package var top: Double
        package var width: Double
        package var height: Double
        /// The width and height of the stored picture in pixels.
        package var pictureWidth: Int
        package var pictureHeight: Int

        package init(
            left: Double,
            top: Double,
            width: Double,
            height: Double,
            pictureWidth: Int,
            pictureHeight: Int
        ) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
            self.pictureWidth = pictureWidth
            self.pictureHeight = pictureHeight
        }
    }

    package var title: Written<String>?
    package var headline: Written<String>?
    /// The names of those who made the photo, each once.
    package var creators: Written<[String]>?
    /// The names of the place that a person stated; names that are nil stay as the file states them.
    package var placeNames: Written<MediaFacts.PlaceNames>?
    /// An empty text is the same as `removed`.
    package var caption: Written<String>?
    /// The keywords, each once; an empty list is the same as `removed`.
    ///
    /// If `hierarchicalKeywords` is nil, the file keeps those of its paths whose last part is one of these keywords.
    package var keywords: Written<[String]>?
    /// The paths of keywords, each from the general word to the special one.
    ///
    /// The last parts are written as keywords, too.
    package var hierarchicalKeywords: Written<[[String]]>?
    /// The rating, from -1 (rejected) over 0 (unrated) to 5.
    package var rating: Written<Int>?
    /// The local time, and its zone if the zone is known.
    ///
    /// A time whose `hasTime` is false is written as a day alone.
    package var captureDate: Written<CaptureTime>?
    /// The position.
    ///
    /// `removed` also removes the names of cities, regions and countries.
    package var place: Written<MediaFacts.Location>?
    /// The persons, each name once.
    ///
    /// `removed` removes all regions of faces, too.
    package var persons: Written<[Person]>?
    /// Whether the favorite mark is set; false removes it.
    package var isFavorite: Bool?
    /// Whether the photo is hidden; false removes the mark.
    package var isHidden: Bool?
    /// The albums of the photo: for each album the titles of its folders, the outermost first, and its own title.
    package var albums: Written<[[String]]>?

    package init() {}

    /// Whether nothing is written.
    package var isEmpty: Bool { self == WrittenMetadata() }
}

extension WrittenMetadata.Written {
    /// The value; nil if the property is removed.
    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}
