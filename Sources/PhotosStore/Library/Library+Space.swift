import Foundation
import GRDB
import Glibc
import Synchronization

/// Freeing space: files that remotes have leave the library's folder.
extension Library {
    /// Returns the rule for the space of files; nil where all files stay.
    package func spaceRule() throws -> SpaceRule? {
        try readAll { db in try ElsewhereLedger(db).rule() }
    }

    /// Sets the rule, or ends it.
    ///
    /// Files that are elsewhere stay there.
    package func set(_ rule: SpaceRule?) throws {
        try requireEverything(Self.spaceChange)
        if let rule {
            guard rule.byteCount >= 0, rule.copies > 0, rule.proofDays > 0 else {
                throw StoreError(
                    .changeNotSupported,
                    "A rule has a space of 0 bytes or more, at least one copy, and proofs of at least one day."
                )
            }
        }
        try usingReserve { try write { db in try ElsewhereLedger(db).set(rule) } }
    }

    /// Returns how many of the library's own files are here, and how many are elsewhere.
    package func spaceUse() throws -> SpaceUse {
        try requireEverything("see how much space its files take")
        return try readAll { db in try ElsewhereLedger(db).use() }
    }

    /// Pins assets and albums, or ends that.
    ///
    /// Files of pinned ones stay.
    package func pin(assets: [Int64], albums: [Int64], isPinned: Bool) throws {
        try requireEverything(Self.spaceChange)
        try write { db in
            try ElsewhereLedger(db).pin(assets: assets, albums: albums, isPinned: isPinned)
        }
    }

    private static let spaceChange = "change which files stay on this disk"

    /// What a run has freed.
    package struct Release: Hashable, Sendable {
        package var released = RemoteTotals.Part()
        /// The bytes over the space that could not be freed, because no remote has proved copies or files are pinned.
        package var missing: Int64 = 0
        /// The bytes of the files that are in the library's folder now; nil without a rule.
        package var local: Int64?

        package init() {}
    }

    /// Frees space until the files take no more than the rule says.
    ///
    /// The files whose last use is longest ago go first. Their previews are made before, if they are not stored.
    /// A run that ends early leaves no file without a row that says where it is.
    ///
    /// - Parameters:
    ///   - more: Further bytes to be freed, for files that are about to come.
    ///   - least: Bytes to be freed even where the files fit, because the volume is full.
    ///   - keeping: The rows of resources whose files stay.
    ///   - waits: Whether to wait for another process that frees space at present.
    ///   - isCancelled: Asked before each group of files.
    ///   - released: Called after each file.
    /// - Returns: What was freed; nothing if there is no rule, or if another process frees space at present.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func freeSpace(
        more: Int64 = 0,
        atLeast least: Int64 = 0,
        keeping: Set<Int64> = [],
        waits: Bool = false,
        isCancelled: () -> Bool = { false },
        released: (ReleaseCandidate) -> Void = { _ in }
    ) throws -> Release {
        try requireEverything(Self.spaceChange)
        return try letFilesLeave(
            more: more,
            atLeast: least,
            keeping: keeping,
            waits: waits,
            isCancelled: isCancelled,
            released: released
        )
    }

    /// Frees space as ``freeSpace(more:atLeast:keeping:waits:isCancelled:released:)`` does, whatever the client may see.
    ///
    /// The rule is the owner's, and what leaves changes nothing that a client sees.
    func letFilesLeave(
        more: Int64 = 0,
        atLeast least: Int64,
        keeping: Set<Int64>,
        waits: Bool,
        isCancelled: () -> Bool = { false },
        released: (ReleaseCandidate) -> Void = { _ in }
    ) throws -> Release {
        var outcome = Release()
        guard let rule = try spaceRule(), let lock = try SpaceLock(of: self, waits: waits) else {
            return outcome
        }
        defer { withExtendedLifetime(lock) {} }
        try noteReturnedFiles()
        removeOldDrafts()
        let local = try readAll { db in try ElsewhereLedger(db).use() }.local.bytes
        outcome.local = local
        var rest = max(local - rule.byteCount + more, least)
        guard rest > 0 else { return outcome }
        let candidates = try readAll { db in
            try mayLeave(rule, db)
        }.filter { !keeping.contains($0.resource) }.compactMap { lastUse(of: $0) }
        let chosen = ReleaseChoice.files(of: candidates, freeing: rest)
        for start in stride(from: 0, to: chosen.count, by: Self.releaseBatch) {
            if isCancelled() { break }
            let part = Array(chosen[start..<min(start + Self.releaseBatch, chosen.count)])
            for file in try release(makePreviews(of: part), rule) {
                releaseCount.add(1, ordering: .relaxed)
                outcome.released.count += 1
                outcome.released.bytes += file.byteCount
                rest -= file.byteCount
                released(file)
            }
        }
        outcome.missing = max(0, rest)
        outcome.local = local - outcome.released.bytes
        return outcome
    }

    private static let releaseBatch = 64

    /// Returns a candidate with the time of its last use; nil where no file is there.
    private func lastUse(of candidate: ReleaseCandidate) -> ReleaseCandidate? {
        var facts = stat()
        guard lstat(layout.original(candidate.file).path, &facts) == 0 else { return nil }
        var candidate = candidate
        candidate.lastUse = max(
            FolderListing.nanoseconds(facts.st_atim),
            FolderListing.nanoseconds(facts.st_ctim)
        )
        return candidate
    }

    /// Makes the previews that are not stored yet, since they cannot be made later without the network.
    ///
    /// - Returns: The files that may leave. Others have previews that could not be stored, as on a full disk.
    private func makePreviews(of files: [ReleaseCandidate]) throws -> [ReleaseCandidate] {
        let resources = try resources(files.map(\.resource))
        let lacking = previews.lacking(PreviewSize.allCases, of: resources)
        var staying: Set<Int64> = []
        for resource in lacking where resource.type != ResourceRole.adjustmentData {
            // A file without a picture has no preview; nothing is lost with it.
            guard let made = try? makePreviews(PreviewSize.allCases, of: resource) else { continue }
            do {
                // The file takes more space than its previews.
                try usingReserve {
                    do {
                        try previews.save(made, of: resource)
                    } catch {
                        throw StoreError(error)
                    }
                }
            } catch {
                staying.insert(resource.rowID)
            }
        }
        return staying.isEmpty ? files : files.filter { !staying.contains($0.resource) }
    }

    private func mayLeave(
        _ rule: SpaceRule,
        _ db: Database,
        among resources: [Int64]? = nil
    ) throws -> [ReleaseCandidate] {
        try ElsewhereLedger(db).mayLeave(
            rule,
            identity.incarnation,
            now: environment.now(),
            smallest: environment.smallestReleasedFile,
            among: resources
        )
    }

    /// Notes that files leave, in the transaction that checks that remotes have them, and then removes them.
    private func release(
        _ files: [ReleaseCandidate],
        _ rule: SpaceRule
    ) throws -> [ReleaseCandidate] {
        let now = environment.now()
        let leaving = try usingReserve {
            try write { db in
                let ledger = ElsewhereLedger(db)
                let may = try mayLeave(rule, db, among: files.map(\.resource))
                try ledger.noteLeft(may.map(\.resource), on: now)
                return may
            }
        }
        for file in leaving {
            try FileOperations.unlink(layout.original(file.file))
        }
        return leaving
    }

    /// Forgets that files left which are here again, unless another process frees space at present.
    package func settleReturnedFiles() throws {
        guard let lock = try SpaceLock(of: self) else { return }
        defer { withExtendedLifetime(lock) {} }
        try noteReturnedFiles()
    }

    /// Forgets that files left which are here again.
    ///
    /// They were fetched, or imported again, or a run ended before it removed them.
    private func noteReturnedFiles() throws {
        var last: Int64 = 0
        while true {
            let left = try readAll { db in
                try ElsewhereLedger(db).left(after: last, atMost: 1_024)
            }
            guard let end = left.last else { return }
            last = end.resource
            let here = left.filter { FileOperations.size(layout.original($0.file)) != nil }
            guard !here.isEmpty else { continue }
            // The row may go only when the file's name is on the disk.
            let folders = Set(here.map { layout.original($0.file).deletingLastPathComponent() })
            try FileSystemSync(of: layout.root).syncFolders(Array(folders))
            try usingReserve {
                try write { db in try ElsewhereLedger(db).noteReturned(here.map(\.resource)) }
            }
        }
    }

    /// Removes what processes left that ended while they fetched files.
    private func removeOldDrafts() {
        let names = try? FileManager.default.contentsOfDirectory(atPath: fetchFolder.path)
        for name in names ?? [] where name.hasSuffix(FetchLock.ending) {
            // A lock that is free removes its files.
            _ = try? FetchLock(String(name.dropLast(FetchLock.ending.count)), in: self)
        }
    }
}

/// Excludes other processes from freeing space of the same library.
private final class SpaceLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - waits: Whether to wait until another process or thread has given the lock back. Otherwise the result is nil.
    /// - Throws: ``StoreError``.
    init?(of library: Library, waits: Bool = false) throws {
        let url = library.layout.databaseFolder
            .appendingPathComponent("space.lock", isDirectory: false)
        let descriptor = try FileOperations.open(url, O_RDWR | O_CREAT | O_NOFOLLOW)
        var code = flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB)
        while code != 0, waits, errno == EINTR { code = flock(descriptor, LOCK_EX) }
        guard code == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        // A process that is just being started may have the descriptor a moment longer.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
