import Foundation
import PhotosBase
import PhotosMedia
package import PhotosStore

/// Decides what a photo of the library gets of words that another program states differently than in an earlier import.
///
/// Nobody can tell which of two exports is the later one. So no value is replaced, and no name leaves the photo: new names come in,
/// and another value is named.
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

    package init() {}

    /// Decides about what a program states.
    ///
    /// - Parameters:
    ///   - words: The words that the program states now.
    ///   - base: The words of the earlier import.
    ///   - given: The words that are recorded beside the original and that no other file states.
    ///   - record: The photo.
    ///   - facts: The facts that the photo's files state.
    ///   - isReplacing: Whether the import replaces the values of the earlier one, so that these are not left out.
    package init(
        _ words: ImportSupplement,
        since base: Base,
        given: RecordedFacts?,
        record: AssetRecord,
        facts: AssetFacts,
        isReplacing: Bool = false
    ) {
        guard base != .nothing, let stated = RecordedFacts(words), var after = facts.companion
        else { return }
        var earlier: RecordedFacts?
        if case .known(let known) = base { earlier = known }
        let given = given ?? RecordedFacts(reader: stated.reader)
        let others = record.differences(from: facts.metadata).map(\.rawValue)
        // Programs read the date and the place of one file differently.
        var ofFile: Set<EditedProperty> = facts.original?.location == nil ? [] : [.place]
        if let tag = facts.original?.capture?.source, tag != FactsTable.nameTag,
            !FactsTable.isWeakDate(tag)
        {
            ofFile.insert(.date)
        }
        var (left, changed): (Set<EditedProperty>, Set<EditedProperty>) = ([], [])
        func decideValue<Value: Equatable>(
            _ property: EditedProperty,
            at path: WritableKeyPath<RecordedFacts, Value?>
        ) {
            guard let now = stated[keyPath: path], let present = after[keyPath: path],
                now != present
            else { return }
            guard let earlier else {
                if given[keyPath: path] != nil, !ofFile.contains(property) {
                    left.insert(property)
                }
                return
            }
            guard now != earlier[keyPath: path] else { return }
            let isOwn =
                given[keyPath: path] != earlier[keyPath: path]
                || others.contains(property.rawValue)
            if isOwn || !isReplacing { left.insert(property) }
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
            let known = Set(earlier[keyPath: path] + present)
            let new = now.filter { !known.contains($0) }
            guard !new.isEmpty else { return }
            after[keyPath: path] += new
            changed.insert(property)
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
        if !changed.isEmpty { companion = after }
        // The original may state a keyword already.
        let keywords = FileMetadata(original: facts.original, companion: after).keywords
        if keywords != facts.metadata.keywords {
            fields.formUnion(EditedProperty.keywords.fields)
        } else {
            changed.remove(.keywords)
        }
        accepted = changed
        leftOut = EditedProperty.allCases.filter(left.contains).compactMap {
            Self.conflict(about: $0, stated: stated, record: record)
        }
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
        guard !isSame(property, of: record, as: final) else { return nil }
        let change = SidecarEdit.change(of: property, from: record, to: final)
        return EditDecision.Conflict(property, options: change?.options ?? [])
    }

    /// Returns whether two programs mean the same with the values of a property.
    ///
    /// Programs state one moment in several zones and without fractions of a second, and one place with fewer digits or another
    /// altitude.
    private static func isSame(
        _ property: EditedProperty,
        of record: AssetRecord,
        as other: AssetRecord
    ) -> Bool {
        if property == .date, let one = record.creationDate, let two = other.creationDate {
            return abs(one.timeIntervalSince(two)) < 1
        }
        // 0.0001 degrees are 11 metres.
        if property == .place, let latitude = record.latitude, let longitude = record.longitude {
            return abs(latitude - (other.latitude ?? .infinity)) < 0.0001
                && abs(longitude - (other.longitude ?? .infinity)) < 0.0001
        }
        return property.comparedFields.allSatisfy { record[$0] == other[$0] }
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
            "The other program states something else than the library for \(subject). The library keeps its own."
        let options = leftOut.flatMap(\.options)
        if !options.isEmpty {
            text +=
                " To take what is stated there: \"photokit edit \(identifier) \(options.joined(separator: " "))\"."
        }
        return text
    }
}
