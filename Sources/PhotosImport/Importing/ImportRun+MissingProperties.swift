import Foundation
import PhotosStore

/// Giving photos of the library what they lack and a photo with the same bytes has in an export, or in another program's library.
extension ImportRun {
    /// Gives a photo what it lacks, once, and returns whether it got something.
    func fillProperties(of known: KnownItem, photo: KnownPhoto) throws -> Bool {
        known.item.export == nil
            ? try fillStatedProperties(of: known, photo: photo)
            : try fillExportedProperties(of: known, photo: photo)
    }

    /// Gives a photo what it lacks of an exported one, unless an export has brought something to it before.
    ///
    /// The library's present values of such a photo, or of the exported one itself, are later than the export.
    private func fillExportedProperties(of known: KnownItem, photo: KnownPhoto) throws -> Bool {
        let item = known.item
        guard let export = item.export, export.identifier != photo.uuid,
            !photo.taken.isOfExport, let file = item.files.first.flatMap({ FoundFile(at: $0.url) })
        else { return false }
        var exported = AssetRecord(rowID: 0, uuid: .zero)
        exported.restore(export.restored)
        let missing = MissingProperties.Stated(
            values: MissingProperties.values(of: exported, missingIn: photo.record),
            areWordsMissing: MissingProperties.areWords(item.supplement, missingIn: photo.facts)
        )
        var source = ImportUnit.File(file: file, outcome: .duplicate)
        source.folder = exportPlace?.folder(of: file)
        return try fill(
            missing,
            of: item,
            photo: photo,
            sources: [source]
        )
    }

    /// Gives a photo the words of another program that it lacks, and persons and keywords that are new there, unless an import
    /// has given it these before.
    private func fillStatedProperties(of known: KnownItem, photo: KnownPhoto) throws -> Bool {
        let files = statingFiles(
            of: known.item,
            original: known.original,
            hadFavorite: photo.taken.hasFavorite
        )
        guard let kind = exportPlace?.source.kind, let checksum = files.first?.checksum,
            !photo.taken.isTaken(checksum, from: kind)
        else { return false }
        if known.item.supplement.isHidden == true, !photo.record.isHidden {
            reportVisible(photo, of: known.item)
        }
        let isReversed = photo.taken.isReversed(
            checksum,
            original: known.original?.checksum,
            from: kind
        )
        // A later state of what an undo took back is missing like the former one.
        let undone =
            photo.taken.hasReversal(of: kind) ? try undoneValues(ofAsset: photo.row) : []
        var missing = MissingProperties.stated(
            known.item.supplement,
            missingIn: photo.record,
            facts: photo.facts,
            undone: undone,
            isReversed: isReversed,
            isRecorded: photo.taken.isStated,
            givesFavorite: !photo.taken.hasFavorite
        )
        if !undone.isEmpty {
            var again = MissingProperties.values(
                of: known.item.supplement,
                undone: undone,
                missingIn: photo.record
            )
            if missing.isDateMissing {
                for field in EditedProperty.date.fields { again[field] = nil }
            }
            missing.values.merge(again) { given, _ in given }
        }
        var filled = photo
        for (field, value) in missing.values { filled.record[field] = value }
        let later = try laterWords(of: known.item, photo: filled)
        if missing.values[.keywords] != nil, later.fields.contains(.keywords) {
            let others = photo.facts.metadata.keywords + filled.record.keywords
            filled.record.keywords += (later.companion?.keywords ?? []).filter {
                !others.contains($0)
            }
            missing.values[.keywords] = filled.record[.keywords]
        }
        if let url = known.item.files.first?.url {
            let name = photo.record.filename ?? known.item.photoName
            reportLeftOut(later, of: photo.uuid, named: name, at: shownPath(of: url))
        }
        return try fill(missing, later, of: known.item, photo: photo, sources: files)
    }

    /// Returns the path of a file in an export or library, without the path of that.
    private func shownPath(of url: URL) -> String {
        let folders = exportPlace?.names(of: url.deletingLastPathComponent()) ?? []
        return (folders.filter { !$0.hasPrefix("/") } + [url.lastPathComponent])
            .joined(separator: "/")
    }

    /// Reports that a photo stays visible which another program hides or has archived.
    private func reportVisible(_ photo: KnownPhoto, of item: ImportItem) {
        guard let url = item.files.first?.url else { return }
        let short = photo.uuid.uuidString.prefix(13)
        reporting.reportLoss(
            .init(
                path: shownPath(of: url),
                reason:
                    "The photo is hidden or archived there, and stays visible in the library. To hide it: \"photokit hide \(short)\"."
            )
        )
    }

    /// Returns the records that say that an asset got what another program states of an item; none if it states nothing.
    ///
    /// The first record is the file beside the photo, or a note of the words where a database states everything. The record
    /// decides whether the asset got that before. Another database, and a later state of the same one, have other notes. The
    /// record of the photo's own file has the checksum of its bytes, by which a lost original is found again.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - original: Its original.
    ///   - hadFavorite: Whether a favorite mark of an earlier import counts as stated.
    /// - Returns: The records.
    func statingFiles(
        of item: ImportItem,
        original: (file: FoundFile, checksum: [UInt8])?,
        hadFavorite: Bool = false
    ) -> [ImportUnit.File] {
        let isFavorite = item.supplement.isFavorite == true
        // A hidden photo that has no words is recorded, too, so that it is reported once.
        guard
            RecordedFacts(item.supplement) != nil || isFavorite || item.supplement.isHidden == true
        else { return [] }
        var files: [ImportUnit.File] = []
        var notes: [String] = []
        if let url = item.companions.first {
            guard let file = FoundFile(at: url), let checksum = file.presentChecksum() else {
                return []
            }
            files = [ImportUnit.File(file: file, outcome: .sidecar, checksum: checksum)]
            // Without a note, the record would be one of a version that recorded no favorite marks.
            notes.append(SourceLedger.NotePrefix.words)
        } else if let original {
            let words = StatedWords.checksum(of: item.supplement, original: original.checksum)
            files = [
                ImportUnit.File(file: original.file, outcome: .duplicate, checksum: words),
                ImportUnit.File(
                    file: original.file,
                    outcome: .duplicate,
                    checksum: original.checksum
                ),
            ]
            files[0].recordedName = SourceLedger.NotePrefix.words + original.file.name
        }
        if isFavorite || hadFavorite { notes.append(SourceLedger.NotePrefix.favorite) }
        if let file = files.first?.file {
            files += notes.map { prefix -> ImportUnit.File in
                // An earlier version ignores a record with this outcome and without a checksum.
                var note = ImportUnit.File(file: file, outcome: .refused)
                note.recordedName = prefix + file.name
                return note
            }
        }
        return files.map { file in
            var file = file
            file.folder = exportPlace?.folder(of: file.file)
            return file
        }
    }

    /// Adds the unit that gives a photo what it lacks and names that are new, and records the file that states it.
    private func fill(
        _ missing: MissingProperties.Stated,
        _ later: LaterWords = LaterWords(),
        of item: ImportItem,
        photo: KnownPhoto,
        sources files: [ImportUnit.File]
    ) throws -> Bool {
        var unit = ImportUnit(noting: photo.uuid)
        let isDateOfFiles = missing.isDateOfFiles
        unit.mark(missing.values, of: photo.record, besides: isDateOfFiles ? [.date] : [])
        // Values that a person removes later stay removed.
        unit.unreported = files
        // The words of other programs are recorded as a whole, as if they had come in with the photo.
        let isFilling = !missing.isEmpty || !later.accepted.isEmpty
        if missing.areWordsMissing || later.companion != nil
            || item.export == nil && !missing.isEmpty
        {
            var photo = photo
            photo.facts.companion = later.companion ?? photo.facts.companion
            if item.export == nil {
                // Values that the photo gets take the place of those that an undo took.
                if missing.values[.caption] != nil { photo.facts.companion?.caption = nil }
                if missing.values[.latitude] != nil { photo.facts.companion?.location = nil }
            }
            var work = words(of: item.supplement, beneath: photo)
            // The other properties stay, although files state something else now.
            work.staying = Set(EditedProperty.allFields).subtracting(later.fields)
            for property in EditedProperty.allCases
            where property.fields.contains(where: { missing.values[$0] != nil }) {
                work.staying.formUnion(property.fields)
            }
            if isDateOfFiles { work.staying.subtract(EditedProperty.date.fields) }
            unit.work = .attach(photo.uuid, work)
        }
        unit.isFilling = isFilling
        block.add(unit)
        return isFilling
    }

    /// Returns the attachment that records words where the recorded words of a photo say nothing.
    private func words(
        of supplement: ImportSupplement,
        beneath photo: KnownPhoto
    ) -> ResourceAttachment {
        var work = ResourceAttachment(resources: [])
        let stated = RecordedFacts(supplement)
        work.companion = .replaced(
            photo.facts.companion?.filledWithPersons(from: stated) ?? stated
        )
        // The original's own words are needed to distinguish values that a person set.
        if photo.facts.original == nil {
            work.present = try? library.facts.readOriginal(ofAsset: photo.row)
        }
        return work
    }
}
