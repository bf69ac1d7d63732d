import PhotosStore

/// A key and an operand in a predicate that cannot be compared.
public struct FetchKeyMismatch: Hashable, Sendable {
    /// The kind of a key's values.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case date
        case number
        /// A duration.
        case duration
        /// A truth value, YES or NO.
        case flag
        case text
        /// A list of texts, such as keywords.
        case texts
        case identifier
        case mediaType
        case mediaSubtypes
        case place
    }

    /// The key, or the expression that contains it.
    public let key: String
    /// The kind of its values.
    public let kind: Kind
    /// The operand in the predicate: a value, another key, or an operator.
    public let given: String
    /// The correct form, as a sentence.
    public let remedy: String

    init(_ mismatch: KeyMismatch) {
        key = mismatch.key
        kind = Kind(mismatch.kind)
        given = mismatch.given
        remedy = mismatch.remedy
    }
}

extension FetchKeyMismatch.Kind {
    fileprivate init(_ kind: KeyKind) {
        self =
            switch kind {
            case .date: .date
            case .number: .number
            case .duration: .duration
            case .flag: .flag
            case .text: .text
            case .texts: .texts
            case .identifier: .identifier
            case .mediaType: .mediaType
            case .mediaSubtypes: .mediaSubtypes
            case .place: .place
            }
    }
}
