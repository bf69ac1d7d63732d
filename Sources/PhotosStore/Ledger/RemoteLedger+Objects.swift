import Foundation
import GRDB

/// The objects that remotes have.
extension RemoteLedger {
    /// The condition that a file of the library has the bytes of an object.
    static let isNeeded = """
        (EXISTS (SELECT 1 FROM resource WHERE resource.checksum = remote_object.checksum)
         OR EXISTS (SELECT 1 FROM kept_file WHERE kept_file.checksum = remote_object.checksum)
         OR remote_object.checksum IN (\(sidecarChecksums)))
        """

    /// The checksums of sidecars and settings files beside photos in sources.
    ///
    /// No index has them, so a statement reads all of them once.
    private static let sidecarChecksums = """
        SELECT source_file.checksum FROM \(SourceLedger.sidecarsInPlace) AND source_file.checksum IS NOT NULL
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
        var sidecars: Set<[UInt8]> = []
        try db.cachedStatement(sql: Self.sidecarChecksums).forEachRow(in: db) { (columns) -> Void in
            if let checksum = columns.blob() { sidecars.insert(checksum) }
        }
        return try Set(
            checksums.filter { checksum in
                if sidecars.contains(checksum) { return true }
                return try statement.first(in: db) {
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

extension RemoteObject {
    init(columns: inout ColumnReader) {
        self.init(checksum: columns.blob() ?? [], byteCount: columns.row())
    }
}
