import Foundation
import GRDB

/// Keeps sidecars from sources with their assets, in the database of a copy.
///
/// The ledger of the copy gets their checksums. So the file in the source counts as the one that was copied, until it changes.
struct KeptSidecars {
    private let db: Database
    private let date: Double

    init(_ db: Database, _ date: Date) {
        (self.db, self.date) = (db, date.timeIntervalSinceReferenceDate)
    }

    /// Keeps files from sources, the oldest first: the last XMP is a photo's sidecar.
    func keep(_ files: [SourcePromise]) throws {
        for file in files.sorted(by: { $0.modification < $1.modification }) {
            let checksum = Data(file.copy.checksum)
            try db.cachedStatement(sql: "UPDATE source_file SET checksum = ? WHERE id = ?")
                .execute(arguments: [checksum, file.row])
            let isReplaced = try giveWay(to: file)
            // A copy may keep these bytes as a file that a later one replaced since, or as an earlier one.
            try db.cachedStatement(
                sql: """
                    INSERT INTO kept_file (asset_id, file, filename, byte_count, checksum, replaced_date)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (file) DO UPDATE SET replaced_date = excluded.replaced_date,
                        filename = excluded.filename
                    """
            ).execute(arguments: [
                file.asset, file.copy.file, file.name.imported, file.copy.byteCount, checksum,
                isReplaced ? date : nil,
            ])
        }
    }

    /// Replaces files of the same name that the asset keeps, as far as ``CompanionOrder`` lets the file in the source count
    /// before them.
    ///
    /// Copies of a photo may each have a file of the name. So a kept file stays while another file in a source has its bytes, and where
    /// its source was forgotten while that of the file was there.
    ///
    /// - Returns: Whether one of them counts before the file in the source, or has its bytes.
    private func giveWay(to file: SourcePromise) throws -> Bool {
        let present = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, checksum,
                        (SELECT max(modification) FROM source_file WHERE source_file.asset_id = kept_file.asset_id
                            AND source_file.checksum = kept_file.checksum AND source_file.outcome = ?),
                        file, EXISTS (SELECT 1 FROM \(SourceLedger.sidecarsInPlace)
                            AND source_file.asset_id = kept_file.asset_id
                            AND source_file.checksum = kept_file.checksum)
                    FROM kept_file
                    WHERE asset_id = ? AND filename = ? AND replaced_date IS NULL AND file <> ?
                    """
            ),
            arguments: [
                SourceOutcome.sidecar.rawValue, file.asset, file.name.imported, file.copy.file,
            ]
        )
        let others = try SourceLedger(db).sidecars(
            named: file.name.imported,
            ofAsset: file.asset,
            forgottenBeside: file.source
        )
        var isReplaced = false
        for kept in present {
            if Blob.bytes(of: kept, at: 1) == file.copy.checksum {
                isReplaced = true
            } else if CompanionFile.isRead(file.name.imported), kept.integer(4) == 0,
                !others.contains(Blob.bytes(of: kept, at: 1))
            {
                let isOfSource =
                    kept.text(3)
                    == SourcePromise.name(
                        ofSidecarOf: file.asset,
                        Blob.bytes(of: kept, at: 1),
                        named: file.name.imported
                    )
                let date = Int64.fromDatabaseValue(kept[2]) ?? (isOfSource ? .min : .max)
                if date < file.modification {
                    try db.cachedStatement(
                        sql: "UPDATE kept_file SET replaced_date = ? WHERE id = ?"
                    ).execute(arguments: [self.date, kept.integer(0)])
                } else {
                    isReplaced = true
                }
            }
        }
        return isReplaced
    }
}
