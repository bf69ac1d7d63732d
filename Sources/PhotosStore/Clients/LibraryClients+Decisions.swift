package import Foundation
import GRDB

/// The owner's decision about one application.
package struct ClientDecision: Hashable, Sendable {
    package var identifier: String
    package var readWrite: AccessStatus
    package var addOnly: AccessStatus
    package var date: Date
    /// The number of assets that a limited client sees; 0 for others.
    package var selectionCount: Int
}

/// The owner's decisions about applications.
///
/// A caller of these methods acts as the owner, whatever access the library's client has.
extension LibraryClients {
    /// Returns all decisions, sorted by identifier.
    package func clientDecisions() throws -> [ClientDecision] {
        try core.readAll { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT identifier, read_write, add_only, decision_date,
                        (SELECT count(*) FROM selection WHERE client_id = client.id)
                    FROM client ORDER BY identifier
                    """
            ).map { row in
                ClientDecision(
                    identifier: row[0],
                    readWrite: AccessStatus(rawValue: row[1]) ?? .denied,
                    addOnly: AccessStatus(rawValue: row[2]) ?? .denied,
                    date: Date(timeIntervalSinceReferenceDate: row[3]),
                    selectionCount: row[4]
                )
            }
        }
    }

    /// Returns the access of applications without a decision of their own.
    package func accessPolicy() throws -> (readWrite: AccessStatus, addOnly: AccessStatus) {
        try core.readAll { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT default_read_write, default_add_only FROM library"
            )
            return (
                AccessStatus(rawValue: row?[0] ?? 3) ?? .denied,
                AccessStatus(rawValue: row?[1] ?? 3) ?? .denied
            )
        }
    }

    /// Sets the access of applications without a decision of their own.
    package func setAccessPolicy(_ status: AccessStatus, for level: AccessLevel) throws {
        guard status != .limited else {
            throw StoreError(
                .changeNotSupported,
                "A limited application needs a selection of its own. Limit it by its name."
            )
        }
        try decide { db, position, mark in
            let column = level == .readWrite ? "default_read_write" : "default_add_only"
            try db.execute(
                sql: "UPDATE library SET \(column) = ?, access_sequence = ?, access_mark = ?",
                arguments: [status.rawValue, position.sequence, mark]
            )
        }
    }

    /// Sets the access of one application.
    ///
    /// Its selection is removed, unless the application was limited and stays limited.
    package func setAccess(
        _ status: AccessStatus,
        for level: AccessLevel,
        of identifier: String
    ) throws {
        try Self.checkIdentifier(identifier)
        guard level == .readWrite || status != .limited else {
            throw StoreError(
                .changeNotSupported,
                "Adding photos cannot be limited: it is allowed or not."
            )
        }
        try decide { db, position, mark in
            let client = try self.clientRow(of: identifier, position: position, mark: mark, in: db)
            let present = try Int.fetchOne(
                db,
                sql: "SELECT read_write FROM client WHERE id = ?",
                arguments: [client]
            )
            switch level {
            case .addOnly:
                try db.execute(
                    sql: "UPDATE client SET add_only = ?, decision_date = ? WHERE id = ?",
                    arguments: [status.rawValue, self.moment, client]
                )
            // Repeating the decision "limited" keeps the selection.
            case .readWrite where present == status.rawValue && status == .limited: break
            case .readWrite:
                try self.forgetPart(of: client, in: db)
                try db.execute(
                    sql: """
                        UPDATE client SET read_write = ?, decision_date = ?, epoch = ?, pruned_sequence = ?,
                            pruned_mark = ? WHERE id = ?
                        """,
                    arguments: [
                        status.rawValue, self.moment, Data(self.core.environment.makeUUID().bytes),
                        position.sequence, mark, client,
                    ]
                )
            }
        }
    }

    /// Removes the decision about an application, so that the library's policy applies to it again.
    package func forgetClient(_ identifier: String) throws {
        try decide { db, position, mark in
            try db.execute(sql: "DELETE FROM client WHERE identifier = ?", arguments: [identifier])
            // The application's tokens and results expire here, as after a change of the policy.
            try db.execute(
                sql: "UPDATE library SET access_sequence = ?, access_mark = ?",
                arguments: [position.sequence, mark]
            )
        }
    }

    /// Changes the assets that a limited application sees.
    ///
    /// The application sees added assets as insertions, and removed ones as deletions.
    ///
    /// - Returns: The number of assets added and removed.
    /// - Throws: ``StoreError`` with code `objectMissing` where there is no such asset, and
    ///   `changeNotSupported` where the application is not limited.
    @discardableResult
    package func select(
        adding: [UUID] = [],
        removing: [UUID] = [],
        for identifier: String
    ) throws -> (added: Int, removed: Int) {
        let now = core.environment.now()
        let counts = try core.write { db in
            let client = try Int64.fetchOne(
                db,
                sql: "SELECT id FROM client WHERE identifier = ? AND read_write = 4",
                arguments: [identifier]
            )
            guard let client else {
                throw StoreError(
                    .changeNotSupported,
                    "\(identifier) is not limited, so nothing can be selected for it. Limit it first."
                )
            }
            let rows = try RowLookup.rows(of: Set(adding + removing), entity: .asset, in: db)
            if let missing = (adding + removing).first(where: { rows[$0] == nil }) {
                throw StoreError(.objectMissing, "There is no asset \(missing) in the library.")
            }
            let log = ClientLog(client: client, db: db)
            let selected = try log.selected(Array(rows.values))
            let leaving = Set(removing.compactMap { rows[$0] }).intersection(selected)
            let coming = Set(adding.compactMap { rows[$0] }).subtracting(selected)
            guard !coming.isEmpty || !leaving.isEmpty else { return (0, 0) }
            let position = try self.appendDecision(at: now, in: db)
            try log.select(
                adding: coming.sorted(),
                removing: leaving.sorted(),
                .init(sequence: position.sequence, date: now, work: .access),
                mark: self.makeMark()
            )
            return (coming.count, leaving.count)
        }
        announceDecision()
        return counts
    }

    /// Returns the assets that a limited application sees, in the order in which they were added to the
    /// library.
    package func selection(of identifier: String) throws -> [UUID] {
        try core.readAll { db in
            try Data.fetchAll(
                db,
                sql: """
                    SELECT uuid FROM asset WHERE id IN (SELECT asset_id FROM selection
                        WHERE client_id = (SELECT id FROM client WHERE identifier = ?)) ORDER BY id
                    """,
                arguments: [identifier]
            ).compactMap { UUID(bytes: $0) }
        }
    }

    // MARK: Implementation

    private var moment: Double { core.environment.now().timeIntervalSinceReferenceDate }

    private func makeMark() -> Int64 { Int64(core.environment.random() >> 33) }

    /// Writes a decision together with a log entry, so that running processes read their access again.
    private func decide(_ body: (Database, LogPosition, _ mark: Int64) throws -> Void) throws {
        let now = core.environment.now()
        try core.write { db in
            try body(db, try self.appendDecision(at: now, in: db), self.makeMark())
        }
        announceDecision()
    }

    private func announceDecision() {
        core.notifyOfCommit()
        core.feed.check()
    }

    private func appendDecision(at now: Date, in db: Database) throws -> LogPosition {
        try ChangeLog.append(
            ChangeBody(),
            work: .access,
            author: core.environment.author,
            date: now,
            mark: makeMark(),
            in: db
        ).position
    }

    private static func checkIdentifier(_ identifier: String) throws {
        guard (1...255).contains(identifier.unicodeScalars.count),
            !identifier.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw StoreError(
                .changeNotSupported,
                "An application's identifier has 1 to 255 characters, and no control characters."
            )
        }
    }

    /// Returns the row of an application.
    ///
    /// A new row starts with the library's policy.
    private func clientRow(
        of identifier: String,
        position: LogPosition,
        mark: Int64,
        in db: Database
    ) throws -> Int64 {
        let known = try Int64.fetchOne(
            db,
            sql: "SELECT id FROM client WHERE identifier = ?",
            arguments: [identifier]
        )
        if let known { return known }
        try db.execute(
            sql: """
                INSERT INTO client (identifier, read_write, add_only, decision_date, epoch, pruned_sequence, pruned_mark)
                SELECT ?, default_read_write, default_add_only, ?, ?, ?, ? FROM library
                """,
            arguments: [
                identifier, moment, Data(core.environment.makeUUID().bytes), position.sequence,
                mark,
            ]
        )
        return db.lastInsertedRowID
    }

    private func forgetPart(of client: Int64, in db: Database) throws {
        for table in ["selection", "client_change", "client_author", "client_tombstone"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE client_id = ?", arguments: [client])
        }
    }
}
