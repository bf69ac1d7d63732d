package import Foundation
package import PhotosMedia
package import PhotosStore

/// The content of a JSON file in an export.
package enum TakeoutDocument: Hashable, Sendable {
    case photo(TakeoutPartner)
    /// An album's data.
    ///
    /// The title may be empty.
    case album(title: String, description: String?)
    /// Google's own data: comments, printing, memories.
    case other

    /// The maximum size in bytes.
    ///
    /// Real files have about one kilobyte.
    package static let maximumSize: Int64 = 1 << 20

    /// Parses a JSON file.
    ///
    /// Returns nil for a file that is no JSON object.
    package init?(_ data: Data) {
        guard data.count <= Self.maximumSize,
            let fields = try? JSONDecoder().decode(Fields.self, from: data)
        else { return nil }
        if fields.taken != nil || fields.created != nil {
            self = .photo(TakeoutPartner(fields))
        } else if let title = fields.albumTitle ?? fields.title {
            self = .album(title: title, description: fields.albumDescription ?? fields.description)
        } else if fields.isEmpty {
            // An album that never had a title has an empty object as its data.
            self = .album(title: "", description: nil)
        } else {
            self = .other
        }
    }
}

/// The properties of a photo in its JSON file.
package struct TakeoutPartner: Hashable, Sendable {
    package var title: String?
    package var caption: String?
    package var taken: Date?
    /// The date of the upload to Google.
    package var created: Date?
    package var location: MediaFacts.Location?
    package var people: [String] = []
    package var url: String?
    package var isFavorite = false
    package var isArchived = false
    package var isTrashed = false

    package init() {}

    fileprivate init(_ fields: Fields) {
        title = fields.title
        caption = fields.description.flatMap { $0.isEmpty ? nil : $0 }
        taken = fields.taken
        created = fields.created
        location = fields.exifPlace ?? fields.place
        people = fields.people
        url = fields.url
        isFavorite = fields.isFavorite
        isArchived = fields.isArchived || fields.isLocked
        isTrashed = fields.isTrashed
    }

    /// The properties that identify a photo, the same in every folder that contains the photo.
    struct Identity: Hashable {
        var title: String?
        var taken: Date?
        var created: Date?
        var url: String?
    }

    var identity: Identity {
        Identity(title: title, taken: taken, created: created, url: url)
    }

    /// Returns the properties to add to those of the files.
    ///
    /// - Parameter now: The deletion date of a photo in the trash, which the export does not contain.
    /// - Returns: The properties that the JSON file has.
    package func supplement(now: Date) -> ImportSupplement {
        var supplement = ImportSupplement()
        // The time is in whole UTC seconds without a zone, and mostly comes from the uploaded file. A date in
        // the file itself takes precedence, because it has a zone and fractions of a second.
        supplement.date = taken.map { .init(date: $0, source: "takeout") }
        supplement.location = location
        supplement.caption = caption
        supplement.keywords = people
        supplement.persons = people
        if isFavorite { supplement.isFavorite = true }
        if isArchived { supplement.isHidden = true }
        if isTrashed { supplement.trashedDate = now }
        return supplement
    }
}

/// The known fields.
///
/// A field that is missing or has an unexpected type counts as missing.
private struct Fields: Decodable {
    var title: String?
    var description: String?
    var albumTitle: String?
    var albumDescription: String?
    var taken: Date?
    var created: Date?
    var place: MediaFacts.Location?
    var exifPlace: MediaFacts.Location?
    var people: [String] = []
    var url: String?
    var isFavorite = false
    var isArchived = false
    var isTrashed = false
    var isLocked = false
    var isEmpty: Bool

    private enum Key: String, CodingKey {
        case title
        case description
        case albumData
        case photoTakenTime
        case creationTime
        case geoData
        case geoDataExif
        case people
        case url
        case favorited
        case archived
        case trashed
        case inLockedFolder
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        isEmpty = try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty
        title = object.text(.title)
        description = object.text(.description)
        let album = try? object.nestedContainer(keyedBy: Key.self, forKey: .albumData)
        albumTitle = album.map { $0.text(.title) ?? "" }
        albumDescription = album?.text(.description)
        taken = (try? object.decode(TimeStamp.self, forKey: .photoTakenTime))?.date
        created = (try? object.decode(TimeStamp.self, forKey: .creationTime))?.date
        place = (try? object.decode(Place.self, forKey: .geoData))?.location
        exifPlace = (try? object.decode(Place.self, forKey: .geoDataExif))?.location
        url = object.text(.url)
        isFavorite = object.flag(.favorited)
        isArchived = object.flag(.archived)
        isTrashed = object.flag(.trashed)
        isLocked = object.flag(.inLockedFolder)
        people = ((try? object.decode([Person].self, forKey: .people)) ?? []).compactMap(\.name)
    }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private struct TimeStamp: Decodable {
    var date: Date?

    private enum Key: String, CodingKey {
        case timestamp
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        // Google writes zero for an unknown time. Years with more than four digits are not real.
        guard let seconds = object.number(.timestamp), seconds != 0,
            (-62_135_596_800..<253_402_300_800).contains(seconds)
        else { return }
        date = Date(timeIntervalSince1970: seconds)
    }
}

private struct Place: Decodable {
    var location: MediaFacts.Location?

    private enum Key: String, CodingKey {
        case latitude
        case longitude
        case altitude
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: Key.self)
        guard let latitude = object.number(.latitude), let longitude = object.number(.longitude),
            (-90...90).contains(latitude), (-180...180).contains(longitude),
            latitude != 0 || longitude != 0
        else { return }
        // Google writes 0 for an unknown altitude, as for unknown coordinates.
        let altitude = object.number(.altitude).flatMap { $0 == 0 ? nil : $0 }
        location = .init(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}

private struct Person: Decodable {
    var name: String?

    private enum Key: String, CodingKey {
        case name
    }

    init(from decoder: any Decoder) throws {
        name = (try? decoder.container(keyedBy: Key.self))?.text(.name)
        if name?.isEmpty == true { name = nil }
    }
}

extension KeyedDecodingContainer {
    fileprivate func text(_ key: Key) -> String? {
        (try? decode(String.self, forKey: key))?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns a number, which may be written as text.
    fileprivate func number(_ key: Key) -> Double? {
        let number =
            (try? decode(Double.self, forKey: key))
            ?? (try? decode(String.self, forKey: key)).flatMap(Double.init)
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    fileprivate func flag(_ key: Key) -> Bool {
        (try? decode(Bool.self, forKey: key)) ?? (text(key) == "true")
    }
}
