import Foundation
import GRDB

/// The log that a limited client reads instead of the library's log, with the changes of the assets that the
/// client sees.
///
/// An entry is written in the transaction of the change itself. So the client's rows and its log are always
/// consistent, and every reader of logs works with it as with the library's own log.
struct ClientLog {
    let client: Int64
    let db: Database

    /// The properties of the library's own log entry for the change.
    struct Circumstances {
        var sequence: Int64
        var date: Date
        var work: WorkKind
    }

    static func all(_ db: Database) throws -> [ClientLog] {
        var logs: [ClientLog] = []
        try db.cachedStatement(sql: "SELECT id FROM client WHERE read_write = 4")
            .forEachRow(in: db) { (columns) -> Void in
                logs.append(ClientLog(client: columns.row(), db: db))
            }
        return logs
    }

    /// Writes the visible part of a change; nothing where no part is visible.
    ///
    /// - Parameters:
    ///   - body: The net effect of the block. Deleted assets have their tombstones already.
    ///   - isOwn: Whether the client made the change. Assets that it creates are added to its selection.
    ///   - rows: Assets that the client sees from this change on, as insertions.
    ///   - circumstances: The library's own log entry for the change.
    ///   - mark: A random number for the entry.
    /// - Throws: The errors of SQLite.
    func append(
        _ body: ChangeBody,
        isOwn: Bool,
        showing rows: Set<Int64> = [],
        circumstances: Circumstances,
        mark: @autoclosure () -> Int64
    ) throws {
        let assets = body.objects.filter { $0.id.entity == .asset }
        guard !assets.isEmpty else { return }
        if isOwn {
            let made = assets.filter { $0.kind == .inserted }.map(\.id.rowID)
            try SelectionCopy.insert(made, for: client, in: db)
        }
        let gained = try addToSelection(rows)
        let visible = try selected(assets.map(\.id.rowID)).subtracting(gained)
        var shown = assets.filter { visible.contains($0.id.rowID) }
        if !gained.isEmpty {
            shown += gained.map { .inserted(AssetRecord.self, at: $0) }
            shown.sort { $0.id.rowID < $1.id.rowID }
        }
        guard !shown.isEmpty else { return }
        var part = ChangeBody()
        part.objects = shown
        try appendEntry(part, circumstances: circumstances, mark: mark())
        let deleted = shown.filter { $0.kind == .deleted }.map(\.id.rowID)
        guard !deleted.isEmpty else { return }
        let list = PackedList.rows(deleted)
        try db.cachedStatement(
            sql: """
                INSERT INTO client_tombstone (client_id, id, uuid, sequence)
                SELECT ?, id, uuid, sequence FROM tombstone
                WHERE entity = 1 AND id IN (SELECT value FROM photokit_rows(?))
                """
        ).execute(arguments: [client, list])
        try removeFromSelection(list)
    }

    /// Adds assets to the selection, and returns those that were not in it and exist.
    private func addToSelection(_ rows: Set<Int64>) throws -> Set<Int64> {
        let new = rows.subtracting(try selected(Array(rows)))
        guard !new.isEmpty else { return [] }
        try SelectionCopy.insert(new.sorted(), for: client, in: db)
        try forgetTombstones(Array(new))
        return try selected(Array(new))
    }

    /// Assets that are seen again are gone no more.
    private func forgetTombstones(_ rows: [Int64]) throws {
        try db.execute(
            sql: """
                DELETE FROM client_tombstone
                WHERE client_id = ? AND id IN (SELECT value FROM photokit_rows(?))
                """,
            arguments: [client, PackedList.rows(rows)]
        )
    }

    /// Changes the selection.
    ///
    /// The client sees added assets as insertions, and removed ones as deletions.
    func select(
        adding: [Int64],
        removing: [Int64],
        _ circumstances: Circumstances,
        mark: Int64
    ) throws {
        let gone = try AssetRecord.fetch(removing, in: db)
        var body = ChangeBody()
        body.objects =
            adding.map { .inserted(AssetRecord.self, at: $0) } + gone.values.map { .deleted($0) }
        body.objects.sort { $0.id.rowID < $1.id.rowID }
        try appendEntry(body, circumstances: circumstances, mark: mark)
        try SelectionCopy.insert(adding, for: client, in: db)
        try forgetTombstones(adding)
        try removeFromSelection(PackedList.rows(removing))
        for record in gone.values {
            try db.execute(
                sql:
                    "INSERT INTO client_tombstone (client_id, id, uuid, sequence) VALUES (?, ?, ?, ?)",
                arguments: [
                    client, record.rowID, Data(record.uuid.bytes), circumstances.sequence,
                ]
            )
        }
    }

    /// Returns those of the given assets that the client sees.
    func selected(_ rows: [Int64]) throws -> Set<Int64> {
        var selected: Set<Int64> = []
        try db.cachedStatement(
            sql: """
                SELECT asset_id FROM photokit_rows(?) AS list
                CROSS JOIN selection ON client_id = ? AND asset_id = list.value
                """
        ).forEachRow([PackedList.rows(rows), client], in: db) { (columns) -> Void in
            selected.insert(columns.row())
        }
        return selected
    }

    /// Deletes the entries before a sequence number.
    func prune(before sequence: Int64) throws {
        let last = try Row.fetchOne(
            db,
            sql: """
                SELECT sequence, mark FROM client_change WHERE client_id = ? AND sequence < ?
                ORDER BY sequence DESC LIMIT 1
                """,
            arguments: [client, sequence]
        )
        guard let last else { return }
        try db.execute(
            sql: "UPDATE client SET pruned_sequence = ?, pruned_mark = ? WHERE id = ?",
            arguments: [last[0] as Int64, last[1] as Int64, client]
        )
        try db.execute(
            sql: "DELETE FROM client_change WHERE client_id = ? AND sequence <= ?",
            arguments: [client, last[0] as Int64]
        )
    }

    private func appendEntry(
        _ body: ChangeBody,
        circumstances: Circumstances,
        mark: Int64
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO client_change (client_id, sequence, mark, date, work, author_id, body)
                SELECT ?, sequence, ?, ?, ?, author_id, ? FROM change WHERE sequence = ?
                """
        ).run(in: db) { columns in
            columns.integer(client)
            columns.integer(mark)
            columns.real(circumstances.date.timeIntervalSinceReferenceDate)
            columns.integer(Int64(circumstances.work.rawValue))
            columns.blob(body.encoded)
            columns.integer(circumstances.sequence)
        }
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO client_author SELECT ?, author_id FROM change WHERE sequence = ?
                """
        ).run(in: db) { columns in
            columns.integer(client)
            columns.integer(circumstances.sequence)
        }
        try pruneAsSettingsSay(now: circumstances.date)
    }

    /// Prunes the client's entries according to the library's settings.
    ///
    /// Only the client's own entries are counted. Otherwise the number of kept entries would reveal the
    /// number of other changes.
    private func pruneAsSettingsSay(now: Date) throws {
        let settings = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT keep_days, keep_count FROM library")
        )
        let days: Int64? = settings?[0]
        let count: Int64? = settings?[1]
        guard days != nil || count != nil else { return }
        var oldest: Int64 = 0
        if let count {
            let first = try Int64.fetchOne(
                db,
                sql: """
                    SELECT sequence FROM client_change WHERE client_id = ?
                    ORDER BY sequence DESC LIMIT 1 OFFSET ?
                    """,
                arguments: [client, count - 1]
            )
            oldest = max(oldest, first ?? 0)
        }
        if let days {
            let limit = now.addingTimeInterval(-Double(days) * 86_400)
                .timeIntervalSinceReferenceDate
            let first = try Int64.fetchOne(
                db,
                sql: """
                    SELECT sequence FROM client_change WHERE client_id = ? AND date >= ?
                    ORDER BY sequence LIMIT 1
                    """,
                arguments: [client, limit]
            )
            oldest = max(oldest, first ?? 0)
        }
        if oldest > 0 { try prune(before: oldest) }
    }

    private func removeFromSelection(_ list: Data) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM selection
                WHERE client_id = ? AND asset_id IN (SELECT value FROM photokit_rows(?))
                """
        ).execute(arguments: [client, list])
    }
}

extension ChangeLog {
    /// Returns the rows of the assets that a limited client saw in a change; nil if its log has no such change.
    static func assets(
        at sequence: Int64,
        seenBy client: Int64,
        _ db: Database
    ) throws -> Set<Int64>? {
        let body = try Data.fetchOne(
            db,
            sql: "SELECT body FROM client_change WHERE client_id = ? AND sequence = ?",
            arguments: [client, sequence]
        )
        guard let body else { return nil }
        return Set(try ChangeBody(encoded: Array(body)).objects.map(\.id.rowID))
    }
}
