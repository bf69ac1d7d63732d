package import Foundation

/// The value of one field of a picture's file, with ImageIO's type.
package indirect enum PictureValue: Sendable, Hashable {
    case integer(Int)
    case number(Double)
    case text(String)
    case list([PictureValue])
    case group([String: PictureValue])

    /// Returns a list of several values, or a single value itself.
    static func oneOrMore(_ values: [PictureValue]) -> PictureValue? {
        values.count > 1 ? .list(values) : values.first
    }

    /// The value as Foundation's objects.
    package var object: NSObject {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value)
        case .text(let text): NSString(string: text)
        case .list(let values): NSArray(array: values.map(\.object))
        case .group(let values): Self.dictionary(values)
        }
    }

    /// Returns the fields by their names, as Foundation's dictionary.
    package static func dictionary(_ values: [String: PictureValue]) -> NSDictionary {
        let names = Array(values.keys)
        return NSDictionary(
            objects: names.compactMap { values[$0]?.object },
            forKeys: names.map { NSString(string: $0) }
        )
    }
}
