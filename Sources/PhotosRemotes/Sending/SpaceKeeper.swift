import Foundation
import PhotosBase
package import PhotosStore
import Synchronization

/// Keeps the library's files within the rule for space while files come.
///
/// Files that remotes have proved leave first. If these do not suffice, others are sent and read back, no more than must
/// leave, and leave then. The mutex guards the state; calls from several threads wait for one another.
package final class SpaceKeeper: Sendable {
    private struct State {
        /// The bytes of the files in the library's folder; nil before they were counted.
        var local: Int64?
        /// The row of the last resource that was tried, for each remote.
        ///
        /// So a file that a remote refuses is tried once.
        var tried: [Int64: Int64] = [:]
        /// The remotes that got files, with the date of the last copy of the database there.
        var used: [Int64: Date] = [:]
        var released = RemoteTotals.Part()
    }

    private let library: Library
    private let open: @Sendable (RemoteRow) throws -> any RemotePlace
    private let isCancelled: @Sendable () -> Bool
    private let state = Mutex(State())

    /// Prepares the work.
    ///
    /// - Parameters:
    ///   - library: The library, open for writing.
    ///   - open: Opens the place of a remote.
    ///   - isCancelled: Asked several times a second while files are sent.
    package init(
        _ library: Library,
        open: @escaping @Sendable (RemoteRow) throws -> any RemotePlace,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.library = library
        self.open = open
        self.isCancelled = isCancelled
    }

    /// The files that left since the beginning.
    package var released: RemoteTotals.Part { state.withLock { $0.released } }

    /// Lets files leave if the library has more bytes than the rule permits.
    ///
    /// Without a rule, or while the files fit, this costs one small query.
    ///
    /// - Parameter byteCount: The bytes that have come since the last call.
    /// - Throws: ``StoreError`` with code `diskFull` and a sentence with the reason, if files that should leave cannot.
    package func applyRule(afterAdding byteCount: Int64) throws {
        guard let rule = try library.space.spaceRule() else { return }
        try state.withLock { state in
            if state.local == nil { sendFirstCopies() }
            let local =
                try state.local.map { $0 + byteCount } ?? library.space.spaceUse().local.bytes
            state.local = local
            guard local > rule.byteCount else { return }
            // A little more leaves than must, so that the next block does not begin all this again.
            let more = min(rule.byteCount / 16, Self.mostBeyond)
            let problem = try freeSpace(more: more, atLeast: 0, rule: rule, state: &state)
            guard !isCancelled(), let left = state.local, left > rule.byteCount else { return }
            let stuck = try library.remotes.filesLackingProofs(rule)
            // Pinned and small files stay, whatever the rule says.
            guard
                problem.isOfLook
                    || stuck.count > 0
                        && (problem.isOfRemote || stuck.bytes > rule.byteCount)
            else { return }
            let wayOut =
                problem.namesWayOut
                ? "" : " Or keep all files here with `photokit remote space --keep-all`."
            throw StoreError(
                .diskFull,
                "The library's files take more than the \(SizeText.text(rule.byteCount)) of the rule for space, and \(SizeText.text(max(stuck.bytes, left - rule.byteCount))) cannot leave this disk. \(problem.sentence)\(wayOut)"
            )
        }
    }

    /// Lets files leave because the volume is full, and sends files before where none can leave.
    ///
    /// - Parameter byteCount: The bytes that are needed.
    /// - Returns: Whether any file has left.
    /// - Throws: ``StoreError``.
    package func makeRoom(for byteCount: Int64) throws -> Bool {
        guard let rule = try library.space.spaceRule() else { return false }
        return try state.withLock { state in
            let before = state.released.count
            _ = try freeSpace(
                more: 0,
                atLeast: byteCount + Self.leastRoom,
                rule: rule,
                state: &state
            )
            return state.released.count > before
        }
    }

    /// Sends a copy of the database to the remotes that got files, so that each can give back a whole library.
    ///
    /// A remote that fails gets its copy from the next run that brings it up to date.
    package func sendDatabases() {
        let used = state.withLock { Set($0.used.keys) }
        guard !used.isEmpty, let remotes = try? library.remotes.all() else { return }
        for remote in remotes where used.contains(remote.id) {
            try? RemoteSync(library, remote: remote, place: open(remote), watch: watch)
                .runForDatabase()
        }
    }

    /// Sends a first copy of the database to remotes that have none, before the disk is full: files leave for no other ones.
    ///
    /// A remote that fails is tried again when files must leave.
    private func sendFirstCopies() {
        let own = (try? library.remotes.all()) ?? []
        for remote in own
        where remote.sentDate == nil && remote.incarnation == library.identity.incarnation {
            try? RemoteSync(library, remote: remote, place: open(remote), watch: watch)
                .runForDatabase()
        }
    }

    private static let mostBeyond: Int64 = 256 << 20
    private static let leastRoom: Int64 = 16 << 20
    /// The seconds after which a remote gets a new copy of the database.
    private static let databasePatience = 240.0

    private var watch: TransferWatch {
        let isCancelled = isCancelled
        return TransferWatch(isCancelled: isCancelled)
    }

    // MARK: Freeing

    /// Why files could not leave.
    private struct Problem {
        /// Whether too few remotes can be used, so that no file at all can leave.
        var isOfRemote = false
        /// Whether remotes have proved copies, and did not show them when they were looked at.
        var isOfLook = false
        /// Whether the sentence says itself how to end the rule.
        var namesWayOut = false
        var sentence = "Run `photokit remote status` to see why."
    }

    private func freeSpace(
        more: Int64,
        atLeast least: Int64,
        rule: SpaceRule,
        state: inout State
    ) throws -> Problem {
        var problem = Problem()
        var freed: Int64 = 0
        while true {
            let outcome = try library.space.freeSpace(
                more: more,
                atLeast: max(0, least - freed),
                waits: true,
                isCancelled: isCancelled
            )
            state.released.count += outcome.released.count
            state.released.bytes += outcome.released.bytes
            freed += outcome.released.bytes
            state.local = outcome.local ?? state.local
            guard outcome.missing > 0, !isCancelled() else { return problem }
            let round = try sendFiles(
                outcome.missing,
                rule: rule,
                without: outcome.unfit,
                state: &state
            )
            problem = round.problem
            guard round.proved > 0 else {
                guard !outcome.obstacles.isEmpty else { return problem }
                problem.isOfLook = true
                problem.namesWayOut = false
                problem.sentence = outcome.obstacles.sorted().joined(separator: " ")
                return problem
            }
        }
    }

    /// Sends and proves files in as many remotes as the rule asks for.
    ///
    /// The remotes of `unfit` did not show the files that they should have. Other remotes are used instead.
    private func sendFiles(
        _ byteCount: Int64,
        rule: SpaceRule,
        without unfit: Set<Int64>,
        state: inout State
    ) throws -> (proved: Int, problem: Problem) {
        var problem = Problem()
        var proved = 0
        // The places that can take files: remotes on one disk are one place.
        var places: [Set<String>] = []
        var able: Int { SeparatePlaces.count(places) }
        let own = try library.remotes.all().filter {
            $0.incarnation == library.identity.incarnation
        }
        for remote in own where able < rule.copies {
            do {
                let report = try sendFiles(byteCount, to: remote, rule: rule, state: &state)
                proved += report.sent.count + report.proved.count
                if let refusal = report.refused.keys.min() {
                    problem.sentence = "The remote \(remote.name) says: \(refusal)"
                }
                if let failure = report.endedBy { throw failure }
                if !unfit.contains(remote.id) {
                    let row = try library.remotes.all().first { $0.id == remote.id } ?? remote
                    places.append(RemoteSettings(text: row.settings).marks ?? [])
                }
            } catch let failure as RemoteFailure {
                problem.sentence =
                    "The remote \(remote.name) cannot take files: \(failure.sentence)"
            }
        }
        guard able < rule.copies else { return (proved, problem) }
        problem.isOfRemote = true
        if own.count < rule.copies {
            problem.namesWayOut = true
            problem.sentence =
                "The rule asks for \(rule.copies == 1 ? "1 remote that belongs" : "\(rule.copies) remotes that belong") to this copy of the library, and there \(own.count == 1 ? "is 1" : "are \(own.count)"). Run `photokit remote add` or `photokit remote adopt`, or end the rule with `photokit remote space --keep-all`."
        }
        return (proved, problem)
    }

    private func sendFiles(
        _ byteCount: Int64,
        to remote: RemoteRow,
        rule: SpaceRule,
        state: inout State
    ) throws -> RemoteSync.Report {
        let sync = RemoteSync(library, remote: remote, place: try open(remote), watch: watch)
        while true {
            do {
                var row = state.tried[remote.id] ?? 0
                // No file leaves for a remote that has no copy of the database, so that comes first.
                if let failure = sendDatabase(with: sync, to: remote, state: &state) {
                    throw failure
                }
                let report = try sync.proveLeaving(byteCount, by: rule, after: &row)
                state.tried[remote.id] = row
                if report.sent.count + report.proved.count > 0 {
                    _ = sendDatabase(with: sync, to: remote, state: &state)
                }
                return report
            } catch let error as StoreError where error.code == .busy {
                // Another process sends files to the remote. Files that it proves may leave, too.
                try watch.check()
                Thread.sleep(forTimeInterval: 0.5)
                if try library.remotes.filesWantingProof(in: remote, rule, after: 0, atMost: 1)
                    .isEmpty
                {
                    return RemoteSync.Report()
                }
            }
        }
    }

    /// Sends a copy of the database now and then, so that a remote knows what its files are.
    ///
    /// - Returns: The failure of the first copy. A later copy that fails is sent with the next files.
    private func sendDatabase(
        with sync: RemoteSync,
        to remote: RemoteRow,
        state: inout State
    ) -> RemoteFailure? {
        let now = library.environment.now()
        let sent = (try? library.remotes.all())?.first { $0.id == remote.id }?.sentDate
        let last = state.used[remote.id] ?? sent ?? .distantPast
        state.used[remote.id] = last
        guard sent == nil || now.timeIntervalSince(last) > Self.databasePatience else { return nil }
        do {
            try sync.runForDatabase()
            state.used[remote.id] = now
            return nil
        } catch {
            guard sent == nil else { return nil }
            return error as? RemoteFailure
                ?? RemoteFailure(
                    .localFile,
                    "No copy of the database can be made for it. \(StoreError(error).message)"
                )
        }
    }
}
