import Synchronization

/// Keeps a library's files within the rule for space while an import brings files, and makes room for them on a full volume.
///
/// Files that remotes have proved leave first. If these do not suffice, others are sent and read back, no more than must
/// leave, and leave then. The mutex guards the state; calls from several threads wait for one another.
package final class SpaceKeeper: RoomMaker {
    private struct State {
        /// The bytes of the files in the library's folder; nil before they were counted.
        var local: Int64?
        var released = RemoteTotals.Part()
    }

    private let space: LibrarySpace
    private let sender: any LeavingFileSender
    private let state = Mutex(State())

    package init(_ space: LibrarySpace, sender: any LeavingFileSender) {
        self.space = space
        self.sender = sender
    }

    /// The files that left since the beginning.
    package var released: RemoteTotals.Part { state.withLock { $0.released } }

    package var releases: Int { space.releases }

    /// Lets files leave if the library has more bytes than the rule permits.
    ///
    /// Without a rule, or while the files fit, this costs one small query.
    ///
    /// - Parameter byteCount: The bytes that have come since the last call.
    /// - Throws: ``StoreError`` with code `diskFull` and a sentence with the reason, if files that should leave cannot.
    package func applyRule(afterAdding byteCount: Int64) throws {
        guard let rule = try space.spaceRule() else { return }
        try state.withLock { state in
            if state.local == nil { sender.sendFirstCopies() }
            let local = try state.local.map { $0 + byteCount } ?? space.spaceUse().local.bytes
            state.local = local
            guard local > rule.byteCount else { return }
            // A little more leaves than must, so that the next block does not begin all this again.
            let more = min(rule.byteCount / 16, Self.mostBeyond)
            let problem = try letFilesLeave(more: more, by: rule, &state).problem
            guard !sender.isCancelled(), let left = state.local, left > rule.byteCount else {
                return
            }
            let stuck = try space.remotes.filesLackingProofs(rule)
            if let failure = problem.failure(of: rule, local: left, stuck: stuck) { throw failure }
        }
    }

    package func makeRoom(for byteCount: Int64, keeping: Set<Int64> = []) throws -> MadeRoom {
        try space.makeRoom(for: byteCount) { rule, least in
            let (release, problem) = try state.withLock { state in
                try letFilesLeave(
                    atLeast: least,
                    sufficing: max(byteCount, Self.leastSufficing),
                    keeping: keeping,
                    by: rule,
                    &state
                )
            }
            if sender.isCancelled() { return (release, nil) }
            return (
                release, problem == SpaceProblem() ? release.reasonForStaying : problem.sentence
            )
        }
    }

    private static let mostBeyond: Int64 = 256 << 20

    /// The bytes for the database and for previews.
    ///
    /// A commit whose files are staged names no bytes that it needs.
    private static let leastSufficing: Int64 = 4 << 20

    /// Lets files leave, and sends others where too few can.
    ///
    /// - Parameters:
    ///   - more: Further bytes that leave for files that are about to come.
    ///   - least: Bytes that leave even where the files fit in the rule.
    ///   - enough: The bytes after which no further file is sent; nil for all that should leave.
    ///   - keeping: The rows of resources whose files stay.
    ///   - rule: The rule for space.
    ///   - state: The state of the keeper.
    /// - Returns: All that left, and why no more did.
    /// - Throws: ``StoreError``.
    private func letFilesLeave(
        more: Int64 = 0,
        atLeast least: Int64 = 0,
        sufficing enough: Int64? = nil,
        keeping: Set<Int64> = [],
        by rule: SpaceRule,
        _ state: inout State
    ) throws -> (release: LibrarySpace.Release, problem: SpaceProblem) {
        var problem = SpaceProblem()
        var freed = RemoteTotals.Part()
        while true {
            var release = try space.freeSpace(
                more: more,
                atLeast: max(0, least - freed.bytes),
                keeping: keeping,
                waits: true,
                isCancelled: sender.isCancelled
            )
            state.released.count += release.released.count
            state.released.bytes += release.released.bytes
            state.local = release.local ?? state.local
            freed.count += release.released.count
            freed.bytes += release.released.bytes
            release.released = freed
            guard release.missing > 0, !sender.isCancelled() else { return (release, problem) }
            // The work that waits for room need not wait for the network, too.
            if let enough, freed.bytes >= enough { return (release, problem) }
            let sent = try sender.sendFiles(release.missing, by: rule, without: release.unfit)
            problem = sent.problem
            guard sent.proved > 0 else {
                problem.addObstacles(release.obstacles)
                return (release, problem)
            }
        }
    }
}

/// Sends files to remotes and has them read back there, so that they may leave by the rule for space.
package protocol LeavingFileSender: Sendable {
    /// Asked several times a second while files are sent.
    var isCancelled: @Sendable () -> Bool { get }

    /// Sends a first copy of the database to remotes that have none, before the disk is full: files leave for no other ones.
    ///
    /// A remote that fails is tried again when files must leave.
    func sendFirstCopies()

    /// Sends and proves files in as many remotes as the rule asks for.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes of the files that must leave.
    ///   - rule: The rule for space.
    ///   - unfit: The remotes that did not show the files that they should have. Other remotes are used instead.
    /// - Returns: The number of files that remotes have now, and why no more could be sent.
    /// - Throws: ``StoreError``.
    func sendFiles(
        _ byteCount: Int64,
        by rule: SpaceRule,
        without unfit: Set<Int64>
    ) throws -> (proved: Int, problem: SpaceProblem)
}
