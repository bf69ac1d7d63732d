import Foundation
import GRDB

extension ChangeTransaction {
    /// Writes the present state of source files, with the assets that this block created from them.
    func record(_ entries: [SourceFileEntry]) throws {
        let ledger = SourceLedger(db)
        var folders: [SourceFolderPath: Int64] = [:]
        for entry in entries {
            var row = entry.row
            row.assetID = try entry.asset.flatMap { try assets.row($0, in: db) }
            let folder =
                try entry.folder.folderID ?? folders[entry.folder]
                ?? ledger.makeFolder(entry.folder)
            folders[entry.folder] = folder
            guard let file = entry.resourceFile, let asset = row.assetID else {
                try vacateResource(row, in: folder)
                try compareSidecar(&row, in: folder)
                try ledger.write(row, in: folder)
                continue
            }
            // A row with this name may belong to another asset's file, which is elsewhere now.
            try vacate(SourceConclusions.LedgerRow(folder: folder, row: row))
            let number = try ledger.write(row, in: folder)
            try db.cachedStatement(
                sql: "UPDATE resource SET source_file_id = ? WHERE asset_id = ? AND file = ?"
            ).run(in: db) { columns in
                columns.integer(number)
                columns.integer(asset)
                columns.text(file)
            }
        }
    }

    /// Compares a sidecar that stays in a source with what the ledger has of it.
    ///
    /// A sidecar with the same inode, size and date has the same checksum. If its size or date has changed, a library that was
    /// made from a backup or a remote may keep the former bytes: they are replaced. With another inode alone, the sidecar may
    /// have the same bytes, as on a volume that gives files other inodes with each mount.
    private func compareSidecar(_ row: inout SourceFileRow, in folder: Int64) throws {
        let ledger = SourceLedger(db)
        guard row.outcome == .sidecar, let earlier = try ledger.file(row.name, in: folder),
            earlier.outcome == .sidecar, let checksum = earlier.checksum,
            let asset = earlier.assetID, row.checksum != checksum
        else { return }
        guard
            row.checksum != nil || earlier.byteCount != row.byteCount
                || earlier.modification != row.modification
        else {
            // A program may keep the date of a file that it writes anew.
            if earlier.inode == row.inode { row.checksum = checksum }
            return
        }
        try ledger.replaceKeptCopy(
            SourcePromise.name(ofSidecarOf: asset, checksum, named: row.name),
            on: now
        )
    }

    /// Frees the name of a resource's file that a file with other bytes has now, such as a copy of another photo.
    ///
    /// The row stays that of the former file, so that its asset does not show the other photo.
    private func vacateResource(_ row: SourceFileRow, in folder: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET name = '/' || id
                WHERE folder_id = ? AND name = ? AND checksum IS NOT ?
                    AND EXISTS (SELECT 1 FROM resource WHERE source_file_id = source_file.id)
                """
        ).run(in: db) { columns in
            columns.integer(folder)
            columns.text(row.name)
            columns.optional(row.checksum)
        }
    }
}

extension SourceLedger {
    /// Returns the row of a folder.
    ///
    /// Creates it, and the folders above it, where they have no rows.
    fileprivate func makeFolder(_ path: SourceFolderPath) throws -> Int64 {
        var row = try makeFolder(path.sourceID, parent: nil, name: "", inode: path.topInode).id
        for step in path.steps {
            row = try makeFolder(path.sourceID, parent: row, name: step.name, inode: step.inode).id
        }
        return row
    }
}
