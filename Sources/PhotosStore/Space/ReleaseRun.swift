import Foundation
import GRDB
import Glibc
import PhotosBase
import PhotosMedia
import Synchronization

/// A run in which files leave the library's folder: it makes their previews, asks the remotes, notes that the files leave,
/// and removes them.
struct ReleaseRun {
    private let space: LibrarySpace
    private let rule: SpaceRule
    private let patience: ObjectLook.Patience
    private let isCancelled: () -> Bool
    /// The remotes that did not answer in this run, each of which is waited for once.
    private var silent: Set<Int64> = []
    /// The number of files that each remote lacks, by its name.
    private var lost: [String: Int] = [:]
    /// The answers of remotes that were asked whether they are the same places.
    private var places: [Int64: (date: Date, answer: ObjectLookAnswer)] = [:]
    /// Whether all remotes together are too few separate places, so that no file can leave.
    private var isHopeless = false
    private(set) var outcome = LibrarySpace.Release()

    init(
        _ space: LibrarySpace,
        _ rule: SpaceRule,
        _ patience: ObjectLook.Patience,
        isCancelled: @escaping () -> Bool
    ) {
        self.space = space
        self.rule = rule
        self.patience = patience
        self.isCancelled = isCancelled
    }

    /// The number of files that leave in one transaction.
    private static let batch = 64
    /// The age in seconds from which an answer counts for nothing.
    private static let oldestLook = 600.0

    /// Lets files leave until so many bytes are free, or no further file may leave.
    mutating func freeSpace(
        _ byteCount: Int64,
        keeping: Set<Int64>,
        among chosen: Set<Int64>?,
        released: (ReleaseCandidate) -> Void
    ) throws {
        let candidates = try space.core.readAll { db in
            try mayLeave(db, among: chosen.map(Array.init))
        }
        .filter { !keeping.contains($0.resource) }
        .compactMap { lastUse(of: $0) }
        var waiting = ReleaseChoice.ordered(candidates)[...]
        var rest = byteCount
        while rest > 0, !isCancelled(), !isHopeless, try hasRemotes() {
            let part = ReleaseChoice.first(of: waiting, freeing: rest, atMost: Self.batch)
            guard !part.isEmpty else { break }
            waiting = waiting[part.endIndex...]
            for file in try releaseFiles(makePreviews(of: Array(part))) {
                space.releaseCount.add(1, ordering: .relaxed)
                outcome.released.count += 1
                outcome.released.bytes += file.byteCount
                rest -= file.byteCount
                released(file)
            }
        }
        outcome.missing = max(0, rest)
        for (name, count) in lost {
            outcome.obstacles.insert(
                "The remote \(name) lacks \(count == 1 ? "a file" : "\(count) files") that it had. Run `photokit remote check \(ShellWord.operand(name))`."
            )
        }
        // A problem that kept no file here is no obstacle.
        if outcome.missing == 0 { outcome.obstacles = [] }
    }

    /// Whether enough remotes may still answer.
    private func hasRemotes() throws -> Bool {
        try remoteRows().count >= rule.copies
    }

    private func remoteRows() throws -> [RemoteRow] {
        // The rule is the owner's, so it holds for programs that may not see remotes, too.
        try space.core.readAll { db in try RemoteLedger(db).remotes() }.filter {
            $0.incarnation == space.core.identity.incarnation && !silent.contains($0.id)
        }
    }

    // MARK: Candidates

    private func mayLeave(
        _ db: Database,
        among resources: [Int64]? = nil
    ) throws -> [ReleaseCandidate] {
        try ElsewhereLedger(db).mayLeave(
            by: rule,
            incarnation: space.core.identity.incarnation,
            now: space.core.environment.now(),
            smallest: space.core.environment.smallestReleasedFile,
            among: resources
        )
    }

    /// Returns a candidate with the time of its last use; nil where no file is there.
    private func lastUse(of candidate: ReleaseCandidate) -> ReleaseCandidate? {
        var facts = stat()
        guard lstat(space.core.layout.original(candidate.file).path, &facts) == 0 else {
            return nil
        }
        var candidate = candidate
        candidate.lastUse = max(
            FolderListing.nanoseconds(facts.st_atim),
            FolderListing.nanoseconds(facts.st_ctim)
        )
        return candidate
    }

    // MARK: Previews

    /// Makes the previews that are not stored yet, since they cannot be made later without the network.
    ///
    /// - Returns: The files that may leave. Others have previews that could not be made for now, as without the worker, or
    ///   not be stored, as on a full disk.
    private mutating func makePreviews(of files: [ReleaseCandidate]) throws -> [ReleaseCandidate] {
        let resources = try space.records.resources(files.map(\.resource))
        let lacking = space.pictures.previews.lacking(PreviewSize.allCases, of: resources)
        var staying: Set<Int64> = []
        for resource in lacking where resource.type != ResourceRole.adjustmentData {
            do {
                try storePreviews(
                    space.pictures.makePreviews(PreviewSize.allCases, of: resource),
                    of: resource
                )
            } catch let error as MediaWorkerError where !error.isOfFile {
                staying.insert(resource.rowID)
                outcome.obstacles.insert("Files stay that have no previews yet: \(error)")
            } catch let error as StoreError {
                staying.insert(resource.rowID)
                outcome.obstacles.insert("Files stay that have no previews yet: \(error.message)")
            } catch {
                // A file without a picture has no preview; nothing is lost with it.
            }
        }
        return staying.isEmpty ? files : files.filter { !staying.contains($0.resource) }
    }

    private func storePreviews(
        _ previews: [PreviewSize: Preview],
        of resource: ResourceRecord
    ) throws {
        // The file takes more space than its previews.
        try space.core.usingReserve {
            do {
                try space.pictures.previews.save(previews, of: resource)
            } catch {
                throw StoreError(error)
            }
        }
    }

    // MARK: Leaving

    /// Asks whether remotes have files, notes that the files leave, and then removes them.
    ///
    /// - Returns: The files that have left.
    private mutating func releaseFiles(_ files: [ReleaseCandidate]) throws -> [ReleaseCandidate] {
        let date = space.core.environment.now()
        let known = try space.core.readAll { db in try proofs(of: files, db) }
        let reach = try copiesInReach(of: known)
        var sharesPlaces = false
        let leaving: [ReleaseCandidate] = try space.core.usingReserve {
            try space.core.write { db in
                let now = space.core.environment.now()
                guard now.timeIntervalSince(date) <= Self.oldestLook else { return [] }
                let ledger = ElsewhereLedger(db)
                let may = try mayLeave(db, among: files.map(\.resource))
                // Another process may have noted a loss since the remotes answered.
                let present = try proofs(of: may, db)
                let leaving = may.filter { file in
                    guard let now = present[file.resource], let then = known[file.resource],
                        now.object == then.object
                    else { return false }
                    let remotes = now.remotes.intersection(then.remotes)
                    let count = reach.count(of: now.object, in: remotes)
                    if count < rule.copies,
                        reach.holders(of: now.object, in: remotes) >= rule.copies
                    {
                        sharesPlaces = true
                    }
                    return count >= rule.copies
                }
                try ledger.noteLeft(leaving.map(\.resource), on: now)
                return leaving
            }
        }
        if sharesPlaces {
            outcome.obstacles.insert(
                "The rule asks for \(rule.copies) copies, and remotes that have the files are one place or on one disk, so they count as one copy. Add a remote on another disk."
            )
        }
        for file in leaving {
            try FileOperations.unlink(space.core.layout.original(file.file))
        }
        return leaving
    }

    private func proofs(
        of files: [ReleaseCandidate],
        _ db: Database
    ) throws -> [Int64: ProvedFile] {
        try ElsewhereLedger(db).proofs(
            of: files.map(\.resource),
            rule: rule,
            incarnation: space.core.identity.incarnation,
            now: space.core.environment.now()
        )
    }

    /// Asks the remotes that have proofs of files whether the files are there.
    private mutating func copiesInReach(of files: [Int64: ProvedFile]) throws -> CopiesInReach {
        var reach = CopiesInReach()
        for remote in try remoteRows() {
            let objects = Set(files.values.filter { $0.remotes.contains(remote.id) }.map(\.object))
            guard !objects.isEmpty else { continue }
            do {
                let answer = try lookAnswer(of: remote, for: Array(objects))
                reach.add(answer, of: remote.id)
                if !answer.hasDatabase {
                    outcome.obstacles.insert(
                        "The remote \(remote.name) has no copy of the database. Run `photokit remote sync \(ShellWord.operand(remote.name))`."
                    )
                }
                let count = objects.subtracting(answer.objects).count
                if count > 0 { lost[remote.name, default: 0] += count }
                if count > 0 || !answer.hasDatabase { outcome.unfit.insert(remote.id) }
            } catch let failure as ObjectTransferFailure {
                silent.insert(remote.id)
                outcome.unfit.insert(remote.id)
                if case .cancelled = failure { continue }
                outcome.obstacles.insert(
                    "The remote \(remote.name) cannot be used now: \(failure.sentence)"
                )
            }
        }
        let own = try remoteRows()
        isHopeless =
            own.allSatisfy { places[$0.id] != nil }
            && SeparatePlaces.count(
                own.compactMap { places[$0.id]?.answer }.filter(\.hasDatabase).map(\.marks)
            ) < rule.copies
        return reach
    }

    /// Asks a remote for objects, and once in ten minutes whether it is the same place.
    private mutating func lookAnswer(
        of remote: RemoteRow,
        for objects: [RemoteObject]
    ) throws -> ObjectLookAnswer {
        let now = space.core.environment.now()
        if let place = places[remote.id],
            (0..<Self.oldestLook).contains(now.timeIntervalSince(place.date))
        {
            var answer = place.answer
            answer.objects =
                try space.remotes.lookForObjects(
                    objects,
                    in: remote,
                    patience: patience,
                    checkingPlace: false
                ).objects
            return answer
        }
        let answer = try space.remotes.lookForObjects(objects, in: remote, patience: patience)
        places[remote.id] = (now, answer)
        return answer
    }
}
