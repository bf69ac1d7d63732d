import Foundation
import GRDB

/// The files that remotes have, and those that may leave because remotes gave their bytes back.
extension ElsewhereLedger {
    /// Returns files that may leave: enough remotes of this incarnation have proved copies, and nobody pinned them.
    ///
    /// A remote without a copy of the database counts for nothing: from it nobody could make a library again.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - incarnation: The incarnation of the library.
    ///   - date: The present time.
    ///   - smallest: The number of bytes from which a file may leave.
    ///   - resources: The resources to consider; nil considers all.
    /// - Returns: Their resources, names and sizes.
    /// - Throws: The errors of SQLite.
    func mayLeave(
        by rule: SpaceRule,
        incarnation: UUID,
        now date: Date,
        smallest: Int64,
        among resources: [Int64]? = nil
    ) throws -> [ReleaseCandidate] {
        let since = rule.oldestProof(on: date)
        var candidates: [ReleaseCandidate] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.id, resource.file, resource.byte_count FROM resource
                JOIN asset ON asset.id = resource.asset_id
                WHERE \(resources == nil ? "?" : "resource.id IN (SELECT value FROM photokit_rows(?))")
                    AND resource.source_file_id IS NULL AND resource.byte_count >= ?
                    AND asset.traits & ? = 0
                    AND (SELECT count(*) FROM remote CROSS JOIN remote_object AS object
                            ON object.remote_id = remote.id AND object.checksum = resource.checksum
                         WHERE object.byte_count = resource.byte_count
                            AND object.proved_date BETWEEN ? AND ? AND remote.incarnation = ?
                            AND remote.sent_date NOT NULL) >= ?
                    AND NOT EXISTS (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)
                    AND NOT \(Self.isPinned)
                """
        )
        try statement.forEachRow(in: db) { columns in
            if let resources {
                columns.list(PackedList.rows(resources))
            } else {
                columns.integer(1)
            }
            columns.integer(smallest)
            columns.integer(AssetTraits.offline.rawValue)
            columns.real(since)
            // A date in the future comes from a clock that was wrong.
            columns.real(date.timeIntervalSinceReferenceDate)
            columns.uuid(incarnation)
            columns.integer(Int64(rule.copies))
        } _: { (columns) -> Void in
            candidates.append(
                ReleaseCandidate(
                    resource: columns.row(),
                    file: columns.text() ?? "",
                    byteCount: columns.row(),
                    lastUse: 0
                )
            )
        }
        return candidates
    }

    /// Returns the remotes whose proofs of files count, by the rows of the resources.
    ///
    /// - Parameters:
    ///   - resources: The rows.
    ///   - rule: The rule.
    ///   - incarnation: The incarnation of the library.
    ///   - date: The present time.
    /// - Returns: The files and their remotes.
    /// - Throws: The errors of SQLite.
    func proofs(
        of resources: [Int64],
        rule: SpaceRule,
        incarnation: UUID,
        now date: Date
    ) throws -> [Int64: ProvedFile] {
        var files: [Int64: ProvedFile] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.id, resource.checksum, resource.byte_count, remote.id FROM resource
                CROSS JOIN remote CROSS JOIN remote_object AS object
                    ON object.remote_id = remote.id AND object.checksum = resource.checksum
                WHERE resource.id IN (SELECT value FROM photokit_rows(?))
                    AND object.byte_count = resource.byte_count AND object.proved_date BETWEEN ? AND ?
                    AND remote.incarnation = ? AND remote.sent_date NOT NULL
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.list(PackedList.rows(resources))
            columns.real(rule.oldestProof(on: date))
            columns.real(date.timeIntervalSinceReferenceDate)
            columns.uuid(incarnation)
        } _: { (columns) -> Void in
            let resource = columns.row()
            let object = RemoteObject(checksum: columns.blob() ?? [], byteCount: columns.row())
            files[resource, default: ProvedFile(object: object)].remotes.insert(columns.row())
        }
        return files
    }

    /// The condition that a file may leave by a rule as soon as enough remotes have proved copies.
    ///
    /// Its values are the smallest number of bytes, and the trait of offline assets.
    private static let isReleasable = """
        resource.source_file_id IS NULL AND resource.byte_count >= ? AND asset.traits & ? = 0
        AND NOT EXISTS (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)
        AND NOT \(isPinned)
        """

    /// Returns files that could leave if a remote gave their bytes back, in the order of their rows after `row`.
    ///
    /// - Parameters:
    ///   - remote: The remote, which has no proof of them that the rule accepts.
    ///   - rule: The rule.
    ///   - date: The present time.
    ///   - smallest: The number of bytes from which a file may leave.
    ///   - row: The row of the last resource of the page before.
    ///   - count: The most files to return.
    /// - Returns: The files.
    /// - Throws: The errors of SQLite.
    func wantProof(
        in remote: RemoteRow,
        _ rule: SpaceRule,
        now date: Date,
        smallest: Int64,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        var files: [MissingObject] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.checksum, resource.byte_count, resource.id, resource.file FROM resource
                JOIN asset ON asset.id = resource.asset_id
                WHERE resource.id > ? AND \(Self.isReleasable)
                    AND NOT EXISTS (SELECT 1 FROM remote_object AS object
                        WHERE object.remote_id = ? AND object.checksum = resource.checksum
                            AND object.proved_date BETWEEN ? AND ?)
                ORDER BY resource.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(row)
            columns.integer(smallest)
            columns.integer(AssetTraits.offline.rawValue)
            columns.integer(remote.id)
            columns.real(rule.oldestProof(on: date))
            columns.real(date.timeIntervalSinceReferenceDate)
            columns.integer(Int64(count))
        } _: { (columns) -> Void in
            files.append(
                MissingObject(
                    object: RemoteObject(
                        checksum: columns.blob() ?? [],
                        byteCount: columns.row()
                    ),
                    row: columns.row(),
                    file: columns.text() ?? ""
                )
            )
        }
        return files
    }

    /// Returns the files that the rule would let leave, and that too few remotes have proved copies of.
    func lackingProofs(
        by rule: SpaceRule,
        incarnation: UUID,
        now date: Date,
        smallest: Int64
    ) throws -> RemoteTotals.Part {
        try db.cachedStatement(
            sql: """
                SELECT count(*), coalesce(sum(resource.byte_count), 0) FROM resource
                JOIN asset ON asset.id = resource.asset_id
                WHERE \(Self.isReleasable)
                    AND (SELECT count(*) FROM remote CROSS JOIN remote_object AS object
                            ON object.remote_id = remote.id AND object.checksum = resource.checksum
                         WHERE object.byte_count = resource.byte_count
                            AND object.proved_date BETWEEN ? AND ? AND remote.incarnation = ?
                            AND remote.sent_date NOT NULL) < ?
                """
        ).first(in: db) { columns in
            columns.integer(smallest)
            columns.integer(AssetTraits.offline.rawValue)
            columns.real(rule.oldestProof(on: date))
            columns.real(date.timeIntervalSinceReferenceDate)
            columns.uuid(incarnation)
            columns.integer(Int64(rule.copies))
        } _: {
            RemoteTotals.Part(count: $0.count(), bytes: $0.row())
        } ?? RemoteTotals.Part()
    }

    /// Returns the remotes that have given back the bytes of an object.
    func remotes(thatProved checksum: [UInt8]) throws -> Set<Int64> {
        try remotes(with: checksum, where: "proved_date NOT NULL")
    }

    /// Returns the remotes that are said to have an object.
    func remotes(thatStored checksum: [UInt8]) throws -> Set<Int64> {
        try remotes(with: checksum, where: "stored_date NOT NULL")
    }

    /// Returns the name of a remote that is said to have an object, of the first one that was added; nil if none is.
    func nameOfRemote(thatStored checksum: [UInt8]) throws -> String? {
        try db.cachedStatement(
            sql: """
                SELECT remote.name FROM remote
                CROSS JOIN remote_object ON remote_id = remote.id AND checksum = ?
                WHERE stored_date NOT NULL ORDER BY remote.id LIMIT 1
                """
        ).first(in: db) {
            $0.blob(checksum)
        } _: {
            $0.text()
        } ?? nil
    }

    private func remotes(
        with checksum: [UInt8],
        where condition: String
    ) throws -> Set<Int64> {
        var remotes: Set<Int64> = []
        try db.cachedStatement(
            sql: """
                SELECT remote_id FROM remote
                CROSS JOIN remote_object ON remote_id = remote.id AND checksum = ?
                WHERE \(condition)
                """
        ).forEachRow(in: db) {
            $0.blob(checksum)
        } _: { (columns) -> Void in
            remotes.insert(columns.row())
        }
        return remotes
    }

    /// Returns the remotes that may have an object, those with the newest proof first.
    ///
    /// Last come those that are said to have lost it: a disk or a network may have failed only once.
    func remotes(having checksum: [UInt8]) throws -> [(remote: RemoteRow, isStored: Bool)] {
        var order: [(id: Int64, isStored: Bool)] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT remote_id, stored_date NOT NULL FROM remote
                CROSS JOIN remote_object ON remote_id = remote.id AND checksum = ?
                ORDER BY 2 DESC, proved_date DESC NULLS LAST, remote_id
                """
        )
        try statement.forEachRow(in: db) {
            $0.blob(checksum)
        } _: { (columns) -> Void in
            order.append((columns.row(), columns.flag()))
        }
        let remotes = try RemoteLedger(db).remotes()
        return order.compactMap { entry in
            remotes.first { $0.id == entry.id }.map { ($0, entry.isStored) }
        }
    }
}

extension SpaceRule {
    /// The time since which a proof counts, in seconds of the reference date.
    fileprivate func oldestProof(on date: Date) -> Double {
        date.timeIntervalSinceReferenceDate - Double(proofDays) * 86_400
    }
}
