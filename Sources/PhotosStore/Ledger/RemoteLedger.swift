import Foundation
import GRDB

/// The records about remotes and their objects, used inside a transaction of the caller.
package struct RemoteLedger {
    let db: Database

    init(_ db: Database) { self.db = db }

    // MARK: Remotes

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

    // MARK: Objects

    /// The condition that a remote should have a resource's file.
    ///
    /// Its values are whether the remote takes files in sources, and the trait of offline assets. The library had a
    /// file of an offline asset only if a state of the file was recorded.
    static let isWanted = """
        (resource.source_file_id IS NULL OR ?)
        AND (resource.source_file_id NOT NULL OR asset.traits & ? = 0 OR resource.inode NOT NULL)
        """

    /// Returns files whose bytes the remote lacks, in the order of their rows after `row`.
    func missing(_ remote: RemoteRow, after row: Int64, atMost count: Int) throws -> [MissingObject]
    {
        var missing: [MissingObject] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.checksum, resource.byte_count, resource.id, resource.file, resource.source_file_id
                FROM resource JOIN asset ON asset.id = resource.asset_id
                LEFT JOIN remote_object AS object
                    ON object.remote_id = ? AND object.checksum = resource.checksum
                WHERE resource.id > ? AND \(Self.isWanted) AND object.stored_date IS NULL
                ORDER BY resource.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(remote.id)
            columns.integer(row)
            columns.integer(remote.takesSources ? 1 : 0)
            columns.integer(AssetTraits.offline.rawValue)
            columns.integer(Int64(count))
        } _: { (columns) -> Void in
            missing.append(
                MissingObject(
                    object: RemoteObject(columns: &columns),
                    row: columns.row(),
                    file: columns.text() ?? "",
                    sourceFileID: columns.integer()
                )
            )
        }
        return missing
    }

    /// Returns kept files whose bytes the remote lacks, in the order of their rows after `row`.
    func missingKept(
        _ remote: RemoteRow,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        var missing: [MissingObject] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT kept_file.checksum, kept_file.byte_count, kept_file.id, kept_file.file FROM kept_file
                LEFT JOIN remote_object AS object
                    ON object.remote_id = ? AND object.checksum = kept_file.checksum
                WHERE kept_file.id > ? AND object.stored_date IS NULL ORDER BY kept_file.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(remote.id)
            columns.integer(row)
            columns.integer(Int64(count))
        } _: { (columns) -> Void in
            missing.append(
                MissingObject(
                    object: RemoteObject(columns: &columns),
                    row: columns.row(),
                    isKept: true,
                    file: columns.text() ?? ""
                )
            )
        }
        return missing
    }

    /// The condition that a file of the library has the bytes of an object.
    static let isNeeded = """
        (EXISTS (SELECT 1 FROM resource WHERE resource.checksum = remote_object.checksum)
         OR EXISTS (SELECT 1 FROM kept_file WHERE kept_file.checksum = remote_object.checksum))
        """

    /// Returns stored objects whose bytes were not read back within a time, in the order of their checksums.
    func unproved(
        _ remote: Int64,
        within period: ClosedRange<Date>,
        after checksum: [UInt8],
        atMost count: Int
    ) throws -> [RemoteObject] {
        try remoteObjects(
            where: """
                WHERE remote_id = ? AND checksum > ? AND stored_date NOT NULL
                    AND (proved_date IS NULL OR proved_date NOT BETWEEN ? AND ?)
                ORDER BY checksum LIMIT ?
                """
        ) { columns in
            columns.integer(remote)
            columns.blob(checksum)
            columns.real(period.lowerBound.timeIntervalSinceReferenceDate)
            columns.real(period.upperBound.timeIntervalSinceReferenceDate)
            columns.integer(Int64(count))
        }
    }

    /// Returns stored objects in the order of their checksums.
    func stored(
        _ remote: Int64,
        after checksum: [UInt8],
        atMost count: Int
    ) throws
        -> [RemoteObject]
    {
        try remoteObjects(
            where:
                "WHERE remote_id = ? AND checksum > ? AND stored_date NOT NULL ORDER BY checksum LIMIT ?"
        ) { columns in
            columns.integer(remote)
            columns.blob(checksum)
            columns.integer(Int64(count))
        }
    }

    private func remoteObjects(
        where condition: String,
        bind: (inout ColumnWriter) -> Void
    ) throws -> [RemoteObject] {
        var objects: [RemoteObject] = []
        let statement = try db.cachedStatement(
            sql: "SELECT checksum, byte_count FROM remote_object \(condition)"
        )
        try statement.forEachRow(in: db, binding: bind) {
            objects.append(RemoteObject(columns: &$0))
        }
        return objects
    }

    /// Returns the checksums of objects that were lost or could not be stored.
    func lost(_ remote: Int64) throws -> Set<[UInt8]> {
        var checksums: Set<[UInt8]> = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT checksum FROM remote_object
                WHERE remote_id = ? AND stored_date IS NULL AND problem NOT NULL
                """
        )
        try statement.forEachRow(in: db) {
            $0.integer(remote)
        } _: { (columns) -> Void in
            if let checksum = columns.blob() { checksums.insert(checksum) }
        }
        return checksums
    }

    /// Returns which of these checksums files of the library have.
    func needed(_ checksums: some Sequence<[UInt8]>) throws -> Set<[UInt8]> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM resource WHERE checksum = ?1)
                    OR EXISTS (SELECT 1 FROM kept_file WHERE checksum = ?1)
                """
        )
        return try Set(
            checksums.filter { checksum in
                try statement.first(in: db) {
                    $0.blob(checksum)
                } _: {
                    $0.flag()
                } ?? false
            }
        )
    }

    /// Notes what became of an object.
    func recordOutcome(
        _ outcome: RemoteOutcome,
        of object: RemoteObject,
        in remote: Int64,
        on date: Date
    )
        throws
    {
        let date = date.timeIntervalSinceReferenceDate
        try db.cachedStatement(
            sql: """
                INSERT INTO remote_object (remote_id, checksum, byte_count, stored_date, proved_date, problem)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (remote_id, checksum) DO UPDATE SET
                    stored_date = CASE WHEN excluded.stored_date IS NULL THEN NULL
                        ELSE coalesce(stored_date, excluded.stored_date) END,
                    proved_date = CASE WHEN excluded.stored_date IS NULL THEN NULL
                        ELSE coalesce(excluded.proved_date, proved_date) END,
                    problem = excluded.problem
                """
        ).run(in: db) { columns in
            columns.integer(remote)
            columns.blob(object.checksum)
            columns.integer(object.byteCount)
            switch outcome {
            case .stored:
                columns.real(date)
                columns.null()
                columns.null()
            case .storedBy(let stored):
                columns.real(stored.timeIntervalSinceReferenceDate)
                columns.null()
                columns.null()
            case .proved:
                columns.real(date)
                columns.real(date)
                columns.null()
            case .provedStored(let stored):
                columns.real(stored.timeIntervalSinceReferenceDate)
                columns.real(date)
                columns.null()
            case .lost(let sentence), .refused(let sentence):
                columns.null()
                columns.null()
                columns.text(sentence)
            }
        }
    }

    // MARK: Refused files

    /// Returns of which assets the album of refused ones must learn.
    ///
    /// - Parameter checksums: The files that a remote has just refused.
    /// - Returns: The rows of assets with such files that are not in the album, and of those in the album whose files
    ///   no remote refuses any more.
    /// - Throws: The errors of SQLite.
    func uploadNews(
        _ checksums: Set<[UInt8]>
    ) throws -> (refused: [Int64], accepted: [Int64]) {
        let bit = AssetTraits.unableToUpload.rawValue
        var refused: Set<Int64> = []
        let owners = try db.cachedStatement(
            sql: """
                SELECT DISTINCT asset.id FROM resource JOIN asset ON asset.id = resource.asset_id
                WHERE resource.checksum = ? AND asset.traits & ? = 0
                """
        )
        for checksum in checksums {
            try owners.forEachRow(in: db) {
                $0.blob(checksum)
                $0.integer(bit)
            } _: { (columns) -> Void in
                refused.insert(columns.row())
            }
        }
        var accepted: [Int64] = []
        let members = try db.cachedStatement(
            sql: """
                SELECT asset.id FROM asset WHERE asset.traits & ? <> 0 AND NOT EXISTS
                    (SELECT 1 FROM resource CROSS JOIN remote CROSS JOIN remote_object AS object
                        ON object.remote_id = remote.id AND object.checksum = resource.checksum
                     WHERE resource.asset_id = asset.id
                        AND object.problem NOT NULL AND object.stored_date IS NULL)
                """
        )
        try members.forEachRow(in: db) {
            $0.integer(bit)
        } _: { (columns) -> Void in
            accepted.append(columns.row())
        }
        return (refused.sorted(), accepted)
    }

    // MARK: Objects that nothing needs

    /// Notes which objects no file of the library needs, and from when on.
    func markUnneeded(_ remote: Int64, on date: Date) throws {
        try db.execute(
            sql: """
                UPDATE remote_object SET unneeded_date = NULL
                WHERE remote_id = ? AND unneeded_date NOT NULL AND \(Self.isNeeded)
                """,
            arguments: [remote]
        )
        try db.execute(
            sql: """
                UPDATE remote_object SET unneeded_date = ?
                WHERE remote_id = ? AND unneeded_date IS NULL AND NOT \(Self.isNeeded)
                """,
            arguments: [date.timeIntervalSinceReferenceDate, remote]
        )
    }

    /// Forgets objects that no file has needed since a date, and returns them.
    ///
    /// Objects that a file of the library needs again are kept, and so are those not stored after `start`.
    func forgetUnneeded(
        _ remote: Int64,
        since date: Date,
        storedAfter start: Date,
        now: Date,
        atMost count: Int
    ) throws
        -> [RemoteObject]
    {
        try markUnneeded(remote, on: now)
        try PartLedger(db).forgetUnneeded()
        let objects = try remoteObjects(
            where: """
                WHERE remote_id = ? AND unneeded_date < ? AND coalesce(stored_date, ?) > ?
                ORDER BY checksum LIMIT ?
                """
        ) { columns in
            columns.integer(remote)
            columns.real(date.timeIntervalSinceReferenceDate)
            // An object that was never stored is nobody's, unless another copy may have stored it.
            columns.real(start == .distantPast ? .infinity : -.infinity)
            columns.real(start.timeIntervalSinceReferenceDate)
            columns.integer(Int64(count))
        }
        for object in objects {
            try db.execute(
                sql: "DELETE FROM remote_object WHERE remote_id = ? AND checksum = ?",
                arguments: [remote, Data(object.checksum)]
            )
        }
        return objects
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

extension RemoteObject {
    fileprivate init(columns: inout ColumnReader) {
        self.init(checksum: columns.blob() ?? [], byteCount: columns.row())
    }
}
