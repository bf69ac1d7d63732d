import Foundation
import PhotosMedia
package import PhotosStore

/// Decides about words that a library has from files alone: titles, creators, persons and names of places.
package struct WordsDecision: Hashable, Sendable {
    /// The words of a sidecar that count.
    package var words: ImportSupplement
    /// The properties that were changed in the sidecar and in the library.
    package var conflicts: [EditDecision.Conflict] = []
    /// The properties of which the sidecar's value comes in, lists of names aside.
    package var accepted: [EditedProperty] = []

    /// Decides about the words of a sidecar that somebody has changed since an export wrote it.
    ///
    /// Words that the sidecar does not state any more stay as they are in the library.
    ///
    /// - Parameters:
    ///   - stated: The present words of the sidecar.
    ///   - exported: The words at the export, with the words of the original.
    ///   - isOfExport: Whether the export wrote the sidecar. From one that another program wrote beside the export, nobody has
    ///     removed the export's persons and creators.
    ///   - taken: The words when an earlier import took the sidecar; nil if no import did.
    ///   - original: The words of the original.
    ///   - library: The words of the photo's files in the library, sidecars included.
    package init(
        _ stated: ImportSupplement,
        exported: RecordedFacts?,
        isOfExport: Bool = true,
        taken: ImportSupplement?,
        original: RecordedFacts?,
        library: RecordedFacts?
    ) {
        words = stated
        /// Returns whether the word of the sidecar counts at all, and gives it to the photo again where it does not.
        func isStated<Value: Equatable>(
            at path: WritableKeyPath<ImportSupplement, Value>,
            recorded: KeyPath<RecordedFacts, Value>,
            none: Value,
            exported: RecordedFacts?
        ) -> Bool {
            guard stated[keyPath: path] == none else { return true }
            let earlier = taken?[keyPath: path] ?? none
            if earlier != none, (exported?[keyPath: recorded] ?? none) == none { return true }
            let present = library?[keyPath: recorded] ?? none
            if present != original?[keyPath: recorded] ?? none { words[keyPath: path] = present }
            return false
        }
        /// Returns the word with which the sidecar and the library began.
        func baseValue<Value: Equatable>(
            at path: WritableKeyPath<ImportSupplement, Value>,
            recorded: KeyPath<RecordedFacts, Value>,
            none: Value,
            exported: RecordedFacts?
        ) -> Value {
            let earlier = taken?[keyPath: path] ?? none
            return earlier == none ? exported?[keyPath: recorded] ?? none : earlier
        }
        func decideProperty<Value: Equatable>(
            _ property: EditedProperty,
            at path: WritableKeyPath<ImportSupplement, Value>,
            recorded: KeyPath<RecordedFacts, Value>,
            none: Value
        ) {
            guard isStated(at: path, recorded: recorded, none: none, exported: exported) else {
                return
            }
            let present = library?[keyPath: recorded] ?? none
            let decision = ThreeWayDecision.decide(
                base: baseValue(at: path, recorded: recorded, none: none, exported: exported),
                file: stated[keyPath: path],
                library: present,
                ==
            )
            guard decision != .file else { return accepted.append(property) }
            // The library may have the word from an earlier version of this sidecar, which the new one replaces.
            words[keyPath: path] = present
            if decision == .conflict { conflicts.append(.init(property)) }
        }
        func uniteLists(
            at path: WritableKeyPath<ImportSupplement, [String]>,
            recorded: KeyPath<RecordedFacts, [String]>
        ) {
            let own = isOfExport ? exported : nil
            guard isStated(at: path, recorded: recorded, none: [], exported: own) else { return }
            words[keyPath: path] = ThreeWayDecision.unite(
                base: baseValue(at: path, recorded: recorded, none: [], exported: own),
                file: stated[keyPath: path],
                library: library?[keyPath: recorded] ?? []
            )
        }
        decideProperty(.title, at: \.title, recorded: \.title, none: nil)
        decideProperty(.headline, at: \.headline, recorded: \.headline, none: nil)
        decideProperty(
            .placeNames,
            at: \.placeNames,
            recorded: \.placeNames,
            none: MediaFacts.PlaceNames()
        )
        uniteLists(at: \.creators, recorded: \.creators)
        uniteLists(at: \.persons, recorded: \.persons)
    }
}
