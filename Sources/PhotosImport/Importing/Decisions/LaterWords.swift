import PhotosBase
import PhotosMedia
package import PhotosStore

/// Decides what a photo of the library gets of words that another program states differently than in an earlier import.
///
/// The program and the library began with the words of that import. Whoever changed a value alone is followed. Of lists, each name
/// is decided by itself. A value that the program states no more stays.
package struct LaterWords: Hashable, Sendable {
    /// The words that an earlier import of the same program gave to a photo.
    package enum Base: Hashable, Sendable {
        case known(RecordedFacts)
        /// The program gave none.
        case nothing
        /// Nobody knows whether the program or something else gave the photo its words.
        case unknown
    }

    /// The words beside the original, the new ones included; nil where none are new.
    package private(set) var companion: RecordedFacts?
    /// The fields of the photo that follow the words.
    package private(set) var fields: Set<AssetField> = []
    /// The properties that come in.
    package private(set) var accepted: Set<EditedProperty> = []
    /// The properties of which the library's value stays, which is another one.
    package private(set) var leftOut: [EditDecision.Conflict] = []
    /// Whether the values that stay may come from the program.
    package private(set) var isBaseUnknown = false
    /// Whether the program states something else than before.
    package private(set) var isChanged = false

    package init() {}

    /// Decides about what a program states.
    ///
    /// - Parameters:
    ///   - words: What the program states now.
    ///   - base: The words of the earlier import.
    ///   - given: The words that are recorded beside the original and that no other file states.
    ///   - record: The photo.
    ///   - facts: What the photo's files state.
    package init(
        _ words: ImportSupplement,
        since base: Base,
        given: RecordedFacts?,
        record: AssetRecord,
        facts: AssetFacts
    ) {
        guard base != .nothing, let stated = RecordedFacts(words), var after = facts.companion
        else { return }
        var earlier: RecordedFacts?
        if case .known(let known) = base { earlier = known }
        isBaseUnknown = earlier == nil
        isChanged = earlier.map { $0 != stated } ?? false
        let given = given ?? RecordedFacts(reader: stated.reader)
        var (left, changed): (Set<EditedProperty>, Set<EditedProperty>) = ([], [])
        func decideValue<Value: Equatable>(
            _ property: EditedProperty,
            at path: WritableKeyPath<RecordedFacts, Value?>
        ) {
            guard let now = stated[keyPath: path], let present = after[keyPath: path],
                now != present
            else { return }
            guard let earlier else {
                if given[keyPath: path] != nil { left.insert(property) }
                return
            }
            guard now != earlier[keyPath: path] else { return }
            if let own = given[keyPath: path], own == earlier[keyPath: path] {
                after[keyPath: path] = now
                changed.insert(property)
            } else {
                left.insert(property)
            }
        }
        func decideList(
            _ property: EditedProperty,
            at path: WritableKeyPath<RecordedFacts, [String]>
        ) {
            let (now, present) = (stated[keyPath: path], after[keyPath: path])
            guard let earlier else {
                let isOther = !Set(now).isSubset(of: present)
                if isOther, !given[keyPath: path].isEmpty { left.insert(property) }
                return
            }
            // What another file states, too, stays.
            let removed = Set(earlier[keyPath: path]).subtracting(now)
                .intersection(given[keyPath: path])
            let kept = present.filter { !removed.contains($0) }
            let known = Set(earlier[keyPath: path] + kept)
            after[keyPath: path] = kept + now.filter { !known.contains($0) }
            if after[keyPath: path] != present { changed.insert(property) }
        }
        decideValue(.date, at: \.capture)
        decideValue(.place, at: \.location)
        decideValue(.caption, at: \.caption)
        decideValue(.rating, at: \.rating)
        decideValue(.title, at: \.title)
        decideValue(.headline, at: \.headline)
        decideList(.keywords, at: \.keywords)
        decideList(.persons, at: \.persons)
        decideList(.creators, at: \.creators)
        if after != facts.companion {
            companion = after
            left.formUnion(follow(after, record: record, facts: facts))
        }
        // A date or place beside that of the original may change nothing of the photo.
        accepted = changed.subtracting(left).filter {
            $0.comparedFields.isEmpty || !fields.isDisjoint(with: $0.comparedFields)
        }
        leftOut = EditedProperty.allCases.filter(left.contains).compactMap {
            Self.conflict(about: $0, stated: stated, record: record)
        }
    }

    /// Notes the fields that follow new words, and returns the properties that a person has set, which stay.
    private mutating func follow(
        _ companion: RecordedFacts,
        record: AssetRecord,
        facts: AssetFacts
    ) -> Set<EditedProperty> {
        let now = FileMetadata(original: facts.original, companion: companion)
        var (was, becomes, final) = (record, record, record)
        for field in FileMetadata.Field.allCases {
            was.setProperty(field, from: facts.metadata)
            becomes.setProperty(field, from: now)
        }
        final.follow(from: facts.metadata, to: now)
        let others = Set(final.differences(from: now))
        var own: Set<EditedProperty> = []
        for field in FileMetadata.Field.allCases {
            guard let property = EditedProperty(rawValue: field.rawValue),
                property.comparedFields.contains(where: { was[$0] != becomes[$0] })
            else { continue }
            fields.formUnion(property.fields)
            if field != .keywords, others.contains(field) { own.insert(property) }
        }
        return own
    }

    /// Returns the conflict about a property; nil where the photo has the stated value.
    private static func conflict(
        about property: EditedProperty,
        stated: RecordedFacts,
        record: AssetRecord
    ) -> EditDecision.Conflict? {
        guard let field = FileMetadata.Field(rawValue: property.rawValue) else {
            return EditDecision.Conflict(property)
        }
        guard field != .keywords else {
            let missing = stated.keywords.filter { !record.keywords.contains($0) }
            guard !missing.isEmpty else { return nil }
            return EditDecision.Conflict(
                .keywords,
                options: missing.flatMap { ShellWord.option("--add-keyword", $0) }
            )
        }
        var final = record
        final.setProperty(field, from: FileMetadata(original: nil, companion: stated))
        // Programs state one moment in several zones.
        let compared = field == .date ? [.creationDate] : property.comparedFields
        guard compared.contains(where: { record[$0] != final[$0] }) else { return nil }
        let change = SidecarEdit.change(of: property, from: record, to: final)
        return EditDecision.Conflict(property, options: change?.options ?? [])
    }
}

extension LaterWords {
    /// Returns why values are left out, and how a person takes them.
    ///
    /// - Parameters:
    ///   - photo: The name of the photo.
    ///   - identifier: The beginning of the photo's identifier.
    /// - Returns: Sentences; nil where nothing is left out.
    package func reasonText(photo: String, identifier: String) -> String? {
        guard !leftOut.isEmpty else { return nil }
        let subject =
            "the \(EditedProperty.list(leftOut.map(\.property))) of \(photo) (\(identifier))"
        var text =
            isBaseUnknown
            ? "The other program states something else than the library for \(subject). The library keeps its own, because nobody can tell whether an earlier import gave that."
            : "Since an earlier import, the other program changed \(subject). The library keeps its own, from a person or another file."
        let options = leftOut.flatMap(\.options)
        if !options.isEmpty {
            text +=
                " To take what is stated there: \"photokit edit \(identifier) \(options.joined(separator: " "))\"."
        }
        return text
    }
}
