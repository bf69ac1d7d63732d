package import Foundation
import GRDB
import Glibc

/// Makes a consistent copy of a library while other processes use it, or updates an earlier copy.
///
/// The copy is the state at one position in the log. The database is copied first, and then every file that
/// it mentions. No file can be removed from the library meanwhile.
///
/// A new copy is built beside the destination, and gets its name when all of it is on disk. In an earlier
/// copy, new files are added before the database that mentions them, and old files are removed after it. So a
/// copy at the destination is complete whenever the backup ends, even if it ends early. Files that were
/// copied by then are not copied again.
package struct LibraryBackup {
    let library: Library
    let readsAll: Bool
    /// Whether files that stay in their sources become the copy's own files.
    let takesSources: Bool
    /// Whether to go on over a backup that has changes which the library does not know.
    let goesOverNewer: Bool
    let isCancelled: () -> Bool
    let progress: (CheckProgress) -> Void

    /// Prepares a backup.
    ///
    /// - Parameters:
    ///   - library: The library to copy.
    ///   - readingAll: Also reads the files that an earlier copy has, and copies damaged ones again.
    ///   - withSources: Also copies the files that stay in their sources. Otherwise, those that an earlier
    ///     copy has stay in it.
    ///   - overNewer: Goes on over an earlier copy that has changes which the library does not know. Files that only that
    ///     copy has are kept in a folder.
    ///   - isCancelled: Called before each file.
    ///   - progress: Called on the thread that does the work.
    package init(
        _ library: Library,
        readingAll: Bool = false,
        withSources: Bool = false,
        overNewer: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (CheckProgress) -> Void = { _ in }
    ) {
        self.library = library
        readsAll = readingAll
        takesSources = withSources
        goesOverNewer = overNewer
        self.isCancelled = isCancelled
        self.progress = progress
    }

    /// Returns whether a folder contains a backup that nobody has opened for writing.
    ///
    /// Opening a backup for writing makes it a separate library.
    package static func isUntouched(at url: URL) -> Bool {
        BackupTarget.isUntouched(LibraryLayout(root: url))
    }

    /// Returns whether a folder contains such a backup at the place where it was made.
    ///
    /// The result is false for a copy of a backup, and for backups that earlier software made.
    package static func standsWhereMade(at url: URL) -> Bool {
        BackupTarget.standsWhereMade(LibraryLayout(root: url))
    }

    /// The outcome of a backup.
    package struct Outcome: Hashable, Sendable {
        /// The number of files in the copy, including those from sources.
        package var files = 0
        package var bytes: Int64 = 0
        package var copiedFiles = 0
        package var copiedBytes: Int64 = 0
        /// The number of files removed from the earlier copy, because no row mentions them.
        package var removedFiles = 0
        /// The folder with what only a newer copy had; nil unless there was one.
        package var keptFolder: URL?
        /// The number of files in it.
        package var keptFiles = 0
        /// Missing and damaged files of the library itself, even where an earlier copy has them.
        package var findings: [Finding] = []
        /// Files of assets that the copy lacks, because they stay in sources.
        package var leftOut: [LeftOut] = []
        /// Files that the copy lacks, because they are in remotes alone.
        package var elsewhere = RemoteTotals.Part()
        /// Files that the copy lacks, and that only remotes are said to have which could not be asked.
        package var unanswered = RemoteTotals.Part()
        /// The remotes that did not answer; empty without such files.
        package var silences: [ElsewhereLook.Silence] = []
        /// The sequence number of the state that was copied.
        package var sequence: Int64 = 0
    }

    /// Makes the backup.
    ///
    /// - Throws: ``StoreError``, or `CancellationError`. An earlier copy at the destination is still complete
    ///   then.
    package func run(to destination: URL) throws -> Outcome {
        try library.core.requireEverything("make a backup")
        guard library.core.temporaryFolder == nil else {
            throw StoreError(
                .changeNotSupported,
                "A library in memory cannot be backed up. Export its photos instead."
            )
        }
        let target = try BackupTarget(destination, of: library)
        do {
            return try target.whileLocked(library.environment) { try fillTarget(target) }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StoreError(error, copyingTo: destination)
        }
    }

    private func fillTarget(_ target: BackupTarget) throws -> Outcome {
        let lock = try BackupLock.forCopying(library.layout)
        defer {
            lock.release()
            // Files of assets that were deleted for good meanwhile were kept for the backup.
            if library.mode == .readWrite { library.commits.removeReleasedFilesIfPossible() }
        }
        let newer = try NewerCopy(target, of: library)
        if let newer, !goesOverNewer { throw newer.refusal }
        let snapshot = try makingRoom(for: 0, in: target) {
            try BackupSnapshot(of: library, in: target.layout)
        }
        var outcome = Outcome()
        outcome.sequence = snapshot.sequence
        let inSources = snapshot.inSources.map(\.copy)
        var state = CheckProgress(
            filesDone: 0,
            filesTotal: snapshot.files.count + inSources.count,
            bytesDone: 0,
            bytesTotal: (snapshot.files + inSources).reduce(0) { $0 &+ $1.byteCount }
        )
        let left = try copyFiles(snapshot.files, to: target, outcome: &outcome, state: &state)
        try snapshot.noteLeft(left, of: library)
        let earlier = EarlierSidecars(target.layout)
        let taken = try copySources(
            of: snapshot,
            to: target,
            besides: earlier,
            outcome: &outcome,
            state: &state
        )
        let forgotten = ForgottenInCopy(snapshot.files.filter(isOffline), target.layout)
        try snapshot.adopt(taken, without: forgotten.lacking, on: library.environment.now())
        try snapshot.noteOnline(forgotten.whole)
        let kept = try snapshot.keepEarlier(
            earlier.copies(besides: taken, in: target.layout),
            beside: earlier.namesBeside(taken),
            of: earlier
        ) { copy in
            let file = CompanionFile(
                url: target.layout.original(copy.file),
                name: copy.filename ?? ""
            )
            return (try? library.facts.readCompanions([file])).flatMap(RecordedFacts.init)
        }
        for file in kept { outcome.recordFile(file) }
        let wanted = snapshot.files + taken.map(\.copy) + kept
        // Before the database that forgets them: should this end here, the next run finds the newer one still.
        if let newer {
            (outcome.keptFolder, outcome.keptFiles) = try newer.saveNewerFiles(
                without: wanted,
                date: library.environment.now()
            )
        }
        try target.publishDatabase(snapshot.url, sentinel: snapshot.sentinel, isBackup: true)
        outcome.removedFiles = try target.removeOthers(than: wanted)
        try target.moveToDestination()
        return outcome
    }

    // MARK: Files

    /// Copies files, and returns those that left the library's folder since the copy of the database was made.
    private func copyFiles(
        _ files: [PromisedFile],
        to target: BackupTarget,
        outcome: inout Outcome,
        state: inout CheckProgress
    ) throws -> [PromisedFile] {
        var left: [PromisedFile] = []
        let layout = target.layout
        let earlier = EarlierFiles(layout)
        let look = try library.remotes.lookElsewhere(
            for: files.filter { $0.isElsewhere(library.layout) }.map(\.object)
        )
        let fileSystem = try FileSystemSync(of: layout.root)
        for start in stride(from: 0, to: files.count, by: Self.batch) {
            let part = files[start..<min(start + Self.batch, files.count)]
            var staged: [PromisedFile] = []
            for file in part {
                if isCancelled() { throw CancellationError() }
                if try hasFile(file, in: layout) {
                    outcome.recordFile(file)
                    // The copy has a file that left since the copy of the database was made.
                    if let finding = loss(of: file, copiedTo: layout),
                        try !library.originals.hasLeft(file.file)
                    {
                        outcome.findings.append(finding)
                    }
                } else if file.isElsewhere(library.layout), try earlier.bring(file) {
                    outcome.recordFile(file)
                } else if file.isElsewhere(library.layout),
                    let finding = file.findingElsewhere(in: library.layout, look)
                {
                    outcome.findings.append(finding)
                } else if file.isElsewhere(library.layout), look.unanswered.contains(file.object) {
                    outcome.unanswered.add(file.byteCount)
                    outcome.silences = look.silences
                } else if file.isElsewhere(library.layout) {
                    outcome.elsewhere.count += 1
                    outcome.elsewhere.bytes += file.byteCount
                } else if isOffline(file), try earlier.bring(file) {
                    // The backup has a file whose source was forgotten since: it may be the last copy.
                    outcome.recordFile(file)
                } else if isOffline(file) {
                    outcome.leaveOut(file, of: nil)
                } else if let finding = try makingRoom(
                    for: file.byteCount,
                    in: target,
                    { try stageFile(file, in: target) }
                ) {
                    if finding.code == .originalMissing, try library.originals.hasLeft(file.file) {
                        left.append(file)
                        outcome.elsewhere.count += 1
                        outcome.elsewhere.bytes += file.byteCount
                    } else if try earlier.bring(file) {
                        outcome.recordFile(file)
                        outcome.findings.append(keptFinding(finding, file: file, in: layout))
                    } else {
                        outcome.findings.append(finding)
                    }
                } else {
                    staged.append(file)
                    outcome.recordFile(file, isCopied: true)
                }
                state.pass(file)
                progress(state)
            }
            try target.placeFiles(staged, fileSystem: fileSystem)
        }
        // All folders are flushed, because an earlier backup may have moved files and ended before flushing.
        let folders = Set(files.map { layout.original($0.file).deletingLastPathComponent() })
        try fileSystem.syncFolders(folders.filter { FileOperations.isFolder($0) })
        return left
    }

    /// Runs an operation that writes to the backup.
    ///
    /// On the library's own volume, files of the library may make room.
    private func makingRoom<Result>(
        for byteCount: Int64,
        in target: BackupTarget,
        _ body: () throws -> Result
    ) throws -> Result {
        guard FileOperations.areOnOneVolume(library.layout.root, and: target.layout.root) else {
            return try body()
        }
        return try library.core.makingRoom(for: byteCount, body)
    }

    static let batch = 256

    func hasFile(_ file: PromisedFile, in target: LibraryLayout) throws -> Bool {
        guard let finding = file.finding(in: target, readingBytes: readsAll) else { return true }
        guard finding.code != .originalMissing else { return false }
        try FileOperations.removeOriginal(file.file, in: target)
        return false
    }

    func isOffline(_ file: PromisedFile) -> Bool {
        file.mayBeAbsent && FileOperations.size(library.layout.original(file.file)) == nil
    }

    /// Copies a file of the library to the staging folder of the copy.
    ///
    /// - Returns: The reason why the library cannot provide the file; nil if the file was copied.
    private func stageFile(_ file: PromisedFile, in target: BackupTarget) throws -> Finding? {
        if let finding = file.finding(in: library.layout, readingBytes: false) { return finding }
        let temporary = target.draft(file)
        try FileOperations.unlink(temporary)
        do {
            let brought = try SourceFile.bring(
                library.layout.original(file.file),
                to: temporary,
                settles: false
            )
            if brought.checksum == file.checksum { return nil }
            try FileOperations.unlink(temporary)
            return file.otherBytes(in: library.layout)
        } catch let error as StoreError where error.code == .inputOutput {
            // The error may come from the library's volume or from the destination's. In the latter case a
            // later flush fails, too.
            try FileOperations.unlink(temporary)
            return file.unreadable(error, in: library.layout)
        }
    }
}
