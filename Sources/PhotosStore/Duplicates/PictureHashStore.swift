import Foundation
import GRDB
import PhotosMedia
import Synchronization

/// The hashes of a library's pictures, in a database of their own in the folder of derived files.
///
/// The database may be deleted at any time, because all hashes can be made again. A row belongs to a file of the library and
/// to the bytes that the file had.
///
/// The store is safe on any thread and shared with other processes. The mutex guards its opening.
final class PictureHashStore: Sendable {
    private enum State {
        case closed
        case open(DatabasePool)
        /// This process cannot use the database, so hashes are made each time.
        case unusable
        case finished
    }

    /// The hash of a picture, or the knowledge that it has none.
    enum Entry: Hashable, Sendable {
        case hash(UInt64)
        /// The picture is nearly of one brightness.
        case flat
    }

    /// The number of the rules for previews and for hashes, which are made of them.
    static let recipe = PreviewRecipe.version << 16 | PictureHash.version

    private let folder: URL
    private let isWritable: Bool
    private let state = Mutex<State>(.closed)
    private let uses = UseCount()

    init(_ layout: LibraryLayout, isWritable: Bool) {
        folder = layout.pictureHashes
        self.isWritable = isWritable
    }

    /// Closes the database when nobody uses it any more.
    func finish() {
        guard uses.beginClosing() == .now else { return }
        let pool = state.withLock { state -> DatabasePool? in
            defer { state = .finished }
            if case .open(let pool) = state { return pool }
            return nil
        }
        try? pool?.close()
        uses.finish()
    }

    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    // MARK: Hashes

    /// Returns the stored hashes of the present rules, by file.
    func hashes(of resources: some Collection<ResourceRecord>) -> [String: Entry] {
        guard exists else { return [:] }
        return use { pool in
            try pool.read { db in
                var found: [String: Entry] = [:]
                let statement = try db.cachedStatement(
                    sql: "SELECT hash FROM picture WHERE file = ? AND mark = ? AND recipe = ?"
                )
                for resource in resources {
                    try statement.forEachRow(
                        [resource.file, Self.contentMark(of: resource), Self.recipe],
                        in: db
                    ) { (columns) -> Void in
                        found[resource.file] =
                            columns.integer().map { .hash(UInt64(bitPattern: $0)) } ?? .flat
                    }
                }
                return found
            }
        } ?? [:]
    }

    /// Stores hashes in one transaction.
    func save(_ entries: [(resource: ResourceRecord, entry: Entry)]) {
        guard isWritable, !entries.isEmpty else { return }
        use { pool in
            try pool.write { db in
                let statement = try db.cachedStatement(
                    sql: "INSERT OR REPLACE INTO picture VALUES (?, ?, ?, ?)"
                )
                for (resource, entry) in entries {
                    var hash: Int64?
                    if case .hash(let bits) = entry { hash = Int64(bitPattern: bits) }
                    try statement.execute(arguments: [
                        resource.file, Self.contentMark(of: resource), Self.recipe, hash,
                    ])
                }
            }
        }
    }

    // MARK: Pixels

    /// Returns the stored digest of a file's pixels, if the same decoders made it.
    func digest(of resource: ResourceRecord, decoders: String) -> [UInt8]? {
        guard exists else { return nil }
        return use { pool in
            try pool.read { db in
                var digest: [UInt8]?
                try db.cachedStatement(
                    sql: "SELECT digest FROM pixels WHERE file = ? AND mark = ? AND decoders = ?"
                ).forEachRow([resource.file, Self.contentMark(of: resource), decoders], in: db) {
                    (columns) -> Void in
                    digest = columns.blob()
                }
                return digest
            }
        } ?? nil
    }

    func save(digest: [UInt8], of resource: ResourceRecord, decoders: String) {
        guard isWritable else { return }
        use { pool in
            try pool.write { db in
                try db.cachedStatement(sql: "INSERT OR REPLACE INTO pixels VALUES (?, ?, ?, ?)")
                    .execute(arguments: [
                        resource.file, Self.contentMark(of: resource), decoders, Data(digest),
                    ])
            }
        }
    }

    // MARK: Removing

    /// Removes what is stored of files that are deleted for good.
    ///
    /// - Returns: Whether nothing of them is left.
    func remove(_ files: [String]) -> Bool {
        guard isWritable, exists else { return true }
        return use { pool in
            try pool.write { db in
                for table in ["picture", "pixels"] {
                    let statement = try db.cachedStatement(
                        sql: "DELETE FROM \(table) WHERE file = ?"
                    )
                    for file in files { try statement.execute(arguments: [file]) }
                }
            }
            return true
        } ?? false
    }

    /// Deletes all hashes.
    func removeAll() {
        state.withLock { state in
            if case .finished = state { return }
            state = .closed
            removeFiles()
        }
    }

    // MARK: Opening

    private static let name = "likeness.sqlite"

    private var file: URL { folder.appendingPathComponent(Self.name) }

    /// Runs `body`.
    ///
    /// Returns nil where the database cannot be used, and hashes are then made again.
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
                throw error
            }
        }
    }

    private func pool() throws -> DatabasePool {
        try state.withLock { state in
            switch state {
            case .open(let pool): return pool
            case .unusable, .finished:
                throw StoreError(.libraryMissing, "The library's hashes cannot be used.")
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
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        do {
            return try PictureHashSchema.open(file.path, isWritable: isWritable)
        } catch let error as DatabaseError where isWritable && error.isOfRuinedFile {
            removeFiles()
            return try PictureHashSchema.open(file.path, isWritable: true)
        }
    }

    /// Removes a damaged database, which is made again.
    private func startAgain(insteadOf pool: DatabasePool) {
        state.withLock { state in
            guard case .open(let present) = state, present === pool else { return }
            state = isWritable ? .closed : .unusable
            if isWritable { removeFiles() }
        }
    }

    private func removeFiles() {
        for ending in ["", "-wal", "-shm"] {
            let url = folder.appendingPathComponent(Self.name + ending)
            try? FileManager.default.removeItem(at: url)
        }
    }

    /// Identifies the bytes of a file, because a file in a source may change under the same name.
    private static func contentMark(of resource: ResourceRecord) -> Data {
        Data(resource.checksum.prefix(8))
    }
}

extension LibraryLayout {
    var pictureHashes: URL { derived.appendingPathComponent("likeness", isDirectory: true) }
}
