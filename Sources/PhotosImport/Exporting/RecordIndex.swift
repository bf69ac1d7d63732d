import Foundation
import GRDB
import PhotosStore

/// The record of an export in a form that finds assets and paths: a temporary database, which SQLite keeps outside of
/// memory if it is large.
///
/// Used on the thread of the export alone.
final class RecordIndex {
    /// An asset that an earlier export wrote, or this one.
    struct Asset {
        var row: Int64
        var uuid: UUID
        /// Empty while a file is missing.
        var state: [UInt8]
        var number: Int
        /// The path that the pattern gave, without the number.
        var base: String
        var files: [RecordedFile]
    }

    /// How far this run has come with an asset.
    enum Mark: Int64 {
        case unseen = 0
        case unchanged = 1
        case changed = 2
        /// The library has deleted the asset, and its files are still there.
        case deleted = 3
    }

    private let queue: DatabaseQueue
    private let rules: TargetRules

    init(_ rules: TargetRules) throws {
        self.rules = rules
        var configuration = Configuration()
        // A transaction lasts over many calls while the record is read.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            for setting in [
                "journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE",
                "cache_size = -16384",
            ] {
                try db.execute(sql: "PRAGMA \(setting)")
            }
        }
        queue = try DatabaseQueue(path: "", configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    CREATE TABLE asset (id INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE, state BLOB NOT NULL,
                        number INTEGER NOT NULL, base TEXT NOT NULL, key TEXT NOT NULL, mark INTEGER NOT NULL);
                    CREATE INDEX asset_base ON asset (key, number);
                    CREATE TABLE file (asset INTEGER NOT NULL, part TEXT NOT NULL, path TEXT NOT NULL,
                        key TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, time INTEGER NOT NULL,
                        checksum BLOB NOT NULL, source BLOB NOT NULL, kind TEXT NOT NULL,
                        PRIMARY KEY (asset, part)) WITHOUT ROWID;
                    """
            )
        }
    }

    /// Runs `body` as one step, which is faster than many.
    func batch<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        let result = try body()
        try execute("COMMIT")
        return result
    }

    private func execute(_ sql: String) throws {
        try queue.writeWithoutTransaction { try $0.cachedStatement(sql: sql).execute() }
    }

    private func run(_ sql: String, _ bind: (inout ColumnWriter) -> Void = { _ in }) throws {
        try queue.writeWithoutTransaction { db in
            try db.cachedStatement(sql: sql).run(in: db, bind)
        }
    }

    private func rows<Value>(
        _ sql: String,
        _ bind: (inout ColumnWriter) -> Void = { _ in },
        reading read: (inout ColumnReader) -> Value
    ) throws -> [Value] {
        try queue.writeWithoutTransaction { db in
            var values: [Value] = []
            try db.cachedStatement(sql: sql).forEachRow(in: db, binding: bind) {
                values.append(read(&$0))
            }
            return values
        }
    }

    // MARK: Assets

    func asset(_ uuid: UUID) throws -> Asset? {
        guard
            var asset = try rows(
                "SELECT id, uuid, state, number, base FROM asset WHERE uuid = ?",
                { $0.uuid(uuid) },
                reading: Self.asset
            ).first
        else { return nil }
        asset.files = try files(of: asset.row)
        return asset
    }

    /// Returns the next assets behind a row with one of some marks, with their files, in the order of their rows.
    func assets(after row: Int64, _ marks: [Mark], limit: Int) throws -> [Asset] {
        let numbers = marks.map { "\($0.rawValue)" }.joined(separator: ", ")
        let assets = try rows(
            """
            SELECT id, uuid, state, number, base FROM asset
            WHERE id > ? AND mark IN (\(numbers)) ORDER BY id LIMIT ?
            """,
            {
                $0.integer(row)
                $0.integer(Int64(limit))
            },
            reading: Self.asset
        )
        return try assets.map { asset in
            var asset = asset
            asset.files = try files(of: asset.row)
            return asset
        }
    }

    private static func asset(_ columns: inout ColumnReader) -> Asset {
        Asset(
            row: columns.row(),
            uuid: columns.uuid() ?? .zero,
            state: columns.blob() ?? [],
            number: columns.count(),
            base: columns.text() ?? "",
            files: []
        )
    }

    private func files(of asset: Int64) throws -> [RecordedFile] {
        try rows(
            """
            SELECT part, path, size, time, checksum, source, kind FROM file WHERE asset = ?
            """,
            { $0.integer(asset) },
            reading: Self.file
        )
    }

    private static func file(_ columns: inout ColumnReader) -> RecordedFile {
        RecordedFile(
            part: columns.text() ?? "",
            path: columns.text() ?? "",
            byteCount: columns.row(),
            modification: columns.row(),
            checksum: columns.blob() ?? [],
            source: columns.blob() ?? [],
            kind: columns.text().flatMap(RecordedFile.Kind.init) ?? .foreign
        )
    }

    func count() throws -> Int { try rows("SELECT count(*) FROM asset") { $0.count() }.first ?? 0 }

    /// Stores an asset, or its new state.
    func set(_ uuid: UUID, state: [UInt8], number: Int, base: String) throws {
        let key = rules.key(base)
        try run(
            """
            INSERT INTO asset (uuid, state, number, base, key, mark) VALUES (?, ?, ?, ?, ?, 0)
            ON CONFLICT (uuid) DO UPDATE
            SET state = excluded.state, number = excluded.number, base = excluded.base, key = excluded.key
            """
        ) {
            $0.uuid(uuid)
            $0.blob(state)
            $0.integer(Int64(number))
            $0.text(base)
            $0.text(key)
        }
    }

    func mark(_ uuid: UUID, _ mark: Mark) throws {
        try run("UPDATE asset SET mark = ? WHERE uuid = ?") {
            $0.integer(mark.rawValue)
            $0.uuid(uuid)
        }
    }

    func forget(_ uuid: UUID) throws {
        try run("DELETE FROM file WHERE asset = (SELECT id FROM asset WHERE uuid = ?)") {
            $0.uuid(uuid)
        }
        try run("DELETE FROM asset WHERE uuid = ?") { $0.uuid(uuid) }
    }

    /// Returns the greatest number of a path; nil if no asset has the path.
    func lastNumber(ofBase base: String) throws -> Int? {
        let key = rules.key(base)
        return try rows(
            "SELECT max(number) FROM asset WHERE key = ?",
            { $0.text(key) },
            reading: { $0.integer().map(Int.init) }
        ).first ?? nil
    }

    // MARK: Files

    /// Stores a file of a known asset.
    func set(_ file: RecordedFile, of uuid: UUID) throws {
        let key = rules.key(file.path)
        // A file that was moved by hand may have the path of another row, which is out of date then.
        try run("DELETE FROM file WHERE key = ?") { $0.text(key) }
        try run(
            """
            INSERT OR REPLACE INTO file (asset, part, path, key, size, time, checksum, source, kind)
            SELECT id, ?, ?, ?, ?, ?, ?, ?, ? FROM asset WHERE uuid = ?
            """
        ) {
            $0.text(file.part)
            $0.text(file.path)
            $0.text(key)
            $0.integer(file.byteCount)
            $0.integer(file.modification)
            $0.blob(file.checksum)
            $0.blob(file.source)
            $0.text(file.kind.rawValue)
            $0.uuid(uuid)
        }
    }

    func remove(_ part: String, of uuid: UUID) throws {
        try run(
            "DELETE FROM file WHERE part = ? AND asset = (SELECT id FROM asset WHERE uuid = ?)"
        ) {
            $0.text(part)
            $0.uuid(uuid)
        }
    }

    /// Returns the asset and the file that the record has at a path.
    func file(at path: String) throws -> (asset: UUID, file: RecordedFile)? {
        let key = rules.key(path)
        return try rows(
            """
            SELECT asset.uuid, part, path, size, time, checksum, source, kind
            FROM file JOIN asset ON asset.id = file.asset WHERE file.key = ?
            """,
            { $0.text(key) },
            reading: { columns in (columns.uuid() ?? .zero, Self.file(&columns)) }
        ).first
    }
}
