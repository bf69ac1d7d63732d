import Foundation
import GRDB

/// The records about files that left the library's folder, used inside a transaction of the caller.
///
/// The key of `remote_object` begins with the remote. So statements go through the few remotes first (`CROSS JOIN`), and
/// never through all objects.
struct ElsewhereLedger {
    let db: Database

    init(_ db: Database) { self.db = db }

    // MARK: Rules

    func rule() throws -> SpaceRule? {
        try db.cachedStatement(sql: "SELECT byte_count, copies, proof_days FROM space_rule")
            .first(in: db) {
                SpaceRule(byteCount: $0.row(), copies: $0.count(), proofDays: $0.count())
            }
    }

    func set(_ rule: SpaceRule?) throws {
        try db.execute(sql: "DELETE FROM space_rule")
        guard let rule else { return }
        try db.execute(
            sql: "INSERT INTO space_rule (id, byte_count, copies, proof_days) VALUES (1, ?, ?, ?)",
            arguments: [rule.byteCount, rule.copies, rule.proofDays]
        )
    }

    /// Pins assets and albums, or ends that.
    func pin(assets: [Int64], albums: [Int64], isPinned: Bool) throws {
        for (table, column, rows) in [
            ("pinned_asset", "asset_id", assets), ("pinned_album", "album_id", albums),
        ] {
            let sql =
                isPinned
                ? "INSERT OR IGNORE INTO \(table) (\(column)) SELECT value FROM photokit_rows(?)"
                : "DELETE FROM \(table) WHERE \(column) IN (SELECT value FROM photokit_rows(?))"
            try db.cachedStatement(sql: sql).run(in: db) { $0.list(PackedList.rows(rows)) }
        }
    }

    /// The condition that an asset of a resource is pinned, or in a pinned album.
    private static let isPinned = """
        (EXISTS (SELECT 1 FROM pinned_asset WHERE asset_id = resource.asset_id)
         OR EXISTS (SELECT 1 FROM pinned_album JOIN member ON member.album_id = pinned_album.album_id
                    WHERE member.asset_id = resource.asset_id))
        """

    // MARK: Files

    /// Returns which of these resources have left the library's folder at some time.
    func left(_ resources: [Int64]) throws -> Set<Int64> {
        var left: Set<Int64> = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource_id FROM elsewhere_file
                WHERE resource_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(resources))
        } _: { (columns) -> Void in
            left.insert(columns.row())
        }
        return left
    }

    /// Returns which of these resources have bytes that no remote is said to have.
    func lost(_ resources: [Int64]) throws -> Set<Int64> {
        var lost: Set<Int64> = []
        try db.cachedStatement(
            sql: """
                SELECT resource.id FROM resource
                WHERE resource.id IN (SELECT value FROM photokit_rows(?))
                    AND NOT EXISTS (SELECT 1 FROM remote CROSS JOIN remote_object AS object
                                        ON object.remote_id = remote.id AND object.checksum = resource.checksum
                                    WHERE object.stored_date NOT NULL)
                """
        ).forEachRow(in: db) {
            $0.list(PackedList.rows(resources))
        } _: { (columns) -> Void in
            lost.insert(columns.row())
        }
        return lost
    }

    /// Returns the resources of these assets that have left the library's folder at some time.
    func left(ofAssets assets: some Collection<Int64>) throws -> [Int64] {
        var left: [Int64] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.id FROM resource
                JOIN elsewhere_file ON elsewhere_file.resource_id = resource.id
                WHERE resource.asset_id IN (SELECT value FROM photokit_rows(?))
                """
        )
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(assets))
        } _: { (columns) -> Void in
            left.append(columns.row())
        }
        return left
    }

    /// Returns whether a file has left, by its name below the folder of originals.
    func hasLeft(_ file: String) throws -> Bool {
        let count = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM resource JOIN elsewhere_file ON elsewhere_file.resource_id = resource.id
                WHERE resource.file = ?
                """
        ).first(in: db) {
            $0.text(file)
        } _: {
            $0.count()
        }
        return count ?? 0 > 0
    }

    /// Returns files that have left at some time, in the order of their resources after `row`.
    func left(after row: Int64, atMost count: Int) throws -> [(resource: Int64, file: String)] {
        var files: [(Int64, String)] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.id, resource.file FROM elsewhere_file
                JOIN resource ON resource.id = elsewhere_file.resource_id
                WHERE resource.id > ? ORDER BY resource.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) {
            $0.integer(row)
            $0.integer(Int64(count))
        } _: { (columns) -> Void in
            files.append((columns.row(), columns.text() ?? ""))
        }
        return files
    }

    /// A file that has left at some time.
    struct LeftFile {
        var file: String
        var byteCount: Int64
        var checksum: [UInt8]
    }

    /// Returns the files that have left at some time and have one of some sizes in bytes.
    func left(ofSizes sizes: Set<Int64>) throws -> [LeftFile] {
        var files: [LeftFile] = []
        try db.cachedStatement(
            sql: """
                SELECT resource.file, resource.byte_count, resource.checksum FROM elsewhere_file
                JOIN resource ON resource.id = elsewhere_file.resource_id
                """
        ).forEachRow(in: db) { (columns) -> Void in
            let (file, byteCount) = (columns.text(), columns.row())
            let checksum = columns.blob()
            guard sizes.contains(byteCount), let file, let checksum else { return }
            files.append(LeftFile(file: file, byteCount: byteCount, checksum: checksum))
        }
        return files
    }

    /// Returns the rows of all resources whose file has left at some time, in their order.
    func leftRows() throws -> [Int64] {
        var rows: [Int64] = []
        try db.cachedStatement(sql: "SELECT resource_id FROM elsewhere_file ORDER BY resource_id")
            .forEachRow(in: db) { (columns) -> Void in rows.append(columns.row()) }
        return rows
    }

    func noteLeft(_ resources: [Int64], on date: Date) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO elsewhere_file (resource_id, left_date)
                SELECT value, ? FROM photokit_rows(?)
                """
        ).run(in: db) {
            $0.real(date.timeIntervalSinceReferenceDate)
            $0.list(PackedList.rows(resources))
        }
    }

    func noteReturned(_ resources: [Int64]) throws {
        try db.cachedStatement(
            sql:
                "DELETE FROM elsewhere_file WHERE resource_id IN (SELECT value FROM photokit_rows(?))"
        ).run(in: db) { $0.list(PackedList.rows(resources)) }
    }

    /// Returns how many files are in the folder and how many left it.
    func use() throws -> SpaceUse {
        var use = SpaceUse()
        let statement = try db.cachedStatement(
            sql: """
                SELECT elsewhere_file.resource_id NOT NULL, \(Self.isPinned), count(*), sum(byte_count)
                FROM resource LEFT JOIN elsewhere_file ON elsewhere_file.resource_id = resource.id
                WHERE resource.source_file_id IS NULL GROUP BY 1, 2
                """
        )
        try statement.forEachRow(in: db) { _ in
        } _: { (columns) -> Void in
            let (hasLeft, isPinned) = (columns.flag(), columns.flag())
            let part = RemoteTotals.Part(count: columns.count(), bytes: columns.row())
            if hasLeft { use.elsewhere += part } else { use.local += part }
            if isPinned { use.pinned += part }
        }
        // No remote has this row, so these are the files that nobody has.
        use.lost = try leftWithout(0)
        use.elsewhere.count -= use.lost.count
        use.elsewhere.bytes -= use.lost.bytes
        return use
    }

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

    /// Returns the remotes that are said to have files that left, by the checksums of the files.
    ///
    /// - Parameter areProved: Whether only remotes are meant that have given a file back.
    /// - Returns: The rows of the remotes.
    /// - Throws: The errors of SQLite.
    func storedRemotesOfLeftFiles(areProved: Bool = false) throws -> [[UInt8]: Set<Int64>] {
        var remotes: [[UInt8]: Set<Int64>] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT object.checksum, object.remote_id FROM elsewhere_file
                CROSS JOIN resource ON resource.id = elsewhere_file.resource_id
                CROSS JOIN remote CROSS JOIN remote_object AS object
                    ON object.remote_id = remote.id AND object.checksum = resource.checksum
                WHERE \(areProved ? "object.proved_date" : "object.stored_date") NOT NULL
                """
        )
        try statement.forEachRow(in: db) { _ in
        } _: { (columns) -> Void in
            remotes[columns.blob() ?? [], default: []].insert(columns.row())
        }
        return remotes
    }

    /// Returns the number of files that left and that no remote but one has.
    func leftWithout(_ remote: Int64) throws -> RemoteTotals.Part {
        try db.cachedStatement(
            sql: """
                SELECT count(*), coalesce(sum(byte_count), 0) FROM elsewhere_file
                JOIN resource ON resource.id = elsewhere_file.resource_id
                WHERE NOT EXISTS (SELECT 1 FROM remote CROSS JOIN remote_object AS object
                                      ON object.remote_id = remote.id AND object.checksum = resource.checksum
                                  WHERE object.stored_date NOT NULL AND remote.id <> ?)
                """
        ).first(in: db) {
            $0.integer(remote)
        } _: {
            RemoteTotals.Part(count: $0.count(), bytes: $0.row())
        } ?? RemoteTotals.Part()
    }
}

extension SpaceRule {
    /// The time since which a proof counts, in seconds of the reference date.
    fileprivate func oldestProof(on date: Date) -> Double {
        date.timeIntervalSinceReferenceDate - Double(proofDays) * 86_400
    }
}

extension RemoteTotals.Part {
    fileprivate static func += (sum: inout Self, part: Self) {
        sum.count += part.count
        sum.bytes += part.bytes
    }
}
