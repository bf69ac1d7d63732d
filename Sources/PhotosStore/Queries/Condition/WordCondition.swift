package import PhotosSearch

/// The condition that one of some texts of an asset has a pattern of words.
package struct WordCondition: Hashable, Sendable {
    package var pattern: WordPattern
    /// The fields whose texts are searched.
    package var fields: Set<Field>

    package init(_ pattern: WordPattern, in fields: Set<Field>) {
        self.pattern = pattern
        self.fields = fields
    }

    func matches(_ record: some FieldReading) -> Bool {
        fields.contains { field in
            guard let text = record.value(of: field).text else { return false }
            return pattern(in: field).matches(text, isList: field.isList)
        }
    }

    /// Returns the pattern that a field is searched for.
    func pattern(in field: Field) -> WordPattern {
        field.hasWordForms ? pattern : pattern.withoutForms
    }
}

extension Field {
    /// Whether other forms of a word are searched, as in sentences; names stay as they are.
    var hasWordForms: Bool {
        switch self {
        case .asset(.caption), .asset(.keywords), .related(.titles), .related(.albumTitles),
            .related(.folderTitles):
            true
        default: false
        }
    }
}

extension WordPattern {
    /// Returns whether a text, or a text of a list, has the pattern.
    func matches(_ text: String, isList: Bool) -> Bool {
        isList ? Keywords.read(text).contains { matches($0) } : matches(text)
    }
}

extension Condition {
    /// The conditions on words anywhere in the tree.
    package var words: Set<WordCondition> {
        switch self {
        case .constant, .comparison, .membership, .area: []
        case .words(let words): [words]
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.words) }
        case .not(let part): part.words
        }
    }

    /// The areas anywhere in the tree.
    package var areas: Set<AreaCondition> {
        switch self {
        case .constant, .comparison, .membership, .words: []
        case .area(let area): [area]
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.areas) }
        case .not(let part): part.areas
        }
    }

    /// Whether an index may find the rows of a part of the condition.
    ///
    /// Each plan asks this, so it makes no set.
    var asksSearchIndex: Bool {
        switch self {
        case .constant, .comparison, .membership: false
        case .words, .area: true
        case .all(let parts), .any(let parts): parts.contains(where: \.asksSearchIndex)
        case .not(let part): part.asksSearchIndex
        }
    }

    /// Whether names of places are searched.
    ///
    /// Each fetch asks this, so it makes no set.
    var readsPlaceNames: Bool {
        switch self {
        case .constant, .comparison, .membership, .area: false
        case .words(let words): words.fields.contains(.related(.places))
        case .all(let parts), .any(let parts): parts.contains(where: \.readsPlaceNames)
        case .not(let part): part.readsPlaceNames
        }
    }

    /// The values of other tables that the condition reads.
    package var relatedFields: Set<RelatedField> {
        Set(fields.compactMap { if case .related(let field) = $0 { field } else { nil } })
    }
}
