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
    enum Mark: UInt8 {
        case unseen
        case unchanged
        case changed
        /// The library has deleted the asset, and its files are still there.
        case deleted
        /// The record has the asset no more.
        case forgotten
    }

    private let queue: DatabaseQueue
    private let rules: TargetRules
    /// How far this run has come with each asset, by its row.
    private var marks: [Mark] = [.forgotten]
    /// The asset that a line was about last.
    private var last: (uuid: UUID, row: Int64)?
    /// The assets that come next in the order of their rows, as far as nothing has changed in them.
    private var page: [UUID: Asset] = [:]
    private var pageEnd: Int64 = 0

    init(_ rules: TargetRules) throws {
        self.rules = rules
        var configuration = Configuration()
        // A transaction lasts as long as the index: ending one for each line takes longer than to store the line.
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
                        number INTEGER NOT NULL, base TEXT NOT NULL, key TEXT NOT NULL);
                    CREATE INDEX asset_base ON asset (key, number);
                    CREATE TABLE file (asset INTEGER NOT NULL, part TEXT NOT NULL, path TEXT NOT NULL,
                        key TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, time INTEGER NOT NULL,
                        checksum BLOB NOT NULL, source BLOB NOT NULL, kind TEXT NOT NULL,
                        PRIMARY KEY (asset, part)) WITHOUT ROWID;
                    """
            )
            try db.execute(sql: "BEGIN")
        }
    }

    private func runStatement(
        _ sql: String,
        binding bind: (inout ColumnWriter) -> Void = { _ in }
    ) throws {
        try queue.writeWithoutTransaction { db in
            try db.cachedStatement(sql: sql).run(in: db, bind)
        }
    }

    private func readRows<Value>(
        _ sql: String,
        binding bind: (inout ColumnWriter) -> Void = { _ in },
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
            var asset = try readRows(
                "SELECT id, uuid, state, number, base FROM asset WHERE uuid = ?",
                binding: { $0.uuid(uuid) },
                reading: Self.readAsset
            ).first
        else { return nil }
        asset.files = try files(of: asset.row)
        return asset
    }

    /// Does the same as ``asset(_:)``, and is fast where assets are asked for in the order of their rows.
    func next(_ uuid: UUID) throws -> Asset? {
        if let known = page[uuid] { return known }
        guard let row = try row(of: uuid) else { return nil }
        guard row > pageEnd else { return try asset(uuid) }
        page = [:]
        for asset in try assets(from: row, to: row + Self.pageRows) { page[asset.uuid] = asset }
        pageEnd = row + Self.pageRows
        return page[uuid]
    }

    private static let pageRows: Int64 = 255

    /// Returns the next assets behind a row with one of some marks, with their files, in the order of their rows.
    func assets(after row: Int64, marked wanted: [Mark], limit: Int) throws -> [Asset] {
        var rows: [Int] = []
        var next = Int(row) + 1
        while next < marks.count, rows.count < limit {
            if wanted.contains(marks[next]) { rows.append(next) }
            next += 1
        }
        guard let first = rows.first, let last = rows.last else { return [] }
        let isWanted = Set(rows)
        var found: [Asset] = []
        // Rows with other marks in between may be many.
        for start in stride(from: first, through: last, by: 1_024) {
            let end = min(last, start + 1_023)
            guard rows.contains(where: { start...end ~= $0 }) else { continue }
            found += try assets(from: Int64(start), to: Int64(end))
                .filter { isWanted.contains(Int($0.row)) }
        }
        return found
    }

    private func assets(from first: Int64, to last: Int64) throws -> [Asset] {
        var files: [Int64: [RecordedFile]] = [:]
        let found = try readRows(
            """
            SELECT asset, part, path, size, time, checksum, source, kind FROM file
            WHERE asset BETWEEN ? AND ?
            """,
            binding: {
                $0.integer(first)
                $0.integer(last)
            },
            reading: { columns in (columns.row(), Self.readFile(from: &columns)) }
        )
        for (asset, file) in found { files[asset, default: []].append(file) }
        let assets = try readRows(
            "SELECT id, uuid, state, number, base FROM asset WHERE id BETWEEN ? AND ? ORDER BY id",
            binding: {
                $0.integer(first)
                $0.integer(last)
            },
            reading: Self.readAsset
        )
        return assets.map { asset in
            var asset = asset
            asset.files = files[asset.row] ?? []
            return asset
        }
    }

    private func row(of uuid: UUID) throws -> Int64? {
        if let last, last.uuid == uuid { return last.row }
        let found = try readRows(
            "SELECT id FROM asset WHERE uuid = ?",
            binding: { $0.uuid(uuid) },
            reading: { $0.row() }
        )
        let row = found.first
        if let row { last = (uuid, row) }
        return row
    }

    private static func readAsset(from columns: inout ColumnReader) -> Asset {
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
        try readRows(
            """
            SELECT part, path, size, time, checksum, source, kind FROM file WHERE asset = ?
            """,
            binding: { $0.integer(asset) },
            reading: Self.readFile
        )
    }

    private static func readFile(from columns: inout ColumnReader) -> RecordedFile {
        var file = RecordedFile(
            part: columns.text() ?? "",
            path: columns.text() ?? "",
            byteCount: columns.row(),
            modification: columns.row(),
            checksum: columns.blob() ?? [],
            source: []
        )
        file.takeSourceField(columns.blob() ?? [])
        file.kind = columns.text().flatMap(RecordedFile.Kind.init) ?? .foreign
        return file
    }

    /// Returns the number of assets and files.
    func count() throws -> Int {
        try readRows("SELECT (SELECT count(*) FROM asset) + (SELECT count(*) FROM file)") {
            $0.count()
        }.first ?? 0
    }

    /// Stores an asset, or its new state.
    func set(_ uuid: UUID, state: [UInt8], number: Int, base: String) throws {
        let key = rules.key(base)
        page[uuid] = nil
        if let row = try row(of: uuid) {
            return try runStatement(
                "UPDATE asset SET state = ?, number = ?, base = ?, key = ? WHERE id = ?"
            ) {
                $0.blob(state)
                $0.integer(Int64(number))
                $0.text(base)
                $0.text(key)
                $0.integer(row)
            }
        }
        // Rows of forgotten assets are not used again, so that a mark belongs to one asset.
        let row = Int64(marks.count)
        marks.append(.unseen)
        try runStatement(
            "INSERT INTO asset (id, uuid, state, number, base, key) VALUES (?, ?, ?, ?, ?, ?)"
        ) {
            $0.integer(row)
            $0.uuid(uuid)
            $0.blob(state)
            $0.integer(Int64(number))
            $0.text(base)
            $0.text(key)
        }
        last = (uuid, row)
    }

    func setMark(ofRow row: Int64, to mark: Mark) { marks[Int(row)] = mark }

    /// Whether the run has not come to an asset.
    func isUnseen(_ row: Int64) -> Bool { marks[Int(row)] == .unseen }

    func setMark(of uuid: UUID, to mark: Mark) throws {
        if let row = try row(of: uuid) { self.setMark(ofRow: row, to: mark) }
    }

    func forget(_ uuid: UUID) throws {
        guard let row = try row(of: uuid) else { return }
        try runStatement("DELETE FROM file WHERE asset = ?") { $0.integer(row) }
        try runStatement("DELETE FROM asset WHERE id = ?") { $0.integer(row) }
        setMark(ofRow: row, to: .forgotten)
        page[uuid] = nil
        last = nil
    }

    /// Returns the greatest number of a path; nil if no asset has the path.
    func lastNumber(ofBase base: String) throws -> Int? {
        let key = rules.key(base)
        return try readRows(
            "SELECT max(number) FROM asset WHERE key = ?",
            binding: { $0.text(key) },
            reading: { $0.integer().map(Int.init) }
        ).first ?? nil
    }

    // MARK: Files

    /// Stores a file of a known asset.
    func set(_ file: RecordedFile, of uuid: UUID) throws {
        guard let row = try row(of: uuid) else { return }
        // A file that was moved by hand may have the path of another row, which is out of date then and is replaced.
        // The row may be of any asset of the page.
        page = [:]
        let key = rules.key(file.path)
        try runStatement(
            """
            INSERT OR REPLACE INTO file (asset, part, path, key, size, time, checksum, source, kind)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) {
            $0.integer(row)
            $0.text(file.part)
            $0.text(file.path)
            $0.text(key)
            $0.integer(file.byteCount)
            $0.integer(file.modification)
            $0.blob(file.checksum)
            $0.blob(file.sourceField)
            $0.text(file.kind.rawValue)
        }
    }

    func remove(_ part: String, of uuid: UUID) throws {
        guard let row = try row(of: uuid) else { return }
        page[uuid] = nil
        try runStatement("DELETE FROM file WHERE part = ? AND asset = ?") {
            $0.text(part)
            $0.integer(row)
        }
    }

    /// Returns the asset and the file that the record has at a path.
    func file(at path: String) throws -> (asset: UUID, file: RecordedFile)? {
        let key = rules.key(path)
        return try readRows(
            """
            SELECT asset.uuid, part, path, size, time, checksum, source, kind
            FROM file JOIN asset ON asset.id = file.asset WHERE file.key = ?
            """,
            binding: { $0.text(key) },
            reading: { columns in (columns.uuid() ?? .zero, Self.readFile(from: &columns)) }
        ).first
    }
}
