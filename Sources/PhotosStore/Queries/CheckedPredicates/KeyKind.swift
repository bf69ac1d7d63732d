/// The kind of a key's value as people understand it.
///
/// The column type alone does not distinguish a duration from a number.
package enum KeyKind: String, Hashable, Sendable, CaseIterable {
    case date
    case number
    /// A number of seconds.
    case duration
    case flag
    case text
    /// A list of texts.
    case texts
    /// The identifier, or the object itself.
    case identifier
    case mediaType
    /// A set of bits, each of which has a name.
    case mediaSubtypes
    case place

    /// The kind with its article, for use in sentences.
    package var phrase: String {
        switch self {
        case .date: "a date"
        case .number: "a number"
        case .duration: "a length of time"
        case .flag: "either YES or NO"
        case .text: "a text"
        case .texts: "a list of texts"
        case .identifier: "an identifier"
        case .mediaType: "a kind of media"
        case .mediaSubtypes: "a set of media subtypes"
        case .place: "a place"
        }
    }

    /// The sentence that says what to write beside a key of this kind.
    package var remedy: String {
        switch self {
        case .date:
            "Write a date in quotation marks, such as \"2020\", \"2020-01-31\" or \"2020-01-31 12:00\", with one of ==, !=, <, <=, >, >=, BETWEEN and IN."
        case .number: "Write a number, with one of ==, !=, <, <=, >, >=, BETWEEN and IN."
        case .duration:
            "Write seconds, or a length in quotation marks such as \"1:30\" or \"10 min\", with one of ==, !=, <, <=, >, >=, BETWEEN and IN."
        case .flag: "Write == YES or == NO."
        case .text: "Write a text in quotation marks."
        case .texts:
            "Write CONTAINS and a text in quotation marks, which finds a text of the list that is equal, or == nil."
        case .identifier: "Write an identifier in quotation marks."
        case .mediaType:
            "Write one of \(MediaNames.types.map { "\"\($0.name)\"" }.joined(separator: ", ")) in quotation marks, with ==, != or IN."
        case .mediaSubtypes:
            "Write one of \(MediaNames.subtypes.map { "\"\($0.name)\"" }.joined(separator: ", ")) in quotation marks, with CONTAINS, ==, != or IN, or a number of bits."
        case .place: "Write == nil or != nil."
        }
    }

    /// Returns whether values of the two kinds can be compared.
    func compares(with other: KeyKind) -> Bool {
        let numbers: Set<KeyKind> = [.number, .duration]
        let texts: Set<KeyKind> = [.text, .identifier]
        return self == other || numbers.isSuperset(of: [self, other])
            || texts.isSuperset(of: [self, other])
    }
}

extension KeyTable {
    /// Returns the kind of a key's value.
    func kind(of key: String) throws(PredicateFault) -> KeyKind {
        if key.uppercased() == "SELF" { return .identifier }
        switch try meaning(of: key) {
        case .identifier: return .identifier
        case .location: return .place
        case .missing: return .date
        case .field(let field) where field.isList: return .texts
        case .field(.asset(let field)):
            return switch (field, field.storage) {
            case (.duration, _): .duration
            case (.mediaType, _): .mediaType
            case (.mediaSubtypes, _): .mediaSubtypes
            case (_, .date): .date
            case (_, .flag): .flag
            case (_, .text): .text
            case (_, .bytes): .identifier
            case (_, .code), (_, .number), (_, .bits), (_, .real), (_, .position): .number
            }
        case .field(.collection(.title)): return .text
        case .field(.related(.exposureTime)): return .duration
        case .field(.related(let field)): return field.isText ? .text : .number
        case .field: return .number
        }
    }
}
