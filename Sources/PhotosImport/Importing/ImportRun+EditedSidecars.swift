import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// People use other programs on an export: they change its sidecars, and add others.
///
/// The words of changed sidecars are later than those of the manifest, so they take precedence.
extension ImportRun {
    /// Returns the sidecars of an item that are not as the export wrote them.
    ///
    /// A sidecar of which an earlier import took everything, or that cannot be read, is reported and left out.
    func editedSidecars(
        of item: ImportItem,
        with photo: KnownPhoto? = nil
    ) throws -> [EditedSidecar] {
        var copying = options
        copying.transfer = .copy
        let present = ImportItem.Base(
            restored: item.export?.restored ?? [:],
            companion: item.supplement
        )
        var edited: [EditedSidecar] = []
        for sidecar in item.sidecars {
            guard let file = FoundFile(at: sidecar.url) else { continue }
            let taken =
                try photo.flatMap { photo in
                    try takenSidecars?.state(
                        of: file,
                        sidecar: sidecar,
                        with: photo.row,
                        in: library
                    )
                } ?? TakenSidecars.State()
            let checksum = file.presentChecksum()
            // A sidecar that cannot be read counts as changed: the inspection says why.
            let isChanged =
                sidecar.checksum == nil
                || checksum.map { Hexadecimal.digits(of: $0) } != sidecar.checksum
            let isTakenWhole = taken.part == nil && taken.checksum == checksum
            let isChangedBack =
                !isTakenWhole && (taken.part != nil || taken.checksum != nil)
                && takenSidecars?.isLater(file) == true
            guard isChanged || isChangedBack else { continue }
            reporting.reportFound(files: 1, bytes: file.byteCount)
            if let photo, let checksum, isTakenWhole, try !hasLost(checksum, of: photo) {
                reporting.reportDuplicate(file, of: photo.uuid)
                continue
            }
            let inspected = inspections.inspectFile(file, options: copying)
            if let obstacle = inspected.obstacle { throw obstacle }
            switch inspected.finding {
            case .xmp, .settings:
                edited.append(
                    EditedSidecar(
                        file: inspected,
                        isOfExport: sidecar.checksum != nil,
                        isCopied: sidecar.isCopied,
                        base: sidecar.base ?? present,
                        isChanged: isChanged,
                        checksum: checksum,
                        taken: taken,
                        isPartlyTaken: checksum != nil && taken.part?.checksum == checksum
                            && photo.map { keepsCopy(of: file, among: $0.kept) } ?? false
                    )
                )
            case .refused(let reason): reporting.reportRefused(file, reason: reason)
            // Of another kind of file, the bytes alone are kept.
            case .media, .known, .adjustment, .other: dropContent(of: inspected)
            }
        }
        return edited
    }

    /// Returns whether none of the files with some bytes is whole that a photo keeps.
    ///
    /// Without such a file, a later one took its place long ago.
    private func hasLost(_ checksum: [UInt8], of photo: KnownPhoto) throws -> Bool {
        let kept = photo.keptFiles(with: checksum)
        return try !kept.isEmpty && !kept.contains { try library.originals.isWhole($0) }
    }

    /// Gives a new asset what its sidecars state differently from the manifest.
    ///
    /// Where the exported library has changed the same since, the manifest counts.
    func addChanges(
        inSidecars sidecars: inout [EditedSidecar],
        of item: ImportItem,
        original: RecordedFacts,
        to creation: inout AssetCreation
    ) {
        guard let export = item.export else { return }
        var library = AssetRecord(rowID: 0, uuid: .zero)
        library.restore(export.restored)
        for index in sidecars.indices {
            let sidecar = sidecars[index]
            guard let words = sidecar.words else { continue }
            var decision = EditDecision(
                sidecar.changes(in: words, original: original),
                library: library
            )
            creation.restored.merge(decision.values) { $1 }
            // The next one is decided by what this one brought.
            library.restore(decision.values)
            let known = RecordedFacts(creation.supplement)?.filled(from: original) ?? original
            let rest = sidecar.wordsDecision(for: words, original: original, library: known)
            sidecar.addWords(rest.words, to: &creation.supplement)
            decision.conflicts += rest.conflicts
            decision.conflicts += sidecar.keywordConflicts(in: words, library: library)
            sidecars[index].note = ImportUnit.EditNote(decision, photo: item.photoName)
        }
    }

    /// Gives a new asset what was changed inside the copy of its original, in the same way.
    ///
    /// - Returns: The note for a person about the changes; nil where there is nothing to say.
    func addChanges(
        inCopy media: ImportedMedia,
        of item: ImportItem,
        to creation: inout AssetCreation
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
        ).filter { file.hasStatedKeywords || $0.property != .keywords }
        var decision = EditDecision(changes, library: library)
        if !file.hasStatedKeywords {
            decision.conflicts += EditDecision.conflicts(
                aboutKeywords: media.facts.keywords,
                missingIn: library
            )
        }
        creation.restored.merge(decision.values) { $1 }
        return ImportUnit.EditNote(decision, photo: item.photoName)
    }

    /// Adds the files of sidecars to a unit.
    func addFiles(of sidecars: [EditedSidecar], to unit: inout ImportUnit) {
        for sidecar in sidecars {
            let staged = sidecar.file.finding.stagedSidecar.flatMap { $0.area == nil ? nil : $0 }
            var entry = ImportUnit.File(
                file: sidecar.file.file,
                outcome: .sidecar,
                checksum: staged?.file.checksum
            )
            entry.isChanged = sidecar.isOfExport && sidecar.isChanged
            entry.edit = sidecar.note
            entry.folder = exportPlace?.folder(of: sidecar.file.file)
            entry.recorded = sidecar.recorded
            unit.unreported += sidecar.notes(in: entry.folder)
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
    func joinSidecars(of item: ImportItem, to photo: KnownPhoto, isFilled: Bool) throws {
        guard item.export != nil, !item.sidecars.isEmpty else { return }
        let (twin, row) = (photo.uuid, photo.row)
        let sidecars = try editedSidecars(of: item, with: photo)
        guard !sidecars.isEmpty else { return }
        var record = photo.record
        if isFilled, !options.isDryRun {
            // Values that came in before count as the library's.
            try commitBlock()
            record = try library.records.assets([row]).records[row] ?? record
        }
        for (index, sidecar) in sidecars.enumerated() {
            var sidecar = sidecar
            if index > 0, !options.isDryRun {
                // The words of the sidecar before count as the library's.
                try commitBlock()
                record = try library.records.assets([row]).records[row] ?? record
            }
            let facts = try library.facts.recorded(ofAsset: row)
            let known = facts.companion?.filled(from: facts.original) ?? facts.original
            var work = ResourceAttachment(resources: [])
            var unit = ImportUnit(work: .note, folder: nil, files: [])
            var final = record
            var isKnown = sidecar.isPartlyTaken
            if let words = sidecar.words {
                let earlier = earlierWords(of: sidecar, photo: photo)
                let taken = sidecar.takenWords(among: earlier)
                var decision = EditDecision(
                    sidecar.changes(in: words, original: facts.original),
                    taken: sidecar.takenChanges(among: earlier, original: facts.original),
                    library: record
                )
                let rest = sidecar.wordsDecision(
                    for: words,
                    taken: taken,
                    original: facts.original,
                    library: known
                )
                decision.conflicts += rest.conflicts
                decision.conflicts += sidecar.keywordConflicts(in: words, library: record)
                let name = record.filename ?? item.photoName
                sidecar.note = ImportUnit.EditNote(decision, photo: name)
                final.restore(decision.values)
                // A value that was left out comes in when the library has that of the export again.
                if !decision.values.isEmpty || !rest.accepted.isEmpty { isKnown = false }
                if !isKnown {
                    try recordCompanions(
                        of: twin,
                        besides: [ExactText(sidecar.keptName)],
                        above: rest.words,
                        deciding: sidecar.decidedNames(taken: taken),
                        in: &work
                    )
                }
                // Values that the library has changed stay, although files state something else now.
                work.staying = Set(EditedProperty.allFields)
                unit.mark(decision.values, of: record)
            }
            guard !isKnown else {
                reportTaken(sidecar, of: twin)
                continue
            }
            unit.work = .attach(twin, work)
            addFiles(of: [sidecar], to: &unit)
            block.add(unit)
            if options.isDryRun { record = final }
        }
    }

    /// Reports a sidecar of which nothing comes in, because an earlier import took the rest.
    ///
    /// Where the library has the file's values of what was left out, everything of the sidecar counts as taken.
    private func reportTaken(_ sidecar: EditedSidecar, of asset: UUID) {
        reporting.reportDuplicate(sidecar.file.file, of: asset)
        dropContent(of: sidecar.file)
        if let note = sidecar.note, !note.conflicts.isEmpty {
            reporting.reportConflict(in: sidecar.file.file, with: asset, edit: note)
        }
        guard sidecar.leftOut != sidecar.taken.part.map({ Set($0.left.keys) }) else { return }
        var unit = ImportUnit(noting: asset)
        var entry = ImportUnit.File(
            file: sidecar.file.file,
            outcome: .sidecar,
            checksum: sidecar.checksum
        )
        entry.recorded = sidecar.recorded
        entry.folder = exportPlace?.folder(of: sidecar.file.file)
        unit.unreported = [entry] + sidecar.notes(in: entry.folder)
        block.add(unit)
    }

    /// Returns what a sidecar stated when earlier imports took something from the same path, by the checksums of its bytes.
    private func earlierWords(
        of sidecar: EditedSidecar,
        photo: KnownPhoto
    ) -> [[UInt8]: ImportSupplement] {
        var words: [[UInt8]: ImportSupplement] = [:]
        for checksum in Set(EditedProperty.allCases.compactMap(sidecar.taken.checksum(of:))) {
            guard checksum != sidecar.checksum else {
                words[checksum] = sidecar.words
                continue
            }
            let kept = photo.keptFiles(with: checksum).map {
                CompanionFile(
                    url: library.layout.original($0.file),
                    name: $0.filename,
                    isKept: true
                )
            }.filter(\.isRead)
            guard !kept.isEmpty else { continue }
            words[checksum] = try? library.facts.readCompanions(kept)
        }
        return words
    }
}

extension ImportItem {
    /// The name of the photo for people.
    var photoName: String {
        files.first.map { $0.filename ?? $0.url.lastPathComponent } ?? ""
    }
}
