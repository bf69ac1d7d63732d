import Foundation
import GRDB

/// The records about remotes, used inside a transaction of the caller.
package struct RemoteLedger {
    let db: Database

    init(_ db: Database) { self.db = db }

    private static let columns = """
        id, uuid, name, address, settings, incarnation, proof_days, takes_sources, added_date, sent_date,
        sent_sequence, sent_mark
        """

    /// Returns the remotes, in the order in which they were added.
    func remotes() throws -> [RemoteRow] {
        var remotes: [RemoteRow] = []
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM remote ORDER BY id"
        )
        try statement.forEachRow(in: db) { _ in
        } _: { (columns) -> Void in
            remotes.append(RemoteRow(columns: &columns))
        }
        return remotes
    }

    /// Adds a remote, and returns it with the number of its row.
    func insert(_ remote: RemoteRow) throws -> RemoteRow {
        try db.cachedStatement(
            sql: """
                INSERT INTO remote (uuid, name, address, settings, incarnation, proof_days, takes_sources, added_date)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).run(in: db) { columns in
            columns.uuid(remote.uuid)
            columns.text(remote.name)
            columns.text(remote.address)
            columns.text(remote.settings)
            columns.uuid(remote.incarnation)
            columns.integer(Int64(remote.proofDays))
            columns.integer(remote.takesSources ? 1 : 0)
            columns.real(remote.addedDate.timeIntervalSinceReferenceDate)
        }
        var remote = remote
        remote.id = db.lastInsertedRowID
        return remote
    }

    func set(settings: String, of remote: Int64) throws {
        try db.execute(
            sql: "UPDATE remote SET settings = ? WHERE id = ?",
            arguments: [settings, remote]
        )
    }

    func delete(_ remote: Int64) throws {
        try db.execute(sql: "DELETE FROM remote_object WHERE remote_id = ?", arguments: [remote])
        try db.execute(sql: "DELETE FROM remote WHERE id = ?", arguments: [remote])
    }

    /// Lets the incarnation write to the remote, and forgets what an earlier one knew of the objects there.
    func adopt(_ remote: Int64, by incarnation: UUID, settings: String) throws {
        try db.execute(
            sql: """
                UPDATE remote SET incarnation = ?, settings = ?, sent_date = NULL, sent_sequence = 0, sent_mark = 0
                WHERE id = ?
                """,
            arguments: [Data(incarnation.bytes), settings, remote]
        )
        let hasLeft = """
            checksum IN (SELECT checksum FROM elsewhere_file JOIN resource ON resource.id = elsewhere_file.resource_id)
            """
        try db.execute(
            sql: "DELETE FROM remote_object WHERE remote_id = ? AND NOT \(hasLeft)",
            arguments: [remote]
        )
        try db.execute(
            sql: "UPDATE remote_object SET proved_date = NULL WHERE remote_id = ?",
            arguments: [remote]
        )
    }

    /// Notes that the remote has a copy of the database at a position.
    func noteSent(_ remote: Int64, at position: LogPosition, on date: Date) throws {
        try db.execute(
            sql: "UPDATE remote SET sent_date = ?, sent_sequence = ?, sent_mark = ? WHERE id = ?",
            arguments: [
                date.timeIntervalSinceReferenceDate, position.sequence, position.mark, remote,
            ]
        )
    }

    /// Notes that the last copy of the database is of no use.
    ///
    /// Its position becomes one that no log has: that of a library without changes is zero.
    func noteDatabaseLost(_ remote: Int64) throws {
        try db.execute(
            sql: "UPDATE remote SET sent_sequence = -1, sent_mark = -1 WHERE id = ?",
            arguments: [remote]
        )
    }
}

extension RemoteRow {
    fileprivate init(columns: inout ColumnReader) {
        self.init(
            id: columns.row(),
            uuid: columns.uuid() ?? .zero,
            name: columns.text() ?? "",
            address: columns.text() ?? "",
            settings: columns.text() ?? "",
            incarnation: columns.uuid() ?? .zero,
            proofDays: columns.count(),
            takesSources: columns.flag(),
            addedDate: columns.date() ?? .distantPast,
            sentDate: columns.date(),
            sentPosition: LogPosition(sequence: columns.row(), mark: columns.row())
        )
    }
}
