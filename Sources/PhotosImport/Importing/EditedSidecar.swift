import PhotosMedia
import PhotosStore

/// A sidecar of an export that is not as the export wrote it.
struct EditedSidecar {
    var file: InspectedFile
    /// Whether the export wrote the file before somebody changed it.
    var isOfExport: Bool
    /// The words of the export when it wrote the sidecar.
    var base: ImportItem.Base
    /// Whether it has other bytes than those that the export wrote.
    var isChanged: Bool
    /// The checksum of the bytes of which an earlier import took the words; nil if none did.
    var taken: [UInt8]?
    /// Whether an import took a part of these bytes, and left out what the library had changed as well.
    var isPartlyTaken = false
    /// What was taken of it, and what was not; nil where there is nothing to say.
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
        SidecarEdit.changes(
            words,
            exported: base.restored,
            companion: base.companion,
            original: original,
            isOfExport: isOfExport
        ).filter { base.hasKeywords || $0.property != .keywords }
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
