import Foundation
import OpenPhotoKit
import ServeRules

/// Everything about one photo: what a list shows of it, and what a list does not.
struct DetailModel: Encodable, Sendable {
    struct Place: Encodable, Sendable {
        var latitude: Double
        var longitude: Double
        var altitude: Double?
        /// The town nearby, by the library's table of places.
        var town: String?
        /// The names from the town to the country.
        var name: String?
    }

    struct File: Encodable, Sendable {
        var resource: Int
        var type: String
        var name: String
        var contentType: String
        var bytes: Int?
        var pixels: [Int]
        /// Whether the file is in a remote alone.
        var elsewhere: Bool
    }

    struct Fact: Encodable, Sendable {
        var name: String
        var value: FactValue
        var tag: String?
    }

    struct Album: Encodable, Sendable {
        var id: String
        var title: String
    }

    var id: String
    var item: ItemModel
    var title: String?
    var headline: String?
    var caption: String?
    var keywords: [String]
    var rating: Int
    var rejected: Bool
    var creators: [String]
    /// The names of the place that the files state, from the small to the large.
    var placeNames: [String]
    var created: String?
    var dateSource: String?
    var zone: Int?
    var zoneAssumed: Bool
    var place: Place?
    var files: [File]
    var facts: [Fact]
    var albums: [Album]
    var playable: Bool
    var source: String?
    /// The names of the library's remotes, where a file is in a remote alone; for the owner.
    var remotes: [String]?
}

/// The value of a fact in JSON.
enum FactValue: Encodable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case texts([String])

    init(_ value: FileFacts.Fact.Value) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .number(let number): number.isFinite ? .number(number) : .text("\(number)")
            case .flag(let flag): .flag(flag)
            case .texts(let texts): .texts(texts)
            case .date(let date): .text(InterfaceDate.text(date))
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .texts(let texts): try container.encode(texts)
        }
    }
}
