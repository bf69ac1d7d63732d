package import Foundation
import GRDB
import Glibc

/// Builds a library from a copy of its database and from files that the caller brings by checksum.
///
/// The library is built beside its destination, and gets its name when all of it is on the disk. If the work ends
/// early, the next call continues it.
package struct LibraryRestore {
    /// A file that is needed, and the path at which it is to be written.
    package struct Request: Sendable {
        package let object: RemoteObject
        package let url: URL
    }

    /// The outcome of a restoration.
    package struct Outcome: Sendable {
        /// The number of files in the library.
        package var files = 0
        package var bytes: Int64 = 0
        /// Files that could not be brought.
        package var findings: [Finding] = []
        /// The copies of the database that are not whole, the newest first; an older one was taken.
        package var damagedCopies: [String] = []
        /// Files that stay in sources, which the library finds again when it sweeps them.
        package var inSources = 0
        /// The names of files that stay in folders of forgotten sources, and that no remote was said to have.
        package var forgotten: [String] = []
    }

    /// Brings files to their paths, each complete and with the stated bytes.
    ///
    /// Returns a sentence for each file that cannot be had. An error ends the restoration.
    package typealias Fetch = ([Request]) throws -> [RemoteObject: String]

    private let target: BackupTarget
    private let library: UUID
    private let environment: EngineEnvironment

    /// Prepares a restoration.
    ///
    /// - Parameters:
    ///   - library: The identifier of the library.
    ///   - destination: A path that does not exist, or an earlier copy of the library that was never opened for writing.
    ///     Only a state that knows the copy's last change replaces the copy.
    ///   - environment: The source of identifiers and times.
    /// - Throws: ``StoreError`` where the destination is used for something else.
    package init(of library: UUID, to destination: URL, _ environment: EngineEnvironment) throws {
        target = try BackupTarget(destination, of: library)
        self.library = library
        self.environment = environment
    }

    /// Restores the library.
    ///
    /// - Parameters:
    ///   - takesSources: Whether the place has files that stayed in sources.
    ///   - isCancelled: Called before each group of files.
    ///   - progress: Called with the bytes done and the bytes to do.
    ///   - database: Writes the database to a path where no file exists.
    ///   - fetch: Brings files.
    /// - Returns: The number of files, and those that could not be brought.
    /// - Throws: ``StoreError``, `CancellationError`, and the errors of the closures.
    package func run(
        takesSources: Bool,
        isCancelled: () -> Bool,
        progress: (CheckProgress) -> Void,
        database: (URL) throws -> Void,
        fetch: Fetch
    ) throws -> Outcome {
        try target.whileLocked(environment) {
            let url = target.layout.databaseFolder.appendingPathComponent("library.sqlite.new")
            for ending in ["", "-journal", "-wal", "-shm"] {
                try FileOperations.unlink(URL(fileURLWithPath: url.path + ending))
            }
            try database(url)
            let copy = try RestoredDatabase(url, of: library, target.layout, environment)
            do {
                try ReplacedCopy.check(target, isKnownTo: url)
            } catch {
                // The copy stays as it was.
                try FileOperations.unlink(url)
                throw error
            }
            var files = Files(of: copy, takesSources: takesSources, in: target.layout)
            let outcome = try files.restoreFiles(
                isCancelled: isCancelled,
                progress: progress,
                fetch: fetch,
                to: target
            )
            let forgotten = ForgottenInCopy(copy.files.filter(\.mayBeAbsent), target.layout)
            try BackupSnapshot.adopt(
                files.taken,
                without: forgotten.lacking,
                on: environment.now(),
                in: url
            )
            try BackupSnapshot.noteOnline(forgotten.whole, in: url)
            try target.publishDatabase(url, sentinel: copy.sentinel, isBackup: false)
            _ = try target.removeOthers(than: copy.files + files.taken.map(\.copy))
            try target.moveToDestination()
            return outcome
        }
    }
}

/// The database of a library that is being restored.
private struct RestoredDatabase {
    let sentinel: Sentinel
    let files: [PromisedFile]
    let inSources: [SourcePromise]
    /// The names of files that stay in folders of forgotten sources, and that no remote is said to have.
    let forgotten: Set<String>

    /// Checks the database before anything in it is used, and gives it a new incarnation.
    init(
        _ url: URL,
        of library: UUID,
        _ layout: LibraryLayout,
        _ environment: EngineEnvironment
    ) throws {
        let incarnation = environment.makeUUID()
        func sentinel(_ format: Int) -> Sentinel {
            Sentinel(
                library: library,
                incarnation: incarnation,
                format: format,
                minimumReader: 1,
                minimumWriter: min(format, Schema.oldestWriter),
                database: .unknown
            )
        }
        let queue = try BackupSnapshot.queue(url)
        let (format, files, inSources, forgotten) = try queue.writeWithoutTransaction { db in
            let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try LibraryValidation.checkSchema(
                of: db,
                layout: layout,
                sentinel: sentinel(format),
                writing: true
            )
            // Copies of a database in WAL mode would need a log beside them.
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try db.execute(
                sql: "UPDATE library SET incarnation = ?",
                arguments: [Data(incarnation.bytes)]
            )
            try db.execute(sql: "DELETE FROM released_file")
            var forgotten = try format >= 9 ? Self.forgottenFiles(db) : []
            // All files come back.
            if format >= 9 {
                try db.execute(sql: "DELETE FROM elsewhere_file")
                try db.execute(sql: "DELETE FROM space_rule")
            }
            let files = try PromisedFile.all(db)
            // In earlier formats no file left, so only forgotten sources have files that may be absent.
            if format < 9 { forgotten = Set(files.lazy.filter(\.mayBeAbsent).map(\.file)) }
            return (
                format, files,
                try SourcePromise.all(db) + SourcePromise.sidecars(db), forgotten
            )
        }
        try queue.close()
        try FileOperations.syncFile(url)
        self.sentinel = sentinel(format)
        self.files = files
        self.inSources = inSources
        self.forgotten = forgotten
    }

    private static func forgottenFiles(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: """
                SELECT resource.file FROM resource JOIN asset ON asset.id = resource.asset_id
                WHERE \(ElsewhereLedger.isForgotten) AND NOT \(ElsewhereLedger.isStoredInRemote)
                """,
            arguments: [AssetTraits.offline.rawValue]
        )
    }
}

/// The files of a restored library, those with the same bytes together.
private struct Files {
    /// Files with the same bytes.
    private struct Group {
        let object: RemoteObject
        var files: [PromisedFile]
        var promises: [SourcePromise] = []
    }

    private var groups: [Group] = []
    private let layout: LibraryLayout
    private(set) var taken: [SourcePromise] = []
    private let leftInSources: Int
    private let forgotten: Set<String>

    init(of copy: RestoredDatabase, takesSources: Bool, in layout: LibraryLayout) {
        self.layout = layout
        forgotten = copy.forgotten
        // As in a backup, those that an earlier copy has stay in it.
        let inSources = copy.inSources.filter { promise in
            // Of a sidecar that was never sent, nobody knows the bytes.
            takesSources && !promise.copy.checksum.isEmpty
                || promise.copy.finding(in: layout, readingBytes: true) == nil
        }
        leftInSources = copy.inSources.count - inSources.count
        var indexes: [RemoteObject: Int] = [:]
        var names: Set<String> = []
        func addFile(_ file: PromisedFile, promise: SourcePromise?) {
            let object = RemoteObject(checksum: file.checksum, byteCount: file.byteCount)
            let index = indexes[object] ?? groups.count
            if index == groups.count {
                indexes[object] = index
                groups.append(Group(object: object, files: []))
            }
            // Copies of a photo may each have a sidecar with the same name and bytes, of which one copy is kept.
            if names.insert(file.file).inserted { groups[index].files.append(file) }
            if let promise { groups[index].promises.append(promise) }
        }
        // The place may have files of forgotten sources, too, whatever the copy knows.
        for file in copy.files { addFile(file, promise: nil) }
        for promise in inSources { addFile(promise.copy, promise: promise) }
    }

    /// The number of groups that are brought and synced together.
    private static let batch = 256

    mutating func restoreFiles(
        isCancelled: () -> Bool,
        progress: (CheckProgress) -> Void,
        fetch: LibraryRestore.Fetch,
        to target: BackupTarget
    ) throws -> LibraryRestore.Outcome {
        var outcome = LibraryRestore.Outcome()
        outcome.inSources = leftInSources
        var state = CheckProgress(
            filesDone: 0,
            filesTotal: groups.reduce(0) { $0 + $1.files.count },
            bytesDone: 0,
            bytesTotal: groups.reduce(0) { $0 &+ $1.files.reduce(0) { $0 &+ $1.byteCount } }
        )
        let fileSystem = try FileSystemSync(of: layout.root)
        for start in stride(from: 0, to: groups.count, by: Self.batch) {
            if isCancelled() { throw CancellationError() }
            let part = groups[start..<min(start + Self.batch, groups.count)]
            let failures = try fetch(try part.compactMap { try fetchRequest(for: $0, in: target) })
            try target.placeFiles(
                try part.flatMap { try completeGroup($0, failures: failures, in: target) },
                fileSystem: fileSystem
            )
            for group in part {
                recordResult(of: group, failure: failures[group.object], in: &outcome)
                for file in group.files { state.pass(file) }
            }
            progress(state)
        }
        return outcome
    }

    /// Returns what is to be fetched for a group; nil if one of its files is there.
    private func fetchRequest(
        for group: Group,
        in target: BackupTarget
    ) throws
        -> LibraryRestore.Request?
    {
        guard !group.files.contains(where: isThere), let first = group.files.first else {
            return nil
        }
        // The files at their paths, as after a failing disk, do not have their bytes.
        for file in group.files { try FileOperations.removeOriginal(file.file, in: layout) }
        let url = target.draft(first)
        try FileOperations.unlink(url)
        return LibraryRestore.Request(object: group.object, url: url)
    }

    private func isThere(_ file: PromisedFile) -> Bool {
        file.finding(in: layout, readingBytes: false) == nil
    }

    /// Copies a fetched or present file for the other files with its bytes, and returns the drafts to be placed.
    private func completeGroup(
        _ group: Group,
        failures: [RemoteObject: String],
        in target: BackupTarget
    ) throws -> [PromisedFile] {
        guard failures[group.object] == nil else { return [] }
        let missing = group.files.filter { !isThere($0) }
        let present = group.files.first(where: isThere).map { layout.original($0.file) }
        guard let source = present ?? missing.first.map(target.draft) else { return [] }
        for file in missing.dropFirst(present == nil ? 1 : 0) {
            let draft = target.draft(file)
            try FileOperations.unlink(draft)
            let brought = try SourceFile.bring(source, to: draft, settles: false)
            guard brought.checksum == file.checksum else { throw SourceFile.changed(source) }
        }
        return missing
    }

    private mutating func recordResult(
        of group: Group,
        failure: String?,
        in outcome: inout LibraryRestore.Outcome
    ) {
        guard let failure else {
            outcome.files += group.files.count
            outcome.bytes += group.files.reduce(0) { $0 &+ $1.byteCount }
            taken += group.promises
            return
        }
        outcome.forgotten += group.files.filter { forgotten.contains($0.file) }
            .map { $0.filename ?? $0.owner }
        outcome.findings += group.files.filter { !forgotten.contains($0.file) }.map { file in
            Finding(
                .originalMissing,
                "\(file.subject) could not be restored: \(failure)",
                at: layout.original(file.file).path
            )
        }
    }
}
