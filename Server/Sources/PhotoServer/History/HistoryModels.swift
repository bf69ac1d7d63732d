import Foundation
import OpenPhotoKit
import ServeRules

/// A change in the timeline of all changes.
struct ActivityModel: Encodable, Sendable {
    var token: String
    var date: String?
    var author: String?
    var work: String?
    var counts: [String: Int]
    /// What was done, for sentences.
    var events: [ActivityEvent]
    var samples: [ItemModel]
    var albums: [String]
}

struct ActivityPage: Encodable, Sendable {
    var entries: [ActivityModel]
    var next: String?
}

/// A change of one photo.
struct PhotoChangeModel: Encodable, Sendable {
    struct Change: Encodable, Sendable {
        var property: String
        var before: ValueModel
        /// The value after the change; missing where it is the present one.
        var after: ValueModel?
    }

    var token: String
    var date: String?
    var author: String?
    var work: String?
    var kind: String
    var changes: [Change]
    var album: String?
}

struct PhotoHistory: Encodable, Sendable {
    var entries: [PhotoChangeModel]
    var complete: Bool
}

/// A value of the history in JSON.
struct ValueModel: Encodable, Sendable {
    let value: PropertyValue

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .none, .position: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .integer(let number): try container.encode(number)
        case .number(let number):
            if number.isFinite { try container.encode(number) } else { try container.encodeNil() }
        case .text(let text): try container.encode(text)
        case .texts(let texts): try container.encode(texts)
        case .date(let date): try container.encode(InterfaceDate.text(date))
        }
    }
}
