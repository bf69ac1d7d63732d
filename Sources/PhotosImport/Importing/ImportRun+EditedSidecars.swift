import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// A sidecar of an export that is not as the export wrote it.
struct EditedSidecar {
    var file: InspectedFile
    /// Whether the export wrote the file before somebody changed it.
    var isOfExport: Bool
    /// What the export stated when it wrote the sidecar.
    var base: ImportItem.Base
    /// What was taken of it, and what was not; nil where there is nothing to say.
    var note: ImportUnit.EditNote?

    /// What the sidecar states; nil for one that nobody can read.
    var words: ImportSupplement? {
        if case .xmp(let words, _, _) = file.finding { words } else { nil }
    }

    /// The name under which an asset keeps the file.
    var keptName: String { FileName.kept(file.file.name) ?? "sidecar" }

    /// Returns the changes that some words of the sidecar are: those of now, or of an earlier import.
    func changes(_ words: ImportSupplement, _ original: RecordedFacts?) -> [SidecarEdit.Change] {
        SidecarEdit.changes(
            words,
            exported: base.restored,
            companion: base.companion,
            original: original,
            isOfExport: isOfExport
        )
    }

    /// Decides what counts of the words for which an asset has no fields.
    func decision(
        _ words: ImportSupplement,
        taken: ImportSupplement? = nil,
        _ original: RecordedFacts?,
        library: RecordedFacts?
    ) -> WordsDecision {
        WordsDecision(
            words,
            exported: RecordedFacts(base.companion)?.filled(from: original) ?? original,
            taken: taken,
            library: library
        )
    }

    /// Adds what counts of the sidecar to what is recorded beside an original.
    ///
    /// The export wrote its lists whole, so that they replace others.
    func add(_ words: ImportSupplement, to supplement: inout ImportSupplement) {
        if isOfExport {
            if !words.keywords.isEmpty { supplement.keywords = [] }
            if !words.persons.isEmpty { supplement.persons = [] }
            if !words.creators.isEmpty { supplement.creators = [] }
        }
        supplement.take(words)
    }
}

/// What people do with an export by other programs: they change its sidecars, and add others.
///
/// These words are later than those of the manifest, so they count before those.
extension ImportRun {
    /// Returns the sidecars of an item that are not as the export wrote them.
    ///
    /// One that an asset keeps already, or that cannot be read, is reported and left out.
    func editedSidecars(of item: ImportItem, with asset: UUID? = nil) throws -> [EditedSidecar] {
        var options = options
        options.transfer = .copy
        let inspection = FileInspection(
            library: library,
            reader: reader,
            verifier: verifier,
            area: options.isDryRun ? nil : area,
            space: space,
            options: options
        )
        let present = ImportItem.Base(
            restored: item.export?.restored ?? [:],
            companion: item.supplement
        )
        var edited: [EditedSidecar] = []
        for sidecar in item.sidecars {
            guard let file = FoundFile(at: sidecar.url), isEdited(sidecar, file) else {
                continue
            }
            reporting.found(files: 1, bytes: file.byteCount)
            if let asset, try keeps(file, with: asset) {
                reporting.duplicate(file, of: asset)
                continue
            }
            let inspected = inspection.inspect(ImportCluster(files: [file]))[0]
            if let obstacle = inspected.obstacle { throw obstacle }
            switch inspected.finding {
            case .xmp, .settings:
                edited.append(
                    EditedSidecar(
                        file: inspected,
                        isOfExport: sidecar.checksum != nil,
                        base: sidecar.base ?? present
                    )
                )
            case .refused(let reason): reporting.refused(file, reason)
            // Of another kind of file, the bytes alone are kept.
            case .media, .known, .adjustment, .other: dropContent(of: inspected)
            }
        }
        return edited
    }

    /// Returns whether a sidecar is not as the export wrote it.
    ///
    /// One that cannot be read counts as edited: the inspection says why.
    private func isEdited(_ sidecar: ImportItem.Sidecar, _ file: FoundFile) -> Bool {
        guard let checksum = sidecar.checksum else { return true }
        return file.presentChecksum().map { Hexadecimal.digits(of: $0) } != checksum
    }

    /// Gives a new asset what its sidecars state differently from the manifest.
    ///
    /// Where the exported library has changed the same since, the manifest counts.
    func take(
        _ sidecars: inout [EditedSidecar],
        of item: ImportItem,
        _ original: RecordedFacts,
        in creation: inout AssetCreation
    ) {
        guard let export = item.export else { return }
        var library = AssetRecord(rowID: 0, uuid: .zero)
        library.restore(export.restored)
        let known = RecordedFacts(item.supplement)?.filled(from: original) ?? original
        for index in sidecars.indices {
            let sidecar = sidecars[index]
            guard let words = sidecar.words else { continue }
            var decision = EditDecision(sidecar.changes(words, original), library: library)
            creation.restored.merge(decision.values) { $1 }
            let rest = sidecar.decision(words, original, library: known)
            sidecar.add(rest.words, to: &creation.supplement)
            decision.conflicts += rest.conflicts
            sidecars[index].note = ImportUnit.EditNote(decision, photo: item.photoName)
        }
    }

    /// Gives a new asset what was changed inside the copy of its original, in the same way.
    ///
    /// - Returns: What a person must know of the changes; nil where there is nothing to say.
    func take(
        _ media: ImportedMedia,
        of item: ImportItem,
        in creation: inout AssetCreation
    ) -> ImportUnit.EditNote? {
        guard let export = item.export, let file = item.files.first,
            let stated = file.stated, media.facts.reader == .worker,
            media.complaint == nil,
            file.checksum != Hexadecimal.digits(of: media.resource.file.checksum)
        else { return nil }
        var library = AssetRecord(rowID: 0, uuid: .zero)
        library.restore(export.restored)
        let changes = CopyEdit.changes(
            FileMetadata(original: RecordedFacts(media.facts), companion: nil),
            exported: export.restored,
            stated: stated
        )
        let decision = EditDecision(changes, library: library)
        creation.restored.merge(decision.values) { $1 }
        return ImportUnit.EditNote(decision, photo: item.photoName)
    }

    /// Adds the files of sidecars to a unit.
    func keep(_ sidecars: [EditedSidecar], in unit: inout ImportUnit) {
        for sidecar in sidecars {
            let staged = sidecar.file.finding.stagedSidecar.flatMap { $0.area == nil ? nil : $0 }
            var entry = ImportUnit.File(
                file: sidecar.file.file,
                outcome: .sidecar,
                checksum: staged?.file.checksum
            )
            entry.isChanged = sidecar.isOfExport
            entry.edit = sidecar.note
            if case .settings(_, let complaint) = sidecar.file.finding {
                entry.complaint = complaint
            }
            unit.files.append(entry)
            guard let staged else { continue }
            unit.staged.append(staged)
            unit.kept.append(KeptFileSource(staged, filename: sidecar.keptName))
        }
    }

    /// Gives an asset of the library what the sidecars of an item state differently from the manifest.
    ///
    /// A property that the library has changed since the export stays. Where both were changed, the import says so.
    func joinSidecars(of item: ImportItem, _ twin: UUID) throws {
        guard item.export != nil, !item.sidecars.isEmpty else { return }
        if block.units.contains(where: { $0.asset == twin && !$0.isNote }) { try commitBlock() }
        guard let row = try library.rows(of: [twin], in: .asset)[twin],
            let record = try library.assets([row]).records[row], record.trashedDate == nil
        else { return }
        let facts = try library.facts(ofAsset: row)
        let known = facts.companion?.filled(from: facts.original) ?? facts.original
        var final = record
        for var sidecar in try editedSidecars(of: item, with: twin) {
            var work = ResourceAttachment(resources: [])
            var unit = ImportUnit(work: .note, folder: nil, files: [])
            if let words = sidecar.words {
                let taken = try takenWords(of: sidecar, row)
                var decision = EditDecision(
                    sidecar.changes(words, facts.original),
                    taken: taken.map { sidecar.changes($0, facts.original) } ?? [],
                    library: record
                )
                let rest = sidecar.decision(words, taken: taken, facts.original, library: known)
                try noteCompanions(
                    of: twin,
                    besides: [ExactText(sidecar.keptName)],
                    beneath: ImportSupplement(),
                    above: rest.words,
                    in: &work
                )
                final.restore(decision.values)
                decision.conflicts += rest.conflicts
                // What the library has changed stays, although files state something else now.
                for field in EditedProperty.allFields { unit.marks[field] = final[field] }
                if final.traits == record.traits { unit.marks[.traits] = nil }
                sidecar.note = ImportUnit.EditNote(
                    decision,
                    photo: record.filename ?? item.photoName
                )
            }
            unit.work = .attach(twin, work)
            keep([sidecar], in: &unit)
            block.add(unit)
        }
    }

    /// Returns what a sidecar stated when an earlier import took it from the same path; nil where none did.
    private func takenWords(of sidecar: EditedSidecar, _ row: Int64) throws -> ImportSupplement? {
        let kept = try library.companionFiles(ofAsset: row).filter { $0.name == sidecar.keptName }
        return kept.isEmpty ? nil : try? library.readCompanions(kept)
    }
}

extension ImportItem {
    /// The name of the photo for people.
    var photoName: String {
        files.first.map { $0.filename ?? $0.url.lastPathComponent } ?? ""
    }
}
