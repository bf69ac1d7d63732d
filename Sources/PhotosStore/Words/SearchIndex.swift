import Foundation
import GRDB
import Synchronization

/// The index of the words and coordinates of a library's assets, in a database of its own in the folder of derived files.
///
/// The database may be deleted at any time, because it can be made again. The index is right for one position of the
/// library's log, which it states. The library brings the index forward, and corrects its answers by the changes since.
///
/// The index is safe on any thread and shared with other processes. The mutex guards its opening.
final class SearchIndex: Sendable {
    private enum State {
        case closed
        case open(DatabasePool)
        /// This process cannot use the database, so searches read all assets.
        case unusable
        case finished
    }

    /// How far an index is.
    struct Progress: Hashable, Sendable {
        var recipe: Int64
        var library: UUID
        var incarnation: UUID
        /// The position of the log whose assets the index has.
        var position: LogPosition
        /// The number of the table of places whose names the index has; 0 for none.
        var places: Int64
        /// While the index is made, the last asset that it has; nil once it has all.
        var filled: Int64?
    }

    /// The assets that the index found, right for a position of the log.
    struct Answer: Sendable {
        var progress: Progress
        var found = FoundRows()
    }

    private let folder: URL
    private let isWritable: Bool
    private let state = Mutex<State>(.closed)
    private let uses = UseCount()

    init(_ layout: LibraryLayout, isWritable: Bool) {
        folder = layout.searchIndex
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
        if isWritable {
            try? pool?.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        }
        try? pool?.close()
        uses.finish()
    }

    /// Whether there is a file of the index.
    var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

    // MARK: Reading

    /// Returns how far the index is; nil where there is none.
    func progress() throws -> Progress? {
        guard exists else { return nil }
        return try using { pool in try pool.read { db in try Self.progress(db) } }
    }

    /// Returns the assets with words and those that may be in areas; nil where there is no complete index.
    func answer(
        _ conditions: some Collection<WordCondition>,
        areas: some Collection<AreaCondition>
    ) throws -> Answer? {
        guard exists else { return nil }
        return try using { pool in
            try pool.read { db in
                guard let progress = try Self.progress(db), progress.filled == nil else {
                    return nil
                }
                var answer = Answer(progress: progress)
                for condition in conditions where !condition.ofOwnTexts.fields.isEmpty {
                    answer.found.words[condition] = try Self.rows(with: condition, db)
                }
                for area in areas { answer.found.areas[area] = try Self.rows(in: area, db) }
                return answer
            }
        }
    }

    /// Returns the stored texts of a part of the assets, in the order of their rows.
    func texts(after row: Int64, limit: Int) throws -> [SearchTexts] {
        try using { pool in
            try pool.read { db in
                var texts: [SearchTexts] = []
                try db.cachedStatement(
                    sql: "\(Self.selection) WHERE text.id > ? ORDER BY text.id LIMIT ?"
                ).forEachRow([row, limit], in: db) { (columns) -> Void in
                    texts.append(Self.texts(&columns))
                }
                return texts
            }
        }
    }

    /// Returns whether SQLite finds the index in accord with the stored texts.
    func isSound() -> Bool {
        do {
            try using { pool in
                try pool.writeWithoutTransaction { db in
                    for table in ["word", "shared_word"] {
                        try db.execute(
                            sql:
                                "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)"
                        )
                    }
                }
            }
            return true
        } catch {
            return false
        }
    }

    // MARK: Writing

    /// Empties the index, which is then filled again from a position of the log on.
    ///
    /// - Parameters:
    ///   - identity: The library and its log.
    ///   - position: The position of the log.
    ///   - places: The number of the table of places.
    /// - Throws: The errors of SQLite.
    func begin(
        _ identity: LibraryIdentity,
        at position: LogPosition,
        places: Int64
    ) throws {
        try using { pool in
            try pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO word (word) VALUES ('delete-all');
                        INSERT INTO shared_word (shared_word) VALUES ('delete-all');
                        DELETE FROM text; DELETE FROM shared; DELETE FROM shared_rows; DELETE FROM cell_rows;
                        DELETE FROM tally; DELETE FROM state
                        """
                )
                try db.execute(
                    sql: "INSERT INTO state VALUES (1, ?, ?, ?, ?, ?, ?, 0)",
                    arguments: [
                        SearchTexts.recipe, Data(identity.library.bytes),
                        Data(identity.incarnation.bytes), position.sequence, position.mark, places,
                    ]
                )
            }
        }
    }

    /// Adds the next assets of an index that is being made.
    ///
    /// - Parameters:
    ///   - texts: The texts of the assets after those that the index has.
    ///   - known: How far the index was when the texts were read. If another process has gone on, nothing happens.
    ///   - filled: The last asset of these, or nil if there are no more.
    /// - Throws: The errors of SQLite.
    func add(_ texts: [SearchTexts], to known: Progress, filled: Int64?) throws {
        try writeChanges(since: known) { db in
            // A killed process may have left nothing, because each part is one transaction.
            var changes = SearchIndexChanges(db)
            for text in texts { try changes.insert(text) }
            try changes.finish()
            try db.execute(sql: "UPDATE state SET filled = ?", arguments: [filled])
        }
    }

    /// Replaces the texts of assets that have changed.
    ///
    /// - Parameters:
    ///   - rows: The assets that have changed since the position of the index.
    ///   - texts: The present texts of those assets that exist.
    ///   - known: How far the index was. If another process has gone on, nothing happens.
    ///   - position: The position of the log at which the texts were read; nil if more changes of the range follow.
    /// - Throws: The errors of SQLite.
    func replace(
        _ rows: [Int64],
        with texts: [SearchTexts],
        in known: Progress,
        upTo position: LogPosition?
    ) throws {
        try writeChanges(since: known) { db in
            let present = Dictionary(uniqueKeysWithValues: texts.map { ($0.row, $0) })
            let statement = try db.cachedStatement(
                sql: "\(Self.selection) WHERE text.id = ?"
            )
            var changes = SearchIndexChanges(db)
            for row in rows {
                var old: SearchTexts?
                try statement.forEachRow([row], in: db) { (columns) -> Void in
                    old = Self.texts(&columns)
                }
                guard old != present[row] else { continue }
                if let old { try changes.delete(old) }
                if let text = present[row] { try changes.insert(text) }
            }
            try changes.finish()
            guard let position else { return }
            try db.cachedStatement(sql: "UPDATE state SET sequence = ?, mark = ?")
                .execute(arguments: [position.sequence, position.mark])
        }
    }

    /// Erases words that only removed assets had from the files.
    ///
    /// Until then, SQLite keeps such words in older parts of the index.
    func eraseRemovedWords() throws {
        try using { pool in
            try pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO word (word) VALUES ('optimize');
                        INSERT INTO shared_word (shared_word) VALUES ('optimize')
                        """
                )
            }
            try pool.writeWithoutTransaction { db in
                // Readers that prevent the checkpoint are not waited for. A later one tries again.
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                _ = try? db.checkpoint(.truncate)
                try db.execute(sql: "PRAGMA busy_timeout = 10000")
            }
        }
    }

    /// Deletes the index.
    func removeAll() {
        state.withLock { state in
            if case .finished = state { return }
            state = .closed
            removeFiles()
        }
    }

    private func writeChanges(since known: Progress, body: (Database) throws -> Void) throws {
        try using { pool in
            try pool.write { db in
                guard try Self.progress(db) == known else { return }
                try body(db)
            }
        }
    }

    // MARK: Rows

    static func progress(_ db: Database) throws -> Progress? {
        let statement = try db.cachedStatement(
            sql: "SELECT recipe, library, incarnation, sequence, mark, places, filled FROM state"
        )
        var progress: Progress?
        try statement.forEachRow(in: db) { (columns) -> Void in
            guard let recipe = columns.integer(), let library = columns.uuid(),
                let incarnation = columns.uuid(), let sequence = columns.integer(),
                let mark = columns.integer(), let places = columns.integer()
            else { return }
            progress = Progress(
                recipe: recipe,
                library: library,
                incarnation: incarnation,
                position: LogPosition(sequence: sequence, mark: mark),
                places: places,
                filled: columns.integer()
            )
        }
        return progress
    }

    // MARK: Opening

    private static let name = "search.sqlite"

    private var file: URL { folder.appendingPathComponent(Self.name) }

    func using<Result>(_ body: (DatabasePool) throws -> Result) throws -> Result {
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
                throw StoreError(.libraryMissing, "The library's index of words cannot be used.")
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
            return try SearchSchema.open(file.path, isWritable: isWritable)
        } catch let error as DatabaseError where isWritable && error.isOfRuinedFile {
            removeFiles()
            return try SearchSchema.open(file.path, isWritable: true)
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
}

extension LibraryLayout {
    var searchIndex: URL { derived.appendingPathComponent("search", isDirectory: true) }
}
