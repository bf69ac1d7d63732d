import Foundation
import GRDB

/// A file with the promised bytes for a resource whose own file is gone or damaged.
package struct ResourceHealing: Sendable {
    /// The resource, as it was when its file was looked at.
    var held: HeldFile
    /// The new file.
    var staged: StagedFile
    let area: StagingArea
    /// Whether something stands where the resource's file should be: it is moved to the quarantine.
    var isDamaged: Bool
    /// Whether other files of an offline asset are still not there.
    var leavesOthersAbsent = false
}

extension ChangeTransaction {
    /// Gives a resource its bytes again, as a file of the library's own under a new name.
    ///
    /// The asset's properties stay as they are, so the history tells nothing of it; only that an asset is not offline
    /// any more is an update, as it is when its source comes back.
    func heal(_ healing: ResourceHealing) throws {
        let held = healing.held
        precondition(
            healing.staged.checksum == held.checksum,
            "A resource may only be given the bytes that it was imported with."
        )
        let state = fileStates[healing.staged.file]
        try db.cachedStatement(
            sql: """
                UPDATE resource SET file = ?, source_file_id = NULL, inode = ?, status_change = ?
                WHERE id = ? AND file = ? AND checksum = ? AND source_file_id IS ?
                """
        ).run(in: db) { columns in
            columns.text(healing.staged.file)
            columns.optional(state?.inode)
            columns.optional(state?.statusChange)
            columns.integer(held.row)
            columns.text(held.file)
            columns.blob(held.checksum)
            columns.optional(held.sourceFileID)
        }
        guard db.changesCount == 1 else { throw Self.healedMeanwhile }
        if let file = held.sourceFileID {
            // When the file comes back, it is one of the same bytes as an asset that has its own.
            try db.cachedStatement(sql: "UPDATE source_file SET outcome = ? WHERE id = ?")
                .run(in: db) { columns in
                    columns.integer(Int64(SourceOutcome.duplicate.rawValue))
                    columns.integer(file)
                }
        } else if !healing.isDamaged {
            // Nothing is there to be removed but what was made of the file, its previews.
            try release(held.file)
        }
        guard let asset = try assets.record(held.assetRow, in: db),
            asset.traits.contains(.offline)
        else { return }
        try noteAvailability(of: [held.assetRow])
        if healing.leavesOthersAbsent {
            assets.change(held.assetRow) { $0.traits.insert(.offline) }
        }
    }

    private static let healedMeanwhile = StoreError(
        .objectMissing,
        "The asset whose lost file was to be brought back was changed or deleted meanwhile. Import the file again."
    )
}
