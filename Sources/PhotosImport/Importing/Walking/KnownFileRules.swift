package import PhotosStore

/// Decides about the files of folders that an earlier import has read, from their rows alone.
package struct KnownFileRules: Sendable {
    /// The rows of the assets in Recently Deleted.
    package var trashed: Set<Int64>
    /// Whether files that are neither pictures nor movies are read again, because a person named them.
    package var rereadsOthers: Bool

    package init(trashed: Set<Int64>, rereadsOthers: Bool = false) {
        (self.trashed, self.rereadsOthers) = (trashed, rereadsOthers)
    }

    /// Returns whether an earlier import has finished all work for a file.
    ///
    /// A file whose asset is in Recently Deleted, or is gone, is imported again.
    package func isDone(_ known: SourceFileRow) -> Bool {
        switch known.outcome {
        case .imported, .duplicate: isPresent(known)
        // Earlier software read a sidecar without keeping its bytes, and recorded no checksum.
        case .sidecar: known.checksum != nil && isPresent(known)
        case .other: !rereadsOthers
        case .refused, .absent: false
        }
    }

    private func isPresent(_ known: SourceFileRow) -> Bool {
        known.assetID.map { !trashed.contains($0) } ?? false
    }

    /// Returns the row of a file whose bytes the library should have, so that they must be checked; nil for other files.
    ///
    /// - Parameters:
    ///   - difference: How the file differs from a known one.
    ///   - evenUndated: Whether files count that only their bytes can show to be unchanged, because their volume is another one.
    /// - Returns: The row.
    package func rowToCheck(
        _ difference: FolderComparison.Difference,
        evenUndated: Bool = false
    ) -> Int64? {
        let row: SourceFileRow
        switch difference {
        case .same(let known): row = known
        case .changed(_, let known)
        where evenUndated && known.modification == SourceLedger.noDate: row = known
        default: return nil
        }
        return row.checksum != nil && isDone(row) ? row.id : nil
    }

    /// Returns an unchanged file's name and asset, because a new file with a similar name may belong to that asset.
    package func relativeName(
        in difference: FolderComparison.Difference
    ) -> (name: String, asset: Int64)? {
        guard case .same(let known) = difference, let asset = known.assetID,
            !trashed.contains(asset)
        else { return nil }
        return (known.name, asset)
    }
}
