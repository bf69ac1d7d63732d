import Foundation
import PhotosBase
package import PhotosStore
import Synchronization

/// Sends files that must leave to the remotes of the library, and reads them back.
///
/// The mutex guards the state; calls from several threads wait for one another.
package final class RemoteFileSender: LeavingFileSender {
    private struct State {
        /// The row of the last resource that was tried, for each remote.
        ///
        /// So a file that a remote refuses is tried once.
        var tried: [Int64: Int64] = [:]
        /// The remotes that got files, with the date of the last copy of the database there.
        var used: [Int64: Date] = [:]
    }

    private let library: Library
    private let open: @Sendable (RemoteRow) throws -> any RemotePlace
    package let isCancelled: @Sendable () -> Bool
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

    package func sendFirstCopies() {
        let own = (try? library.remotes.all()) ?? []
        for remote in own
        where remote.sentDate == nil && remote.incarnation == library.identity.incarnation {
            try? RemoteSync(library, remote: remote, place: open(remote), watch: watch)
                .runForDatabase()
        }
    }

    /// The seconds after which a remote gets a new copy of the database.
    private static let databasePatience = 240.0

    private var watch: TransferWatch {
        let isCancelled = isCancelled
        return TransferWatch(isCancelled: isCancelled)
    }

    package func sendFiles(
        _ byteCount: Int64,
        by rule: SpaceRule,
        without unfit: Set<Int64>
    ) throws -> (proved: Int, problem: SpaceProblem) {
        try state.withLock { state in
            try sendFiles(byteCount, by: rule, without: unfit, state: &state)
        }
    }

    private func sendFiles(
        _ byteCount: Int64,
        by rule: SpaceRule,
        without unfit: Set<Int64>,
        state: inout State
    ) throws -> (proved: Int, problem: SpaceProblem) {
        var problem = SpaceProblem()
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
