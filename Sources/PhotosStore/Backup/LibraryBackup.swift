package import Foundation
import GRDB
import Glibc

/// Makes a consistent copy of a library while others go on using it, or brings an earlier copy up to date.
///
/// The copy is the state at one place in the log: the database first, then every file that it mentions, none of which can
/// be removed meanwhile. A new copy is built beside its place and gets its name when all of it is on the disk; in an
/// earlier copy, files come before the database that mentions them, and go after it. So what stands at the destination
/// is whole whenever the work ends, and what was copied by then need not be copied again.
package struct LibraryBackup {
    let library: Library
    let readsAll: Bool
    /// Whether files that stay in their sources become the copy's own.
    let takesSources: Bool
    let isCancelled: () -> Bool
    let progress: (CheckProgress) -> Void

    /// - Parameters:
    ///   - library: the library to copy.
    ///   - readingAll: also reads the files that an earlier copy has, and copies again those that are damaged.
    ///   - withSources: also copies the files that stay in their sources. Without it, those that an earlier copy has stay
    ///     in it.
    ///   - isCancelled: asked before each file.
    ///   - progress: called on the thread that does the work.
    package init(
        _ library: Library,
        readingAll: Bool = false,
        withSources: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (CheckProgress) -> Void = { _ in }
    ) {
        self.library = library
        readsAll = readingAll
        takesSources = withSources
        self.isCancelled = isCancelled
        self.progress = progress
    }

    /// Whether a folder holds a backup that nobody has opened for writing: doing so makes it a library of its own.
    package static func isUntouched(at url: URL) -> Bool {
        BackupTarget.isUntouched(LibraryLayout(root: url))
    }

    /// What a backup did.
    package struct Outcome: Hashable, Sendable {
        /// Files that the copy has now, those included that it took from sources.
        package var files = 0
        package var bytes: Int64 = 0
        package var copiedFiles = 0
        package var copiedBytes: Int64 = 0
        /// Files of the earlier copy that nothing mentions any more.
        package var removedFiles = 0
        /// Files that the library itself has lost or damaged, whether or not an earlier copy has them.
        package var findings: [Finding] = []
        /// Files of assets that the copy is without, since they stay in sources.
        package var leftOut: [LeftOut] = []
        /// The place in the log that the copy is of.
        package var sequence: Int64 = 0
    }

    /// - Throws: ``StoreError``, or `CancellationError`; what stood at the destination before is whole then.
    package func run(to destination: URL) throws -> Outcome {
        try library.requireEverything("make a backup")
        guard library.temporaryFolder == nil else {
            throw StoreError(
                .changeNotSupported,
                "A library in memory cannot be backed up. Export its photos instead."
            )
        }
        let target = try BackupTarget(destination, of: library)
        do {
            return try target.whileLocked(library.environment) { try fill(target) }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StoreError(error)
        }
    }

    private func fill(_ target: BackupTarget) throws -> Outcome {
        let lock = try BackupLock.forCopying(library.layout)
        defer {
            lock.release()
            // What was deleted for good meanwhile waited for us.
            if library.mode == .readWrite { try? library.removeReleasedFiles() }
        }
        let snapshot = try BackupSnapshot(of: library, in: target.layout)
        var outcome = Outcome()
        outcome.sequence = snapshot.sequence
        let inSources = snapshot.inSources.map(\.copy)
        var state = CheckProgress(
            filesDone: 0,
            filesTotal: snapshot.files.count + inSources.count,
            bytesDone: 0,
            bytesTotal: (snapshot.files + inSources).reduce(0) { $0 &+ $1.byteCount }
        )
        try copy(snapshot.files, to: target.layout, &outcome, &state)
        let taken = try copySources(of: snapshot, to: target.layout, &outcome, &state)
        try snapshot.adopt(taken, without: lost(snapshot.files))
        try target.publish(snapshot)
        outcome.removedFiles = try target.removeOthers(than: snapshot.files + taken.map(\.copy))
        try target.settle()
        return outcome
    }

    // MARK: Files

    private func copy(
        _ files: [PromisedFile],
        to target: LibraryLayout,
        _ outcome: inout Outcome,
        _ state: inout CheckProgress
    ) throws {
        let fileSystem = try FileSystemSync(of: target.root)
        for start in stride(from: 0, to: files.count, by: Self.batch) {
            let part = files[start..<min(start + Self.batch, files.count)]
            var staged: [PromisedFile] = []
            for file in part {
                if isCancelled() { throw CancellationError() }
                if try has(file, target) {
                    outcome.note(file)
                    if let finding = loss(of: file, copiedTo: target) {
                        outcome.findings.append(finding)
                    }
                } else if isOffline(file) {
                    outcome.leaveOut(file, of: nil)
                } else if let finding = try stage(file, in: target) {
                    outcome.findings.append(finding)
                } else {
                    staged.append(file)
                    outcome.note(file, isCopied: true)
                }
                state.pass(file)
                progress(state)
            }
            try settle(staged, in: target, fileSystem)
        }
        // All of them: an earlier run that was ended may have moved files and not come to this.
        let folders = Set(files.map { target.original($0.file).deletingLastPathComponent() })
        try fileSystem.syncFolders(folders.filter { FileOperations.isFolder($0) })
    }

    static let batch = 256

    func has(_ file: PromisedFile, _ target: LibraryLayout) throws -> Bool {
        guard let finding = file.finding(in: target, readingBytes: readsAll) else { return true }
        guard finding.code != .originalMissing else { return false }
        try FileOperations.removeOriginal(file.file, target)
        return false
    }

    func isOffline(_ file: PromisedFile) -> Bool {
        file.mayBeAbsent && FileOperations.size(library.layout.original(file.file)) == nil
    }

    /// - Returns: why the library itself cannot give the file.
    private func stage(_ file: PromisedFile, in target: LibraryLayout) throws -> Finding? {
        if let finding = file.finding(in: library.layout, readingBytes: false) { return finding }
        let temporary = temporary(file, target)
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
            // The library's volume, or the destination's? The latter fails the sync of what follows too.
            try FileOperations.unlink(temporary)
            return file.unreadable(error, in: library.layout)
        }
    }

    func settle(
        _ files: [PromisedFile],
        in target: LibraryLayout,
        _ fileSystem: FileSystemSync
    ) throws {
        guard !files.isEmpty else { return }
        try fileSystem.syncContents(files.map { temporary($0, target) })
        let folders = Set(files.map { target.original($0.file).deletingLastPathComponent() })
        for folder in folders { try FileOperations.makeFolder(folder) }
        try FileOperations.syncFolder(target.originals)
        for file in files {
            try FileOperations.moveOriginal(temporary(file, target), to: file.file, target)
        }
    }

    func temporary(_ file: PromisedFile, _ target: LibraryLayout) -> URL {
        target.staging.appendingPathComponent(String(file.file.dropFirst(3)))
    }
}
