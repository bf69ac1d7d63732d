import Foundation
import GRDB

/// A file with the expected bytes, for a resource whose own file is missing or damaged.
package struct ResourceHealing: Sendable {
    /// The resource, as it was when its file was checked.
    var held: HeldFile
    /// The new file.
    var staged: StagedFile
    let area: StagingArea
    /// Whether the resource's path holds a damaged file or another item, which is then moved to the
    /// quarantine.
    var isDamaged: Bool
    /// Whether other files of an offline asset are still missing.
    var leavesOthersAbsent = false
}

extension ChangeTransaction {
    /// Gives a resource its bytes again, in a new file that the library keeps itself.
    ///
    /// The asset's properties do not change, so the history has no entry. The only exception is an asset that
    /// was offline and is not any more. Its change is an update, as when its source comes back.
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
        if held.hasLeft { try ElsewhereLedger(db).noteReturned([held.row]) }
        if let file = held.sourceFileID {
            // If the file in the source appears again, it is a duplicate of the library's own file.
            try db.cachedStatement(sql: "UPDATE source_file SET outcome = ? WHERE id = ?")
                .run(in: db) { columns in
                    columns.integer(Int64(SourceOutcome.duplicate.rawValue))
                    columns.integer(file)
                }
        } else if !healing.isDamaged {
            // There is no file to remove. Releasing it removes the previews that were made of it.
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
