import PhotosStore

/// A key of a predicate and what was written beside it, where the two cannot be compared.
public struct FetchKeyMismatch: Hashable, Sendable {
    /// What kind of value a key has.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case date
        case number
        /// A length of time.
        case duration
        /// YES or NO.
        case flag
        case text
        case identifier
        case mediaType
        case mediaSubtypes
        case place
    }

    /// The key, or the expression around it.
    public let key: String
    /// The kind of its values.
    public let kind: Kind
    /// What was written beside it: a value, another key, or an operator.
    public let given: String
    /// What to write instead, as a sentence.
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
            case .identifier: .identifier
            case .mediaType: .mediaType
            case .mediaSubtypes: .mediaSubtypes
            case .place: .place
            }
    }
}
