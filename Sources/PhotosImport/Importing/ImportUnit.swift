import Foundation
import PhotosStore

/// A unit that is imported completely or not at all: an asset with all of its files, or files to add to an
/// asset.
struct ImportUnit: Sendable {
    enum Work: Sendable {
        case create(AssetCreation)
        case attach(UUID, ResourceAttachment)
        /// The first asset whose files are restored, and the resources to restore.
        case heal(UUID, [ResourceHealing])
        /// A unit that only records files.
        case note
    }

    /// A file of the unit, and the state to record for it.
    struct File: Sendable {
        var file: FoundFile
        var outcome: SourceOutcome
        var checksum: [UInt8]?
        var complaint: String?
        /// The reason why a file that was to be moved was copied, and stays at its path.
        var stayingReason: String?
        /// The file name of the resource that uses the file, if the file stays in its source.
        var resourceFile: String?
    }

    var work: Work
    var place: SourceFolderPath?
    /// The files, the original first.
    var files: [File]
    /// Files with the same bytes as the original, found later in the same import.
    var twins: [(place: SourceFolderPath?, file: File)] = []
    var staged: [StagedResource] = []
    /// The burst of a picture, while its representative is not chosen yet.
    var burst: (identifier: String, frame: BurstRules.Frame)?
    /// The asset that a recorded file belongs to.
    var noted: UUID?
    /// The positions of the asset in another program's albums.
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
