import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// A sidecar of an export that is not as the export wrote it.
struct EditedSidecar {
    var file: InspectedFile
    /// Whether the export wrote the file before somebody changed it.
    var isOfExport: Bool

    /// What the sidecar states; nil for one that nobody can read.
    var words: ImportSupplement? {
        if case .xmp(let words, _, _) = file.finding { words } else { nil }
    }

    /// The name under which an asset keeps the file.
    var keptName: String { FileName.kept(file.file.name) ?? "sidecar" }

    /// Adds what the sidecar states to what is recorded beside an original.
    ///
    /// The export wrote its lists whole, so that they replace others.
    func add(to supplement: inout ImportSupplement) {
        guard let words else { return }
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
                edited.append(EditedSidecar(file: inspected, isOfExport: sidecar.checksum != nil))
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
    func take(
        _ sidecars: [EditedSidecar],
        of item: ImportItem,
        _ original: RecordedFacts,
        in creation: inout AssetCreation
    ) {
        guard let export = item.export else { return }
        for sidecar in sidecars {
            guard let words = sidecar.words else { continue }
            let changes = SidecarEdit.changes(
                words,
                exported: export.restored,
                companion: item.supplement,
                original: original,
                isOfExport: sidecar.isOfExport
            )
            for change in changes { creation.restored.merge(change.values) { $1 } }
            sidecar.add(to: &creation.supplement)
        }
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
    /// A property that the library has changed since the export stays.
    func joinSidecars(of item: ImportItem, _ twin: UUID) throws {
        guard let export = item.export, !item.sidecars.isEmpty else { return }
        if block.units.contains(where: { $0.asset == twin && !$0.isNote }) { try commitBlock() }
        guard let row = try library.rows(of: [twin], in: .asset)[twin],
            let record = try library.assets([row]).records[row], record.trashedDate == nil
        else { return }
        let original = try library.facts(ofAsset: row).original
        for sidecar in try editedSidecars(of: item, with: twin) {
            var work = ResourceAttachment(resources: [])
            var unit = ImportUnit(work: .note, folder: nil, files: [])
            if let words = sidecar.words {
                try noteCompanions(
                    of: twin,
                    besides: [ExactText(sidecar.keptName)],
                    beneath: ImportSupplement(),
                    above: words,
                    in: &work
                )
                let changes = SidecarEdit.changes(
                    words,
                    exported: export.restored,
                    companion: item.supplement,
                    original: original,
                    isOfExport: sidecar.isOfExport
                )
                for change in changes
                where change.exported.allSatisfy({ record[$0.key] == $0.value }) {
                    unit.marks.merge(change.values) { $1 }
                }
                unit.marks[.traits] = nil
            }
            unit.work = .attach(twin, work)
            keep([sidecar], in: &unit)
            block.add(unit)
        }
    }
}
