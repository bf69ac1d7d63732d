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
            return pattern.matches(text, isList: field.isList)
        }
    }
}

extension WordPattern {
    /// Returns whether a text, or a text of a list, has the pattern.
    func matches(_ text: String, isList: Bool) -> Bool {
        isList ? Keywords.read(text).contains { matches($0) } : matches(text)
    }
}

/// The rows of assets that an index found for conditions on words, at the state that a statement reads.
package struct FoundRows: Sendable {
    /// The rows of each condition, in ascending order.
    package var rows: [WordCondition: [Int64]] = [:]
    /// Whether SQLite may look up each of these rows.
    ///
    /// If not, another index limits the rows, and the rows found are compared with these.
    package var areLookedUp = true

    package init() {}

    /// Returns the rows that are in all of some lists, each in ascending order.
    static func common(_ lists: [[Int64]]) -> [Int64] {
        var lists = lists.sorted { $0.count < $1.count }[...]
        guard var common = lists.popFirst() else { return [] }
        for list in lists {
            var position = 0
            common.removeAll { row in
                while position < list.count, list[position] < row { position += 1 }
                return position == list.count || list[position] != row
            }
        }
        return common
    }
}

extension Condition {
    /// The conditions on words anywhere in the tree.
    package var words: Set<WordCondition> {
        switch self {
        case .constant, .comparison, .membership: []
        case .words(let words): [words]
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.words) }
        case .not(let part): part.words
        }
    }

    /// Whether names of places are searched.
    ///
    /// Each fetch asks this, so it makes no set.
    var readsPlaceNames: Bool {
        switch self {
        case .constant, .comparison, .membership: false
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
