import Foundation
import GRDB

/// Files of other programs that assets keep.
extension ChangeTransaction {
    /// Keeps files with an asset.
    ///
    /// A file of the same name with other bytes is replaced, unless it is one of the source's ``KeptFileSource/others``, and stays for
    /// ``KeptFile/daysAfterReplacement``. If the
    /// bytes are the same, the entry refers to the new file, since the old one may be damaged.
    func keepFiles(_ files: [KeptFileSource], with uuid: UUID) throws {
        guard let rowID = try assets.row(uuid, in: db) else { throw Self.missing("asset") }
        hasKeptFiles = true
        for source in files {
            let staged = source.staged.file
            let present = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id, file, checksum FROM kept_file
                        WHERE asset_id = ? AND filename = ? AND replaced_date IS NULL
                        """
                ),
                arguments: [rowID, source.filename]
            )
            if let same = present.first(where: { Blob.bytes(of: $0, at: 2) == staged.checksum }) {
                try db.cachedStatement(sql: "UPDATE kept_file SET file = ? WHERE id = ?")
                    .execute(arguments: [staged.file, same.integer(0)])
                try release(same.text(1))
                continue
            }
            for row in present where !source.others.contains(Blob.bytes(of: row, at: 2)) {
                try db.cachedStatement(sql: "UPDATE kept_file SET replaced_date = ? WHERE id = ?")
                    .execute(arguments: [now.timeIntervalSinceReferenceDate, row.integer(0)])
            }
            try db.cachedStatement(
                sql: """
                    INSERT INTO kept_file (asset_id, file, filename, byte_count, checksum) VALUES (?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                rowID, staged.file, source.filename, staged.byteCount, Data(staged.checksum),
            ])
        }
    }

    func releaseKeptFiles(_ rows: [Int64]) throws {
        for row in rows {
            let file = try String.fetchOne(
                db.cachedStatement(sql: "DELETE FROM kept_file WHERE id = ? RETURNING file"),
                arguments: [row]
            )
            if let file { try release(file) }
        }
    }

    /// Forgets the files that an asset keeps, which is being deleted for good.
    func releaseKeptFiles(of rowID: Int64) throws {
        let files = try String.fetchAll(
            db.cachedStatement(sql: "SELECT file FROM kept_file WHERE asset_id = ?"),
            arguments: [rowID]
        )
        guard !files.isEmpty else { return }
        try db.cachedStatement(sql: "DELETE FROM kept_file WHERE asset_id = ?")
            .execute(arguments: [rowID])
        for file in files { try release(file) }
    }
}
