package import Foundation
import PhotosMedia
package import PhotosStore

/// A unit that is imported completely or not at all: an asset with all of its files, or files to add to an
/// asset.
package struct ImportUnit: Sendable {
    package enum Work: Sendable {
        case create(AssetCreation)
        case attach(UUID, ResourceAttachment)
        /// The first asset whose files are restored, and the resources to restore.
        case heal(UUID, [ResourceHealing])
        /// A unit that only records files.
        case note
    }

    /// A file of the unit, and the state to record for it.
    package struct File: Sendable {
        package var file: FoundFile
        package var outcome: SourceOutcome
        package var checksum: [UInt8]?
        package var complaint: String?
        /// Whether the bytes are not those that an export wrote.
        package var isChanged = false
        /// The changes of a file that were taken, and those that were not.
        package var edit: EditNote?
        /// The folder in which the ledger records the file, if that is not the unit's.
        package var folder: SourceFolderPath?
        /// The name of the ledger's record, if that is a note and not the file; see `SourceLedger.NotePrefix`.
        package var recordedName: String?
        /// The outcome and the checksum that the ledger records in place of the file's; nil for the file's own.
        package var recorded: RecordedOutcome?
        /// The reason why a file that was to be moved was copied, and stays at its path.
        package var stayingReason: String?
        /// The file name of the resource that uses the file, if the file stays in its source.
        package var resourceFile: String?

        package init(
            file: FoundFile,
            outcome: SourceOutcome,
            checksum: [UInt8]? = nil,
            complaint: String? = nil,
            resourceFile: String? = nil
        ) {
            self.file = file
            self.outcome = outcome
            self.checksum = checksum
            self.complaint = complaint
            self.resourceFile = resourceFile
        }
    }

    /// The outcome and the checksum that the ledger records for a file.
    package struct RecordedOutcome: Sendable {
        package var outcome: SourceOutcome
        package var checksum: [UInt8]?
    }

    /// The facts about the changes in a file of an export that a person must know.
    package struct EditNote: Sendable {
        /// The name of the photo.
        package var photo: String
        package var conflicts: [EditDecision.Conflict]
        package var removed: [EditedProperty]

        package init?(_ decision: EditDecision, photo: String) {
            guard !decision.conflicts.isEmpty || !decision.removed.isEmpty else { return nil }
            self.photo = photo
            (conflicts, removed) = (decision.conflicts, decision.removed)
        }
    }

    package var work: Work
    package var folder: SourceFolderPath?
    /// The files, the original first.
    package var files: [File]
    /// Files with the same bytes as the original, found later in the same import.
    package var twins: [(folder: SourceFolderPath?, file: File)] = []
    /// Files that the ledger records with the asset, and of which the import says nothing.
    package var unreported: [File] = []
    /// Whether the unit gives a photo of the library something that it lacks.
    package var isFilling = false
    package var staged: [StagedResource] = []
    /// The staged files that the asset keeps although they are no resources.
    package var kept: [KeptFileSource] = []
    /// The burst of a picture, while its representative is not chosen yet.
    package var burst: (identifier: String, frame: BurstRules.Frame)?
    /// The asset that a recorded file belongs to.
    package var noted: UUID?
    /// The name of a folder in which an unchanged file of the asset is.
    package var unchangedFolder: String?
    /// The properties that are set besides those of files, such as a favorite's.
    package var marks: [AssetField: FieldValue] = [:]
    /// The properties of the photo by which the marks were decided.
    package var decidedBy: [[AssetField: FieldValue]] = []
    /// The albums of Picasa that the asset is added to.
    package var albums: [PicasaAlbum] = []
    /// The positions of the asset in another program's albums.
    package var memberships: [ImportItem.Membership] = []

    package init(
        work: Work,
        folder: SourceFolderPath?,
        files: [File],
        staged: [StagedResource] = []
    ) {
        self.work = work
        self.folder = folder
        self.files = files
        self.staged = staged
    }

    /// Creates a unit with the files of some parts, and what is staged of them.
    init(work: Work, folder: SourceFolderPath?, parts: ImportParts) {
        self.init(work: work, folder: folder, files: parts.files, staged: parts.staged)
    }

    /// Creates a unit that only records files of an asset, or other facts of it.
    package init(
        noting asset: UUID?,
        at folder: SourceFolderPath? = nil,
        files: [File] = []
    ) {
        self.init(work: .note, folder: folder, files: files)
        noted = asset
    }

    /// The names of the folders that the unit's files were found in; empty for units of another program's library.
    package var folderNames: [String] {
        let own = folder == nil ? [] : files.prefix(1).map(\.file)
        let others = twins.filter { $0.folder != nil }.map(\.file.file)
        return (own + others).map {
            $0.url.deletingLastPathComponent().lastPathComponent
        } + (unchangedFolder.map { [$0] } ?? [])
    }

    package var asset: UUID? {
        switch work {
        case .create(let creation): creation.uuid
        case .attach(let uuid, _), .heal(let uuid, _): uuid
        case .note: noted
        }
    }

    /// Sets properties that were decided by the present ones of a photo.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - record: The photo.
    ///   - others: The properties that the unit itself changes before.
    package mutating func mark(
        _ values: [AssetField: FieldValue],
        of record: AssetRecord,
        besides others: Set<EditedProperty> = []
    ) {
        marks = values
        decidedBy = EditedProperty.allCases.filter { property in
            !others.contains(property) && property.fields.contains { values[$0] != nil }
        }.map { property in
            // Other traits may change meanwhile.
            let fields = property.fields.filter { $0 != .traits }
            return Dictionary(uniqueKeysWithValues: fields.map { ($0, record[$0]) })
        }
    }

    package var isCreation: Bool { if case .create = work { true } else { false } }

    package var isHealing: Bool { if case .heal = work { true } else { false } }

    package var isNote: Bool { if case .note = work { true } else { false } }

    package var byteCount: Int64 { staged.reduce(0) { $0 + $1.file.byteCount } }

    package var checksums: [[UInt8]] { staged.map(\.file.checksum) }
}

extension ImportUnit {
    /// Makes the unit that creates an asset from a group of new files.
    ///
    /// - Parameters:
    ///   - uuid: The identifier of the asset.
    ///   - group: The files of the asset, as indexes in `files`.
    ///   - files: The inspected files.
    ///   - folder: The folder of the files in their source.
    ///   - keepsDuplicates: Whether an asset with the same original is accepted.
    package init(
        creating uuid: UUID,
        from group: FileGroup,
        of files: [InspectedFile],
        at folder: SourceFolderPath?,
        keepsDuplicates: Bool
    ) {
        let original = files[group.members[0].index]
        let parts = ImportParts(
            group.members,
            sidecars: group.sidecars,
            files: files,
            shared: group.shared
        )
        var creation = AssetCreation(
            uuid: uuid,
            resources: parts.resources,
            fallbackDate: original.file.modificationDate,
            onlyIfNew: !keepsDuplicates
        )
        creation.supplement = parts.supplement
        creation.supplement.burstSelection = group.burstSelection
        self.init(work: .create(creation), folder: folder, parts: parts)
        kept = parts.kept
        if case .media(let media) = original.finding, let identifier = media.facts.burstIdentifier {
            let file = GroupingFile(index: 0, name: original.file.name, facts: media.facts)
            burst = (identifier, BurstRules.Frame(file))
        }
    }
}
