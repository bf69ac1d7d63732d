import Foundation
import GRDB

/// The files that have left the library's folder at some time.
extension ElsewhereLedger {
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
                SELECT elsewhere_file.resource_id NOT NULL, \(ElsewhereLedger.isForgotten), \(Self.isPinned),
                    count(*), sum(resource.byte_count)
                FROM resource JOIN asset ON asset.id = resource.asset_id
                LEFT JOIN elsewhere_file ON elsewhere_file.resource_id = resource.id
                WHERE resource.source_file_id IS NULL GROUP BY 1, 2, 3
                """
        )
        try statement.forEachRow(in: db) {
            $0.integer(AssetTraits.offline.rawValue)
        } _: { (columns) -> Void in
            let (hasLeft, isForgotten, isPinned) = (columns.flag(), columns.flag(), columns.flag())
            let part = RemoteTotals.Part(count: columns.count(), bytes: columns.row())
            if hasLeft {
                use.elsewhere += part
            } else if isForgotten {
                use.forgotten += part
            } else {
                use.local += part
            }
            if isPinned { use.pinned += part }
        }
        // No remote has this row, so these are the files that nobody has.
        use.lost = try leftWithout(0)
        use.elsewhere.count -= use.lost.count
        use.elsewhere.bytes -= use.lost.bytes
        return use
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

extension RemoteTotals.Part {
    fileprivate static func += (sum: inout Self, part: Self) {
        sum.count += part.count
        sum.bytes += part.bytes
    }
}
