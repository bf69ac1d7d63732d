package import PhotosStore

/// A property that a person can change in an exported file as well as in a library.
package enum EditedProperty: String, Hashable, Sendable, CaseIterable {
    case date
    case place
    case caption
    case keywords
    case rating
    case favorite
    case hidden
    case title
    case headline
    case creators
    case persons
    case placeNames

    /// The name in sentences.
    package var words: String {
        switch self {
        case .favorite: "favorite mark"
        case .hidden: "hidden mark"
        case .creators: "names of the creators"
        case .persons: "names of persons"
        case .placeNames: "names of the place"
        default: rawValue
        }
    }

    /// The fields of an asset that change together; empty for words that a library has from files alone.
    package var fields: [AssetField] {
        switch self {
        case .date: FileMetadata.Field.date.fields + [.traits]
        case .place: FileMetadata.Field.place.fields
        case .caption: FileMetadata.Field.caption.fields
        case .keywords: FileMetadata.Field.keywords.fields
        case .rating: FileMetadata.Field.rating.fields
        case .favorite: [.isFavorite]
        case .hidden: [.isHidden]
        case .title, .headline, .creators, .persons, .placeNames: []
        }
    }

    /// The fields by which two values are compared.
    var comparedFields: [AssetField] {
        switch self {
        case .date: [.creationDate, .creationZone]
        case .place: [.latitude, .longitude, .altitude]
        default: fields
        }
    }

    /// The fields of all properties.
    package static let allFields: [AssetField] = allCases.flatMap(\.fields)

    /// Returns the properties in a sentence: "caption", "caption and rating".
    package static func list(_ properties: [EditedProperty]) -> String {
        let words = properties.map(\.words)
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
