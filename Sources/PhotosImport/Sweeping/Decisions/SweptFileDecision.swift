package import PhotosStore

/// Decides what a sweep concludes about a file that it has read.
package enum SweptFileDecision: Hashable, Sendable {
    /// The file is still being written. Nothing is recorded, so a later sweep reads it.
    case wait
    /// The file belongs to files beside it.
    case sidecar
    /// The file becomes no asset. The outcome is recorded, so that it is not read again before it changes.
    case note(SourceOutcome)
    /// The file is the known file of this row, with the same bytes.
    case move(Int64)
    /// The file is the known file of this row, with other bytes.
    case edit(Int64)
    /// An unknown file becomes the file of a resource that has its bytes, and cannot reach its own file.
    case reattach(LibrarySources.WaitingResource)
    /// An unknown file goes on as in an import, which decides by its ``Presence``.
    case take

    /// - Parameters:
    ///   - finding: The result of reading the file.
    ///   - verdict: Returns which known file it is; only called for pictures and movies.
    ///   - waiting: Returns a resource with the given checksum that cannot reach its own file; only called for unknown files.
    package init(
        _ finding: FileScan.Finding,
        verdict: () throws -> SourceIdentity.Verdict,
        waiting: (_ checksum: [UInt8]) throws -> LibrarySources.WaitingResource?
    ) rethrows {
        switch finding {
        case .busy: self = .wait
        case .sidecar: self = .sidecar
        case .other: self = .note(.other)
        case .refused: self = .note(.refused)
        case .media(let checksum, _):
            switch try verdict() {
            case .same(let row): self = .move(row)
            case .edited(let row): self = .edit(row)
            case .new: self = try waiting(checksum).map(Self.reattach) ?? .take
            }
        }
    }
}

/// The change of a known file's position that a sweep counts.
package enum PositionChange: Hashable, Sendable {
    /// The file was missing, and is present again.
    case returned
    case none
    case moved

    /// - Parameters:
    ///   - known: The file's row.
    ///   - before: The row of the folder that the file was in.
    ///   - folder: The row of its present folder.
    ///   - name: Its present name.
    package init(of known: SourceFileRow, from before: Int64, to folder: Int64, name: String) {
        if known.outcome == .absent {
            self = .returned
        } else {
            self = before == folder && known.name == name ? .none : .moved
        }
    }
}

extension LibrarySource.Report {
    /// Counts a decision about a file, except a move, which ``PositionChange`` classifies.
    package mutating func count(_ decision: SweptFileDecision) {
        switch decision {
        case .wait: busyCount += 1
        case .note(.other): otherCount += 1
        case .note: refusedCount += 1
        case .edit: editedCount += 1
        case .sidecar, .move, .reattach, .take: break
        }
    }
}
