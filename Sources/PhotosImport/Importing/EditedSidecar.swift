import PhotosMedia
import PhotosStore

/// A sidecar of an export that is not as the export wrote it.
struct EditedSidecar {
    var file: InspectedFile
    /// Whether the export wrote the file before somebody changed it.
    var isOfExport: Bool
    /// Whether the export copied a sidecar that had come in; nil where the manifest does not say so.
    var isCopied: Bool?
    /// The words of the export when it wrote the sidecar.
    var base: ImportItem.Base
    /// Whether it has other bytes than those that the export wrote.
    var isChanged: Bool
    /// The checksum of its bytes; nil if they cannot be read.
    var checksum: [UInt8]?
    /// The part of the sidecar that earlier imports took.
    var taken = TakenSidecars.State()
    /// Whether an import took a part of these bytes, and the photo keeps them.
    var isPartlyTaken = false
    /// The note of what was taken of the sidecar, and what was not; nil where there is nothing to say.
    var note: ImportUnit.EditNote?

    /// The words of the sidecar; nil for a sidecar that nobody can read.
    var words: ImportSupplement? {
        if case .xmp(let words, _, _) = file.finding { words } else { nil }
    }

    /// The name under which an asset keeps the file.
    var keptName: String { FileName.kept(file.file.name) ?? "sidecar" }

    /// Returns the changes that some words of the sidecar are: those of now, or of an earlier import.
    ///
    /// Where nobody knows which keywords the export wrote, nobody knows whether one was added.
    func changes(in words: ImportSupplement, original: RecordedFacts?) -> [SidecarEdit.Change] {
        var words = words
        // A copy may have come in with two lists of keywords, two dates or three marks that differ.
        switch isCopied {
        case true?: words.doubled = nil
        // An export may not have written the marks.
        case nil: words.doubled?.favoriteMarks = nil
        case false?: break
        }
        return SidecarEdit.changes(
            words,
            exported: base.restored,
            companion: base.companion,
            original: original,
            isOfExport: isOfExport
        ).filter { base.hasKeywords || $0.property != .keywords }
    }

    /// Returns the conflict about keywords of the sidecar that the library lacks, where nobody knows which ones the export wrote.
    ///
    /// Another program may have added them, or a person removed them from the library.
    func keywordConflicts(
        in words: ImportSupplement,
        library: AssetRecord
    ) -> [EditDecision.Conflict] {
        base.hasKeywords
            ? [] : EditDecision.conflicts(aboutKeywords: words.keywords, missingIn: library)
    }

    /// Returns the changes that earlier imports took, each as of the bytes of which its value came in.
    ///
    /// - Parameters:
    ///   - words: The words of the bytes of which something was taken, by their checksums.
    ///   - original: The words of the original.
    /// - Returns: The changes.
    func takenChanges(
        among words: [[UInt8]: ImportSupplement],
        original: RecordedFacts?
    ) -> [SidecarEdit.Change] {
        let all = words.mapValues { changes(in: $0, original: original) }
        return EditedProperty.allCases.compactMap { property in
            let changes = taken.checksum(of: property).flatMap { all[$0] }
            return changes?.first { $0.property == property }
        }
    }

    /// Returns the words without fields that earlier imports took, each as of the bytes of which it came in.
    func takenWords(among words: [[UInt8]: ImportSupplement]) -> ImportSupplement {
        func stated(_ property: EditedProperty) -> ImportSupplement {
            taken.checksum(of: property).flatMap { words[$0] } ?? ImportSupplement()
        }
        var merged = ImportSupplement()
        merged.title = stated(.title).title
        merged.headline = stated(.headline).headline
        merged.placeNames = stated(.placeNames).placeNames
        merged.creators = stated(.creators).creators
        merged.persons = stated(.persons).persons
        return merged
    }

    /// The properties of which the library has other values that stay.
    var leftOut: Set<EditedProperty> { Set(note?.conflicts.map(\.property) ?? []) }

    /// The outcome that the ledger records; nil for a sidecar of which everything was taken.
    ///
    /// The next import asks again about changes that the library did not take.
    var recorded: ImportUnit.RecordedOutcome? {
        leftOut.isEmpty
            ? nil : ImportUnit.RecordedOutcome(outcome: .refused, checksum: taken.checksum)
    }

    /// Returns the ledger's notes about what is left out, and those that take the place of earlier notes.
    func notes(in folder: SourceFolderPath?) -> [ImportUnit.File] {
        var notes: [ImportUnit.File] = []
        func add(_ prefix: String, _ outcome: SourceOutcome, _ checksum: [UInt8]? = nil) {
            var note = ImportUnit.File(file: file.file, outcome: outcome, checksum: checksum)
            note.recordedName = prefix + file.file.name
            note.folder = folder
            notes.append(note)
        }
        var former = taken.notes
        if !leftOut.isEmpty {
            former.remove(SourceLedger.NotePrefix.part)
            add(SourceLedger.NotePrefix.part, .duplicate, checksum)
        }
        for property in EditedProperty.allCases where leftOut.contains(property) {
            former.remove(property.notePrefix)
            add(property.notePrefix, .duplicate, taken.checksum(of: property))
        }
        for prefix in former.sorted() { add(prefix, .other) }
        return notes
    }

    /// Decides what counts of the words for which an asset has no fields.
    func wordsDecision(
        for words: ImportSupplement,
        taken: ImportSupplement? = nil,
        original: RecordedFacts?,
        library: RecordedFacts?
    ) -> WordsDecision {
        WordsDecision(
            words,
            exported: RecordedFacts(base.companion)?.filled(from: original) ?? original,
            isOfExport: isOfExport,
            taken: taken,
            original: original,
            library: library
        )
    }

    /// Returns the persons and creators about which the sidecar decides: those that it had before.
    ///
    /// - Parameter taken: The words when an earlier import took the sidecar; nil if no import did.
    /// - Returns: Their record; nil for none.
    func decidedNames(taken: ImportSupplement?) -> RecordedFacts? {
        let earlier = taken.flatMap { RecordedFacts($0) }
        guard isOfExport else { return earlier }
        let exported = RecordedFacts(base.companion)
        return earlier?.filledWithPersons(from: exported) ?? exported
    }

    /// Adds what counts of the sidecar to what is recorded beside an original.
    ///
    /// The export wrote its lists whole, so that they replace others.
    func addWords(_ words: ImportSupplement, to supplement: inout ImportSupplement) {
        if isOfExport {
            if !words.keywords.isEmpty { supplement.keywords = [] }
            if !words.persons.isEmpty { supplement.persons = [] }
            if !words.creators.isEmpty { supplement.creators = [] }
        }
        supplement.overwriteProperties(with: words)
    }
}
