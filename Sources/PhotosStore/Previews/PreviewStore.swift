package import Foundation
import GRDB
import Synchronization

/// The previews of a library, in a database of their own in the folder of derived files.
///
/// The database may be deleted at any time, because all previews can be made again. A row belongs to a file
/// of the library and to the bytes that the file had. The file's name is random and never used again.
///
/// The database is safe on any thread and shared with other processes. The mutex `state` guards only its
/// opening. The mutex `used` guards the files whose previews were used today and whose rows do not record it
/// yet.
package final class PreviewStore: Sendable {
    private enum State {
        case closed
        case open(DatabasePool)
        /// This process cannot use the database, so previews are made each time.
        case unusable
        case finished
    }

    private let folder: URL
    private let isWritable: Bool
    private let budget: Int64
    private let recipe: Int64
    private let now: @Sendable () -> Date
    private let state = Mutex<State>(.closed)
    private let used = Mutex<Set<String>>([])
    private let uses = UseCount()

    /// The number of uses that are written together.
    private static let mostUsed = 256

    /// Prepares the store without opening the database.
    ///
    /// - Parameters:
    ///   - layout: The library's folder.
    ///   - isWritable: Whether previews may be stored.
    ///   - budget: The maximum size on disk in bytes. Beyond it, the least recently used large previews are
    ///     removed.
    ///   - recipe: The present recipe. Previews of other recipes are ignored.
    ///   - now: The present time.
    package init(
        _ layout: LibraryLayout,
        isWritable: Bool,
        budget: Int64,
        recipe: Int64 = PreviewRecipe.version,
        now: @escaping @Sendable () -> Date
    ) {
        folder = layout.previews
        self.isWritable = isWritable
        self.budget = budget
        self.recipe = recipe
        self.now = now
    }

    /// Closes the database when nobody uses it any more.
    ///
    /// Later uses find nothing.
    package func finish() {
        guard uses.beginClosing() == .now else { return }
        let pool = state.withLock { state -> DatabasePool? in
            defer { state = .finished }
            if case .open(let pool) = state { return pool }
            return nil
        }
        try? pool?.close()
        uses.finish()
    }

    // MARK: Previews

    /// Returns the stored preview of the present recipe; nil where there is none.
    package func preview(_ size: PreviewSize, of resource: ResourceRecord) -> Preview? {
        previews(size, of: [resource])[resource.file]
    }

    /// Returns the stored previews of the present recipe, by the names of their files.
    ///
    /// A read for many files costs much less than one for each.
    func previews(_ size: PreviewSize, of resources: [ResourceRecord]) -> [String: Preview] {
        let found = rowValues(of: resources, sql: Self.select(size)) { row in
            let jpeg = Data.fromDatabaseValue(row[3]) ?? Data()
            let (width, height) = (Int(row.integer(1)), Int(row.integer(2)))
            let color = size == .grid ? MeanColor(stored: row.integer(0)) : nil
            let preview = Preview(width: width, height: height, jpeg: jpeg, color: color)
            return (preview: preview, used: row.integer(0))
        }
        if size == .screen {
            for (file, row) in found where row.used != today { noteUse(of: file) }
        }
        return found.mapValues(\.preview)
    }

    /// Returns the mean colours of stored previews of the present recipe, by the names of their files.
    ///
    /// No picture is read for them.
    func colors(of resources: [ResourceRecord]) -> [String: MeanColor] {
        rowValues(of: resources, sql: Self.selectColor) { MeanColor(stored: $0.integer(0)) }
            .compactMapValues(\.self)
    }

    /// Returns what a statement finds for each resource, by the names of their files.
    private func rowValues<Value>(
        of resources: [ResourceRecord],
        sql: String,
        value: (Row) -> Value
    ) -> [String: Value] {
        let found: [String: Value]? = use { pool in
            try pool.unsafeRead { db in
                var found: [String: Value] = [:]
                for resource in resources {
                    let row = try Row.fetchOne(
                        db.cachedStatement(sql: sql),
                        arguments: [resource.file, Self.contentMark(of: resource), recipe]
                    )
                    if let row { found[resource.file] = value(row) }
                }
                return found
            }
        }
        return found ?? [:]
    }

    /// The number of days since 2001, which is precise enough to find previews that were not used for long.
    private var today: Int64 { Int64(now().timeIntervalSinceReferenceDate / 86_400) }

    private func noteUse(of file: String) {
        guard isWritable else { return }
        let isDue = used.withLock { used in
            used.insert(file)
            return used.count >= Self.mostUsed
        }
        if isDue { use { pool in try pool.write(writeUses) } }
    }

    private func writeUses(_ db: Database) throws {
        let files = used.withLock { used in
            defer { used = [] }
            return used
        }
        guard !files.isEmpty else { return }
        let statement = try db.cachedStatement(sql: "UPDATE screen SET used = ? WHERE file = ?")
        for file in files { try statement.execute(arguments: [today, file]) }
    }

    /// Returns those of the given resources that lack one of the sizes.
    func lacking(_ sizes: [PreviewSize], of resources: [ResourceRecord]) -> [ResourceRecord] {
        let lacking: [ResourceRecord]? = use { pool in
            try pool.unsafeRead { db in
                try resources.filter { resource in
                    try sizes.contains { size in
                        try Row.fetchOne(
                            db.cachedStatement(sql: Self.exists(size)),
                            arguments: [resource.file, Self.contentMark(of: resource), recipe]
                        ) == nil
                    }
                }
            }
        }
        return lacking ?? resources
    }

    /// Stores previews of a resource, which replace the previous ones.
    package func save(_ previews: [PreviewSize: Preview], of resource: ResourceRecord) throws {
        guard isWritable else { return }
        try using { pool in
            try pool.write { db in
                for (size, preview) in previews.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    let used = size == .grid ? preview.color?.stored : nil
                    try db.cachedStatement(sql: Self.insert(size)).execute(arguments: [
                        resource.file, Self.contentMark(of: resource), recipe, used ?? today,
                        preview.width, preview.height, preview.jpeg,
                    ])
                }
                try writeUses(db)
                try db.cachedStatement(sql: "DELETE FROM failure WHERE file = ?")
                    .execute(arguments: [resource.file])
                try PreviewSchema.limitSize(to: budget, in: db)
            }
        }
    }

    /// Removes all data of files that the library no longer has, also from the database's log.
    ///
    /// Returns false on failure.
    func remove(_ files: [String]) -> Bool {
        guard exists else { return true }
        guard isWritable else { return false }
        do {
            try forgetFiles(files)
        } catch  where StoreError(error).code == .diskFull {
            // The disk has no room to delete rows, so all previews are deleted and made again later.
            startAgain()
        } catch {
            return false
        }
        return true
    }

    private func forgetFiles(_ files: [String]) throws {
        let isEmpty = try using { pool in
            try pool.write { db in
                for table in PreviewSchema.tables {
                    let statement = try db.cachedStatement(
                        sql: "DELETE FROM \(table) WHERE file = ?"
                    )
                    for file in files { try statement.execute(arguments: [file]) }
                }
                let left = "SELECT EXISTS (SELECT 1 FROM grid) OR EXISTS (SELECT 1 FROM screen)"
                return try Bool.fetchOne(db, sql: left) != true
            }
        }
        if isEmpty {
            try? forgetAll()
        } else {
            try? using { pool in
                try pool.writeWithoutTransaction { db in
                    // Readers that prevent the checkpoint are not waited for. A later removal tries again.
                    try db.execute(sql: "PRAGMA busy_timeout = 0")
                    _ = try? db.checkpoint(.truncate)
                    try db.execute(sql: "PRAGMA busy_timeout = 10000")
                }
            }
        }
    }

    /// Removes all previews, and frees their space.
    func removeAll() throws {
        guard exists else { return }
        do {
            try forgetAll()
        } catch  where StoreError(error).code == .diskFull {
            // The disk has no room to delete rows, so the files are removed. Processes that have them open
            // lose what they store.
            startAgain()
        }
    }

    private func forgetAll() throws {
        try using { pool in
            try pool.write { db in
                for table in PreviewSchema.tables { try db.execute(sql: "DELETE FROM \(table)") }
            }
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                _ = try db.checkpoint(.truncate)
            }
        }
    }

    /// Returns the number of previews of each size, and the total size on disk in bytes.
    package func inventory() -> (counts: [PreviewSize: Int], byteCount: Int64) {
        guard exists else { return ([:], 0) }
        let counts: [PreviewSize: Int]? = use { pool in
            try pool.read { db in
                var counts: [PreviewSize: Int] = [:]
                for size in PreviewSize.allCases {
                    counts[size] = try Int.fetchOne(
                        db,
                        sql: "SELECT count(*) FROM \(PreviewSchema.table(size))"
                    )
                }
                return counts
            }
        }
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: [.fileSizeKey]
        )
        let bytes = (files ?? []).reduce(0) { sum, url in
            sum + ((try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
        return (counts ?? [:], Int64(bytes))
    }

    // MARK: Failures

    /// Returns the recorded failure of a file, if the file and the decoders are still the same.
    func failure(of resource: ResourceRecord, decoders: String) -> PreviewFailure? {
        guard exists else { return nil }
        return use { pool in
            try pool.unsafeRead { db in
                let row = try Row.fetchOne(
                    db.cachedStatement(
                        sql: """
                            SELECT kind, reason, count FROM failure
                            WHERE file = ? AND mark = ? AND decoders = ?
                            """
                    ),
                    arguments: [resource.file, Self.contentMark(of: resource), decoders]
                )
                return row.flatMap {
                    PreviewFailure(
                        kind: $0.text(0),
                        reason: $0.text(1),
                        count: Int(clamping: min(max(0, $0.integer(2)), 1_000))
                    )
                }
            }
        } ?? nil
    }

    /// Records a failure of a file.
    func recordFailure(_ failure: PreviewFailure, of resource: ResourceRecord, decoders: String) {
        guard isWritable else { return }
        use { pool in
            try pool.write { db in
                try db.cachedStatement(
                    sql: """
                        INSERT OR REPLACE INTO failure (file, mark, decoders, kind, reason, count)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [
                    resource.file, Self.contentMark(of: resource), decoders, failure.kind.rawValue,
                    failure.reason, failure.count,
                ])
            }
        }
    }

    // MARK: Opening

    private var exists: Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(Self.name).path)
    }

    private static let name = "previews.sqlite"

    /// Runs `body`.
    ///
    /// Returns nil where the database cannot be used, and previews are then made again.
    @discardableResult
    private func use<Result>(_ body: (DatabasePool) throws -> Result) -> Result? {
        try? using(body)
    }

    private func using<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
        try uses.use {
            let pool = try pool()
            do {
                return try body(pool)
            } catch let error as DatabaseError where error.isOfRuinedFile {
                startAgain(insteadOf: pool)
                return try body(self.pool())
            }
        }
    }

    private func pool() throws -> DatabasePool {
        try state.withLock { state in
            switch state {
            case .open(let pool): return pool
            case .unusable, .finished:
                throw StoreError(.libraryMissing, "The library's previews cannot be used.")
            case .closed: break
            }
            do {
                let pool = try open()
                state = .open(pool)
                return pool
            } catch {
                state = .unusable
                throw error
            }
        }
    }

    private func open() throws -> DatabasePool {
        if isWritable {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true
            )
        }
        let path = folder.appendingPathComponent(Self.name).path
        do {
            return try PreviewSchema.open(path, isWritable: isWritable)
        } catch let error as DatabaseError where isWritable && error.isOfRuinedFile {
            removeFiles()
            return try PreviewSchema.open(path, isWritable: true)
        }
    }

    /// Removes a damaged database.
    ///
    /// Its previews are made again.
    private func startAgain(insteadOf pool: DatabasePool) {
        state.withLock { state in
            guard case .open(let present) = state, present === pool else { return }
            // The pool is not closed here, because other threads may be reading it. The pool closes after the
            // last reader.
            state = isWritable ? .closed : .unusable
            if isWritable { removeFiles() }
        }
    }

    /// Removes the files, even if they cannot be opened.
    private func startAgain() {
        state.withLock { state in
            if case .finished = state { return }
            // A database that other threads read closes after the last reader.
            state = .closed
            removeFiles()
        }
    }

    private func removeFiles() {
        for ending in ["", "-wal", "-shm"] {
            let url = folder.appendingPathComponent(Self.name + ending)
            try? FileManager.default.removeItem(at: url)
        }
    }

    // MARK: Statements

    /// Identifies the bytes of a file, because a file in a source may change under the same name.
    private static func contentMark(of resource: ResourceRecord) -> Data {
        Data(resource.checksum.prefix(8))
    }

    private static func select(_ size: PreviewSize) -> String {
        """
        SELECT used, width, height, jpeg FROM \(PreviewSchema.table(size))
        WHERE file = ? AND mark = ? AND recipe = ?
        """
    }

    private static let selectColor =
        "SELECT used FROM grid WHERE file = ? AND mark = ? AND recipe = ?"

    private static func exists(_ size: PreviewSize) -> String {
        """
        SELECT 1 FROM \(PreviewSchema.table(size))
        WHERE file = ? AND mark = ? AND recipe = ?
        """
    }

    private static func insert(_ size: PreviewSize) -> String {
        """
        INSERT OR REPLACE INTO \(PreviewSchema.table(size))
            (file, mark, recipe, used, width, height, jpeg)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    }
}

extension LibraryLayout {
    var previews: URL { derived.appendingPathComponent("previews", isDirectory: true) }
}
