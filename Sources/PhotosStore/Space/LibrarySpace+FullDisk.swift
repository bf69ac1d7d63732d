import Synchronization

/// Making room where the library's volume is full.
extension LibrarySpace: RoomMaker {
    package var releases: Int { releaseCount.load(ordering: .relaxed) }

    package func makeRoom(for byteCount: Int64, keeping: Set<Int64> = []) throws -> MadeRoom {
        try makeRoom(for: byteCount) { _, least in
            try letFilesLeave(atLeast: least, keeping: keeping, waits: true, patience: .short)
        }
    }

    /// Makes room with a given way to let files leave.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that are needed.
    ///   - letLeave: Lets files leave by the rule, at least so many bytes.
    /// - Returns: Whether files have left.
    /// - Throws: ``StoreError``.
    func makeRoom(
        for byteCount: Int64,
        _ letLeave: (_ rule: SpaceRule, _ least: Int64) throws -> Release
    ) throws -> MadeRoom {
        guard let rule = try spaceRule() else { return MadeRoom() }
        let release = try letLeave(rule, max(0, byteCount) + Self.leastRoom)
        guard release.released.count > 0 else {
            return MadeRoom(reason: release.reasonForStaying)
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
    fileprivate var reasonForStaying: String {
        let reason =
            obstacles.isEmpty
            ? "remotes have not given the bytes of further files back, or the files are pinned. Run `photokit remote sync` on a disk with some space, or end a pin."
            : obstacles.sorted().joined(separator: " ")
        return "By the rule for space no file can leave this disk: \(reason)"
    }
}
