import Foundation
import PhotosStore

extension ImportRun {
    /// Gives a photo that has the bytes of an exported one what it lacks, unless an export has brought something to it before.
    ///
    /// The library's present values of such a photo, or of the exported one itself, are later than the export.
    func fillProperties(of item: ImportItem, twin: UUID) throws {
        guard let export = item.export, export.identifier != twin,
            let file = item.files.first.flatMap({ FoundFile(at: $0.url) })
        else { return }
        if block.units.contains(where: { $0.asset == twin }) { try commitBlock() }
        guard let row = try library.rows(of: [twin], in: .asset)[twin],
            let record = try library.assets([row]).records[row], record.trashedDate == nil,
            try !library.readLedger({ try $0.hasFile(ofAsset: row, in: .export) })
        else { return }
        var exported = AssetRecord(rowID: 0, uuid: .zero)
        exported.restore(export.restored)
        let facts = try library.facts(ofAsset: row)
        let values = MissingProperties.values(of: exported, missingIn: record)
        let lacksWords = MissingProperties.areWords(
            item.supplement,
            missingIn: facts.companion?.filled(from: facts.original) ?? facts.original
        )
        if !values.isEmpty || lacksWords {
            reporting.countFilled()
            block.add(
                try fillingUnit(
                    for: twin,
                    record: record,
                    values: values,
                    words: lacksWords ? item.supplement : nil
                )
            )
        }
        // A value that a person removes later stays removed.
        var note = ImportUnit(
            work: .note,
            folder: exportPlace?.folder(of: file),
            files: [ImportUnit.File(file: file, outcome: .duplicate)]
        )
        note.noted = twin
        block.add(note)
    }

    private func fillingUnit(
        for asset: UUID,
        record: AssetRecord,
        values: [AssetField: FieldValue],
        words: ImportSupplement?
    ) throws -> ImportUnit {
        var unit = ImportUnit(work: .note, folder: nil, files: [])
        unit.noted = asset
        unit.marks = values
        guard let words else { return unit }
        var work = ResourceAttachment(resources: [])
        try recordCompanions(of: asset, besides: [], beneath: words, in: &work)
        unit.work = .attach(asset, work)
        // The other properties stay, although files state something else now.
        for field in EditedProperty.allFields where field != .traits && values[field] == nil {
            unit.marks[field] = record[field]
        }
        return unit
    }
}
