import Foundation
import PhotosMedia
import PhotosStore

/// Comparing the words that other programs state of photos with those of earlier imports.
extension ImportRun {
    /// Returns what another program states of a photo differently than in an earlier import.
    func laterWords(of item: ImportItem, photo: KnownPhoto) throws -> LaterWords {
        guard photo.facts.companion != nil else { return LaterWords() }
        let base = try earlierWords(of: item, photo: photo)
        guard base != .nothing else { return LaterWords() }
        return LaterWords(
            item.supplement,
            since: base,
            given: try wordsOfNoSidecar(of: photo),
            record: photo.record,
            facts: photo.facts
        )
    }

    /// Reports the values that are left out, each time that a program states other ones.
    func reportLeftOut(_ later: LaterWords, of asset: UUID, named name: String, at path: String) {
        let short = String(asset.uuidString.prefix(13))
        guard let reason = later.reasonText(photo: name, identifier: short) else { return }
        reporting.reportLoss(.init(path: path, reason: reason))
    }

    /// Returns the words that an earlier import of the same program gave to a photo.
    private func earlierWords(of item: ImportItem, photo: KnownPhoto) throws -> LaterWords.Base {
        guard let source = exportPlace?.source else { return .nothing }
        if let note = item.companions.first {
            if let base = exporterWords(note, photo: photo) { return base }
        } else if photo.taken.sources.keys.elementsEqual([source.id]) {
            // Nothing else gave the photo words, apart from sidecars.
            return try wordsOfNoSidecar(of: photo).map(LaterWords.Base.known) ?? .nothing
        }
        let kinds = photo.taken.sources.values
        return kinds.isEmpty || kinds.contains(source.kind) ? .unknown : .nothing
    }

    /// Returns the words of an exporter's file that the library keeps with a photo; nil if it keeps none that can be read.
    ///
    /// The file of another photo of the exporter, or of another account, says nothing about this one.
    private func exporterWords(_ note: URL, photo: KnownPhoto) -> LaterWords.Base? {
        let name = FileName.kept(note.lastPathComponent)
        let kept = photo.kept.filter { file in
            let url = library.layout.original(file.file)
            return !file.isReplaced
                && CompanionFile(url: url, name: file.filename, isKept: true).isOfExporter
        }
        guard let file = kept.last(where: { $0.filename == name }) ?? kept.last,
            let before = exporterNote(at: library.layout.original(file.file)),
            let now = exporterNote(at: note)
        else { return nil }
        if let one = before.url, let other = now.url, one != other { return .nothing }
        let words = before.supplement(now: library.environment.now())
        return .known(RecordedFacts(words) ?? RecordedFacts(reader: MediaFacts.readerVersion))
    }

    private func exporterNote(at url: URL) -> TakeoutPartner? {
        guard let data = try? Data(contentsOf: url), case .photo(let note)? = TakeoutDocument(data)
        else { return nil }
        return note
    }

    /// Returns the words that are recorded beside a photo's original and that no sidecar states.
    private func wordsOfNoSidecar(of photo: KnownPhoto) throws -> RecordedFacts? {
        try library.facts.wordsOfNoSidecar(
            in: photo.facts.companion,
            ofAsset: photo.row,
            besides: library.originals.companionFiles(ofAsset: photo.row)
        )
    }
}
