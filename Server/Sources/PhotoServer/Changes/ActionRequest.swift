import Foundation
import HTTPTypes
import OpenPhotoKit
import ServeRules

/// Something to do with photos.
struct ActionRequest: Decodable, Sendable {
    /// The verbs.
    enum Verb: String, Decodable, Sendable, CaseIterable {
        case favorite, unfavorite, hide, unhide, delete, restore, purge
        case addToAlbum, removeFromAlbum, moveInAlbum
        case set, rotate, crop, trim, revert
    }

    /// Words to add and to remove.
    struct Keywords: Decodable, Sendable {
        var add: [String]?
        var remove: [String]?
    }

    /// A position on the Earth, in degrees.
    struct Place: Decodable, Sendable {
        var latitude: Double
        var longitude: Double
    }

    let verb: Verb
    let selection: SelectionRequest
    var confirm = false
    var album: String?
    var to: Int?
    var caption: String??
    var keywords: Keywords?
    var rating: Int?
    var date: String?
    var shiftSeconds: Double?
    var zone: Int??
    var place: Place??
    var degrees: Int?
    var area: PictureEdit.Area?
    /// The part of a video as it is shown, in seconds.
    var start: Double?
    var end: Double?

    private enum Keys: String, CodingKey {
        case verb = "do"
        case selection = "on"
        case confirm, album, to, caption, keywords, rating, date, shiftSeconds, zone, place
        case degrees, x, y, width, height, start, end
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        verb = try values.decode(Verb.self, forKey: .verb)
        selection = try values.decode(SelectionRequest.self, forKey: .selection)
        confirm = try values.decodeIfPresent(Bool.self, forKey: .confirm) ?? false
        album = try values.decodeIfPresent(String.self, forKey: .album)
        to = try values.decodeIfPresent(Int.self, forKey: .to)
        keywords = try values.decodeIfPresent(Keywords.self, forKey: .keywords)
        rating = try values.decodeIfPresent(Int.self, forKey: .rating)
        date = try values.decodeIfPresent(String.self, forKey: .date)
        shiftSeconds = try values.decodeIfPresent(Double.self, forKey: .shiftSeconds)
        degrees = try values.decodeIfPresent(Int.self, forKey: .degrees)
        start = try values.decodeIfPresent(Double.self, forKey: .start)
        end = try values.decodeIfPresent(Double.self, forKey: .end)
        if verb == .crop {
            area = PictureEdit.Area(
                x: try values.decode(Double.self, forKey: .x),
                y: try values.decode(Double.self, forKey: .y),
                width: try values.decode(Double.self, forKey: .width),
                height: try values.decode(Double.self, forKey: .height)
            )
        }
        // A member that is null removes the value; one that is missing leaves it.
        caption = try Self.optionalValue(in: values, for: .caption)
        zone = try Self.optionalValue(in: values, for: .zone)
        place = try Self.optionalValue(in: values, for: .place)
    }

    private static func optionalValue<Value: Decodable>(
        in values: KeyedDecodingContainer<Keys>,
        for key: Keys
    ) throws -> Value?? {
        values.contains(key) ? .some(try values.decodeIfPresent(Value.self, forKey: key)) : nil
    }

    /// Throws for values that the library would trap or fail on.
    func checkMembers() throws {
        switch verb {
        case .purge where !confirm:
            throw Problem.badRequest("Deleting for good needs \"confirm\": true.")
        case .addToAlbum, .removeFromAlbum, .moveInAlbum:
            guard album.flatMap(ObjectName.init) != nil else {
                throw Problem.badRequest("The action needs an \"album\".")
            }
            if verb == .moveInAlbum, to.map({ $0 < 0 }) ?? true {
                throw Problem.badRequest("The action needs the position \"to\", 0 or more.")
            }
        case .set: try checkValues()
        case .rotate:
            guard let degrees, [90, 180, 270].contains(degrees) else {
                throw Problem.badRequest("\"degrees\" is 90, 180 or 270, clockwise.")
            }
        case .crop:
            guard area != nil else {
                throw Problem(
                    .unprocessableContent,
                    "bad-area",
                    "The area is empty, or it lies outside the picture."
                )
            }
        case .trim:
            guard shownPart != nil else {
                throw Problem.badRequest(
                    "\"start\" and \"end\" are seconds of the video, and the end is later."
                )
            }
        default: break
        }
    }

    /// The part of a video that a trim leaves; nil for an impossible one.
    var shownPart: VideoTrim? {
        guard start != nil || end != nil else { return nil }
        return VideoTrim(start: start ?? 0, end: end)
    }

    private func checkValues() throws {
        if let rating, !(0...5).contains(rating) {
            throw Problem.badRequest("A rating is a number from 0 to 5.")
        }
        if let text = caption ?? nil, text.utf8.count > 100_000 {
            throw Problem.badRequest("The caption is too long.")
        }
        let words = (keywords?.add ?? []) + (keywords?.remove ?? [])
        guard words.count <= 200, words.allSatisfy({ (1...1000).contains($0.utf8.count) }) else {
            throw Problem.badRequest("Up to 200 keywords of up to 1,000 bytes.")
        }
        if let zone = zone ?? nil, !(-43_200...50_400).contains(zone) {
            throw Problem.badRequest("A zone is a number of seconds from -43200 to 50400.")
        }
        if let place = place ?? nil,
            !(-90...90).contains(place.latitude) || !(-180...180).contains(place.longitude)
        {
            throw Problem.badRequest("A place has a latitude and a longitude in degrees.")
        }
        if let date, (try? Date(date, strategy: .iso8601)) == nil {
            throw Problem.badRequest("Write the date as 2024-06-01T12:00:00Z.")
        }
        if let shiftSeconds, !(abs(shiftSeconds) <= 1e10) || date != nil {
            throw Problem.badRequest("Send \"date\" or \"shiftSeconds\", not both.")
        }
    }
}
