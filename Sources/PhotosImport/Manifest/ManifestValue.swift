import PhotosStore

/// The value of a property in a manifest.
package enum ManifestValue: Hashable, Sendable, Codable {
    case none
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([String])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .real(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .integer(let number): try container.encode(number)
        case .real(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let texts): try container.encode(texts)
        }
    }

    /// Takes a stored value; a value that a manifest cannot state counts as none.
    ///
    /// A whole number is an integer, as which it is read from a manifest again, so that values of both are equal.
    init(_ value: FieldValue) {
        self =
            switch value {
            case .null, .blob: .none
            case .integer(let number): .integer(number)
            case .real(let number): Int64(exactly: number).map(Self.integer) ?? .real(number)
            case .text(let text): .text(text)
            }
    }

    var fieldValue: FieldValue {
        switch self {
        case .none, .list: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .text(text)
        }
    }
}
