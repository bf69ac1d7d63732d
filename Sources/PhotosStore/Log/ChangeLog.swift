import Foundation
import GRDB

/// Reads and appends to the change log inside a transaction of the caller.
enum ChangeLog {
    static func current(_ db: Database) throws -> LogPosition {
        let statement = try db.cachedStatement(
            sql: "SELECT sequence, mark FROM change ORDER BY sequence DESC LIMIT 1"
        )
        var last: LogPosition?
        try statement.forEachRow(in: db) { last = LogPosition(columns: &$0) }
        return try last ?? oldest(db)
    }

    /// Returns the oldest position from which changes can still be read.
    static func oldest(_ db: Database) throws -> LogPosition {
        let statement = try db.cachedStatement(
            sql: "SELECT pruned_sequence, pruned_mark FROM library"
        )
        var oldest: LogPosition?
        try statement.forEachRow(in: db) { oldest = LogPosition(columns: &$0) }
        guard let oldest else {
            throw StoreError(.damaged, "The library's own row is missing. Run `photokit check`.")
        }
        return oldest
    }

    /// Returns the dates of the last changes, oldest first.
    static func lastDates(_ count: Int, in db: Database) throws -> [Double] {
        try Double.fetchAll(
            db,
            sql: "SELECT date FROM change WHERE sequence > ? ORDER BY sequence",
            arguments: [try current(db).sequence - Int64(count)]
        )
    }

    /// Returns the number of bytes in the bodies of all changes after a sequence number.
    static func size(after sequence: Int64, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT total(length(body)) FROM change WHERE sequence > ?"),
            arguments: [sequence]
        ) ?? 0
    }

    /// Returns the position of a change, or nil if the change is no longer in the log.
    static func position(at sequence: Int64, _ db: Database) throws -> LogPosition? {
        let oldest = try oldest(db)
        if sequence == oldest.sequence { return oldest }
        let mark = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT mark FROM change WHERE sequence = ?"),
            arguments: [sequence]
        )
        return mark.map { LogPosition(sequence: sequence, mark: $0) }
    }

    static func problem(with position: LogPosition, _ db: Database) throws -> PositionProblem? {
        let oldest = try oldest(db)
        if position.sequence < oldest.sequence { return .expired }
        if position.sequence == oldest.sequence {
            return position.mark == oldest.mark ? nil : .diverged
        }
        if position.sequence > (try current(db)).sequence { return .future }
        let mark = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT mark FROM change WHERE sequence = ?"),
            arguments: [position.sequence]
        )
        return mark == position.mark ? nil : .diverged
    }

    /// Returns the body of each block after a sequence number, the last one first.
    ///
    /// Throws ``PositionProblem/expired`` if the log does not reach back to that number, ``StoreError`` if a change
    /// cannot be read, and ``Rewind/TooLarge`` if more than `most` objects changed.
    static func bodies(
        after sequence: Int64,
        atMost most: Int = .max,
        _ db: Database
    ) throws -> [(sequence: Int64, body: ChangeBody)] {
        let statement = try db.cachedStatement(
            sql: "SELECT sequence, body FROM change WHERE sequence > ? ORDER BY sequence DESC"
        )
        var changes: [(sequence: Int64, body: ChangeBody)] = []
        var unread: (any Error)?
        var count = 0
        try statement.forEachRow([sequence], in: db) { (columns) -> Void in
            let sequence = columns.row()
            let encoded = columns.blob() ?? []
            count += ChangeBody.objectCount(encoded: encoded)
            guard count <= most else { throw Rewind.TooLarge() }
            do {
                changes.append((sequence, try ChangeBody(encoded: encoded)))
            } catch {
                unread = error
                changes.append((sequence, ChangeBody()))
            }
        }
        // The library's log has no gaps, and its last entry is never pruned. The log of a limited client has many gaps.
        if changes.last.map({ $0.sequence > sequence &+ 1 }) ?? true,
            sequence < (try oldest(db)).sequence
        {
            throw PositionProblem.expired
        }
        if let unread { throw unread }
        return changes
    }

    /// Returns the rows of objects whose own properties were set by a change after a sequence number.
    ///
    /// Objects that a later change set back are included. The method needs no more memory than the rows, and throws the
    /// same errors as ``bodies(after:atMost:_:)``.
    static func changedRows(
        of entity: Entity,
        after sequence: Int64,
        _ db: Database
    ) throws -> Set<Int64> {
        guard sequence >= (try oldest(db)).sequence else { throw PositionProblem.expired }
        let statement = try db.cachedStatement(sql: "SELECT body FROM change WHERE sequence > ?")
        // The position of a collection belongs to its folder, and the contents of a collection are no property of it.
        let passedOver =
            entity == .collection
            ? CollectionFieldMask.parentAndPosition.union(.contents).rawValue : 0
        var rows: Set<Int64> = []
        try statement.forEachRow([sequence], in: db) { (columns) -> Void in
            for change in try ChangeBody.outline(encoded: columns.blob() ?? [])
            where change.id.entity == entity && change.kind == .updated
                && change.mask & ~passedOver != 0
            {
                rows.insert(change.id.rowID)
            }
        }
        return rows
    }

    /// Returns at most `limit` changes between two sequence numbers, oldest first.
    ///
    /// The result ends once the bodies and their overhead have reached `size` bytes. The first change is returned
    /// whatever its size.
    static func changes(
        after sequence: Int64,
        upTo last: Int64,
        limit: Int,
        size: Int = .max,
        _ db: Database
    ) throws -> [LoggedChange] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT change.sequence, change.mark, change.date, change.work, author.name, source.path,
                    change.body
                FROM change JOIN author ON author.id = change.author_id
                    LEFT JOIN source ON source.id = change.source_id
                WHERE change.sequence > ? AND change.sequence <= ?
                ORDER BY change.sequence LIMIT ?
                """
        )
        var changes: [LoggedChange] = []
        var room = size
        try statement.forEachRow([sequence, last, limit], in: db) { columns in
            guard room > 0 else { return false }
            let change = LoggedChange(columns: &columns)
            room -= change.encodedBody.count + changeOverhead
            changes.append(change)
            return true
        }
        return changes
    }

    /// The approximate number of bytes that a change takes in memory besides its body.
    private static let changeOverhead = 64

    /// Appends one entry, and prunes the oldest entries according to the library's settings.
    ///
    /// Returns the entry's position, and whether there are limited clients, which have logs of their own.
    static func append(
        _ body: ChangeBody,
        work: WorkKind,
        author: String,
        sourceID: Int64? = nil,
        date: Date,
        mark: Int64,
        in db: Database
    ) throws -> (position: LogPosition, hasLimitedClients: Bool) {
        let end = try LogEnd(author: author, db)
        guard end.sequence < .max else {
            throw StoreError(
                .damaged,
                "The history has used up its numbers. Run `photokit check`, and restore a backup."
            )
        }
        let position = LogPosition(sequence: end.sequence + 1, mark: mark)
        let authorID = try end.authorID ?? addAuthor(author, in: db)
        try db.cachedStatement(
            sql: """
                INSERT INTO change (sequence, mark, date, work, author_id, source_id, body)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).run(in: db) { columns in
            columns.integer(position.sequence)
            columns.integer(mark)
            columns.real(date.timeIntervalSinceReferenceDate)
            columns.integer(Int64(work.rawValue))
            columns.integer(authorID)
            columns.optional(sourceID)
            columns.blob(body.encoded)
        }
        try pruneEntries(now: date, settings: end, last: position.sequence, in: db)
        return (position, end.hasLimitedClients)
    }

    private static func addAuthor(_ name: String, in db: Database) throws -> Int64 {
        try db.execute(sql: "INSERT INTO author (name) VALUES (?)", arguments: [name])
        return db.lastInsertedRowID
    }

    /// Prunes the oldest changes according to the library's settings.
    ///
    /// The last change is never pruned.
    static func prune(now: Date, _ db: Database) throws {
        let end = try LogEnd(author: "", db)
        try pruneEntries(now: now, settings: end, last: end.sequence, in: db)
    }

    private static func pruneEntries(
        now: Date,
        settings: LogEnd,
        last: Int64,
        in db: Database
    ) throws {
        guard settings.keepDays != nil || settings.keepCount != nil else { return }
        var cut: Int64 = 0
        if let count = settings.keepCount { cut = max(cut, last - count) }
        if let days = settings.keepDays {
            let limit = now.addingTimeInterval(-Double(days) * 86_400)
                .timeIntervalSinceReferenceDate
            // Only changes before the first recent one are pruned, so a clock that was wrong once prunes no recent
            // changes.
            let kept = try Int64.fetchOne(
                db,
                sql: "SELECT sequence FROM change WHERE date >= ? ORDER BY sequence LIMIT 1",
                arguments: [limit]
            )
            cut = max(cut, min(kept ?? last, last) - 1)
        }
        try prune(through: cut, db)
    }

    static func prune(through wanted: Int64, _ db: Database) throws {
        let sequence = min(wanted, try current(db).sequence)
        guard sequence > (try oldest(db)).sequence,
            let mark = try Int64.fetchOne(
                db,
                sql: "SELECT mark FROM change WHERE sequence = ?",
                arguments: [sequence]
            )
        else { return }
        try db.execute(
            sql: "UPDATE library SET pruned_sequence = ?, pruned_mark = ?",
            arguments: [sequence, mark]
        )
        try db.execute(
            sql: "INSERT INTO known_position SELECT sequence, mark FROM change WHERE sequence <= ?",
            arguments: [sequence]
        )
        try db.execute(sql: "DELETE FROM change WHERE sequence <= ?", arguments: [sequence])
    }

    /// Returns whether the library made a change, even if its log has forgotten it since.
    static func knows(_ position: LogPosition, in db: Database) throws -> Bool {
        switch try problem(with: position, db) {
        case nil: true
        case .expired: try hadForgotten(position, in: db)
        case .future, .diverged: false
        }
    }

    /// Returns whether the library made a change that the log has forgotten.
    ///
    /// Of changes that were forgotten by format 11 or earlier, nobody knows better.
    private static func hadForgotten(_ position: LogPosition, in db: Database) throws -> Bool {
        // A copy of a database is asked as it is, without the migrations of later formats.
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard format >= 12 else { return true }
        let mark = try Int64.fetchOne(
            db,
            sql: "SELECT mark FROM known_position WHERE sequence = ?",
            arguments: [position.sequence]
        )
        return mark.map { $0 == position.mark } ?? true
    }
}

/// The values that a commit needs from the log and the library's settings, read with one statement.
private struct LogEnd {
    var sequence: Int64
    var keepDays: Int64?
    var keepCount: Int64?
    /// The row of the author, or nil before the author's first change.
    var authorID: Int64?
    var hasLimitedClients: Bool

    init(author: String, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT coalesce((SELECT max(sequence) FROM change), pruned_sequence),
                    keep_days, keep_count, (SELECT id FROM author WHERE name = ?),
                    EXISTS (SELECT 1 FROM client WHERE read_write = 4)
                FROM library
                """
        )
        let values = try statement.first(in: db) {
            $0.text(author)
        } _: { columns in
            (
                columns.integer(), columns.integer(), columns.integer(), columns.integer(),
                columns.flag()
            )
        }
        guard let values, let sequence = values.0 else {
            throw StoreError(.damaged, "The library's own row is missing. Run `photokit check`.")
        }
        self.sequence = sequence
        (keepDays, keepCount, authorID) = (values.1, values.2, values.3)
        hasLimitedClients = values.4
    }
}

extension LogPosition {
    fileprivate init(columns: inout ColumnReader) {
        sequence = columns.integer() ?? 0
        mark = columns.integer() ?? 0
    }
}

extension LoggedChange {
    fileprivate init(columns: inout ColumnReader) {
        position = LogPosition(columns: &columns)
        date = columns.date() ?? Date(timeIntervalSinceReferenceDate: 0)
        work = columns.number().flatMap(WorkKind.init) ?? .edit
        author = columns.text() ?? ""
        source = columns.text()
        encodedBody = columns.blob() ?? []
    }
}
