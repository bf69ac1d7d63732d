import Foundation
import GRDB

extension LibraryCommits {
    /// Removes files that were replaced by later ones long enough ago.
    ///
    /// A file stays as long as it is the last one that an import took from its path in an export. The next import of that export
    /// compares with its words. The clock alone does not decide how long that was; see ``BelievableTime``.
    func removeReplacedKeptFiles() throws {
        let now = core.environment.now().timeIntervalSinceReferenceDate
        let time = KeptFile.daysAfterReplacement * 86_400
        let due = try core.readAll { db in
            let candidates = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, replaced_date FROM kept_file WHERE replaced_date <= ? AND NOT EXISTS (
                        SELECT 1 FROM source_file
                        JOIN source_folder ON source_folder.id = source_file.folder_id
                        JOIN source ON source.id = source_folder.source_id
                        WHERE source_file.asset_id = kept_file.asset_id
                            AND +source_file.checksum = kept_file.checksum AND source.kind = ?
                    )
                    """,
                arguments: [now - time, SourceKind.export.rawValue]
            ).map { (row: $0.integer(0), date: $0[1] as Double) }
            guard !candidates.isEmpty else { return [Int64]() }
            let believable = BelievableTime(
                changes: try ChangeLog.lastDates(50_000, in: db),
                now: now
            )
            return candidates.filter { believable.elapsed(since: $0.date) >= time }.map(\.row)
        }
        guard !due.isEmpty else { return }
        try commit(ChangeBlock([.releaseKeptFiles(due)], work: .purge), by: .owner)
    }
}
