import Foundation
import GRDB

/// How much of the library a remote has.
extension RemoteLedger {
    /// Returns the totals of a remote.
    ///
    /// Reads the checksums of all files once.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - period: The dates of proofs that count.
    /// - Returns: The totals.
    /// - Throws: The errors of SQLite.
    func totals(_ remote: RemoteRow, provedWithin period: ClosedRange<Date>) throws -> RemoteTotals
    {
        var totals = RemoteTotals()
        let statement = try db.cachedStatement(
            sql: """
                SELECT wanted.byte_count, object.stored_date, object.proved_date, object.problem IS NOT NULL
                FROM (SELECT checksum, min(byte_count) AS byte_count FROM (
                          SELECT checksum, resource.byte_count AS byte_count
                          FROM resource JOIN asset ON asset.id = resource.asset_id WHERE \(Self.isWanted)
                          UNION ALL SELECT checksum, byte_count FROM kept_file
                          UNION ALL SELECT source_file.checksum, source_file.byte_count
                          FROM \(SourceLedger.sidecarsInPlace) AND source_file.checksum IS NOT NULL AND ?)
                      GROUP BY checksum) AS wanted
                LEFT JOIN remote_object AS object
                    ON object.remote_id = ? AND object.checksum = wanted.checksum
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(remote.takesSources ? 1 : 0)
            columns.integer(AssetTraits.offline.rawValue)
            columns.integer(remote.id)
            columns.integer(remote.takesSources ? 1 : 0)
            columns.integer(remote.id)
        } _: { (columns) -> Void in
            let bytes = columns.row()
            let (stored, proved, isRefused) = (columns.date(), columns.date(), columns.flag())
            totals.wanted.add(bytes)
            if stored != nil { totals.stored.add(bytes) }
            if let proved, period.contains(proved) {
                totals.proved.add(bytes)
                totals.oldestProof = min(totals.oldestProof ?? proved, proved)
                totals.newestProof = max(totals.newestProof ?? proved, proved)
            }
            if isRefused { totals.refused.add(bytes) }
        }
        if remote.takesSources { try addUnreadSidecars(to: &totals) }
        let unneeded = try db.cachedStatement(
            sql: """
                SELECT byte_count FROM remote_object WHERE remote_id = ? AND NOT \(Self.isNeeded)
                """
        )
        try unneeded.forEachRow(in: db) {
            $0.integer(remote.id)
        } _: { (columns) -> Void in
            totals.unneeded.add(columns.row())
        }
        return totals
    }

    /// Adds sidecars and settings files beside photos in sources that no run has read yet, so that no remote has them.
    ///
    /// A sidecar whose photo is gone may be gone, too, and no run can read it.
    private func addUnreadSidecars(to totals: inout RemoteTotals) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT source_file.byte_count FROM \(SourceLedger.sidecarsInPlace) AND source_file.checksum IS NULL
                    AND NOT \(SourceLedger.isPhotoOfSidecarAbsent)
                """
        )
        try statement.forEachRow(in: db) { (columns) -> Void in
            totals.wanted.add(columns.row())
        }
    }

    /// Returns why objects of a remote could not be stored or were lost, each reason with the number of objects.
    func problems(_ remote: Int64) throws -> [(sentence: String, count: Int)] {
        var problems: [(String, Int)] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT problem, count(*) FROM remote_object WHERE remote_id = ? AND problem NOT NULL
                GROUP BY problem ORDER BY 2 DESC, 1 LIMIT 20
                """
        )
        try statement.forEachRow(in: db) {
            $0.integer(remote)
        } _: { (columns) -> Void in
            problems.append((columns.text() ?? "", columns.count()))
        }
        return problems
    }
}

extension RemoteTotals.Part {
    package mutating func add(_ bytes: Int64) {
        count += 1
        self.bytes += bytes
    }
}
