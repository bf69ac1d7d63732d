import Foundation

/// What gets into the library whole or not at all: an asset with all of its files, or files that join one.
struct ImportUnit: Sendable {
    enum Work: Sendable {
        case create(AssetCreation)
        case attach(UUID, ResourceAttachment)
        /// The first asset that gets its bytes back, and what gets them.
        case heal(UUID, [ResourceHealing])
        /// Nothing but notes on files.
        case note
    }

    /// A file of the unit, and what is noted of it.
    struct File: Sendable {
        var file: FoundFile
        var outcome: SourceOutcome
        var checksum: [UInt8]?
        var complaint: String?
        /// Why a file that was to be moved was copied, and stays where it is.
        var stayingReason: String?
        /// The name of the resource that the file is, where it stays in its source.
        var resourceFile: String?
    }

    var work: Work
    var place: SourceFolderPath?
    /// The original first.
    var files: [File]
    /// Files of the same bytes as the original, that came later in the same import.
    var twins: [(place: SourceFolderPath?, file: File)] = []
    var staged: [StagedResource] = []
    /// Of a picture of a burst whose representative is not settled.
    var burst: (identifier: String, frame: BurstRules.Frame)?
    /// The asset that a noted file belongs to.
    var noted: UUID?
    /// Where it stands in another program's library.
    var memberships: [ImportItem.Membership] = []

    var asset: UUID? {
        switch work {
        case .create(let creation): creation.uuid
        case .attach(let uuid, _), .heal(let uuid, _): uuid
        case .note: noted
        }
    }

    var isCreation: Bool { if case .create = work { true } else { false } }

    var isHealing: Bool { if case .heal = work { true } else { false } }

    var isNote: Bool { if case .note = work { true } else { false } }

    var byteCount: Int64 { staged.reduce(0) { $0 + $1.file.byteCount } }

    var checksums: [[UInt8]] { staged.map(\.file.checksum) }
}
