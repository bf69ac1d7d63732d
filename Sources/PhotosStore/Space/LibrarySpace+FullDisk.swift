import Synchronization

/// Making room where the library's volume is full.
extension LibrarySpace: RoomMaker {
    package var releases: Int { releaseCount.load(ordering: .relaxed) }

    package func makeRoom(for byteCount: Int64, keeping: Set<Int64> = []) throws -> MadeRoom {
        try makeRoom(for: byteCount) { _, least in
            let release = try letFilesLeave(
                atLeast: least,
                keeping: keeping,
                waits: true,
                patience: .short
            )
            return (release, release.reasonForStaying)
        }
    }

    /// Makes room with a given way to let files leave.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that are needed.
    ///   - letLeave: Lets files leave by the rule, at least so many bytes, and says why no file has left.
    /// - Returns: Whether files have left.
    /// - Throws: ``StoreError``.
    func makeRoom(
        for byteCount: Int64,
        _ letLeave: (_ rule: SpaceRule, _ least: Int64) throws -> (
            release: Release, reason: String?
        )
    ) throws -> MadeRoom {
        guard let rule = try spaceRule() else { return MadeRoom() }
        let (release, reason) = try letLeave(rule, max(0, byteCount) + Self.leastRoom)
        guard release.released.count > 0 else {
            return MadeRoom(
                reason: reason.map { "By the rule for space no file can leave this disk: \($0)" }
            )
        }
        // Some file systems free blocks only with their next transaction.
        try? FileOperations.syncFolder(core.layout.originals)
        return MadeRoom(hasLeft: true)
    }

    /// The bytes that are freed beyond those that an operation needs, so that the next one does not fail at once.
    private static let leastRoom: Int64 = 16 << 20
}

extension LibrarySpace.Release {
    /// Says why no file has left.
    var reasonForStaying: String {
        obstacles.isEmpty
            ? "remotes have not given the bytes of further files back, or the files are pinned. Run `photokit remote sync` on a disk with some space, or end a pin."
            : obstacles.sorted().joined(separator: " ")
    }
}
