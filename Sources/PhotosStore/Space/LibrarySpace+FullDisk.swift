import Synchronization

/// Making room where the library's volume is full.
extension LibrarySpace: RoomMaker {
    func makeRoom(
        for byteCount: Int64,
        keeping: Set<Int64>,
        after error: StoreError,
        since releases: Int
    ) throws {
        let release = try letFilesLeave(for: byteCount, keeping: keeping)
        // Where all has left for another thread, its room may do for this one, too.
        guard release.released.count > 0 || releases != self.releases else {
            throw try spaceRule() == nil ? error : error.whereNothingLeaves(release.obstacles)
        }
    }

    /// The number of files that have left since the library was opened, by any thread.
    package var releases: Int { releaseCount.load(ordering: .relaxed) }

    /// Lets files leave because the volume is full.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that are needed.
    ///   - keeping: The rows of resources whose files stay.
    /// - Returns: Whether any file has left.
    /// - Throws: ``StoreError``.
    package func makeRoom(for byteCount: Int64, keeping: Set<Int64> = []) throws -> Bool {
        try letFilesLeave(for: byteCount, keeping: keeping).released.count > 0
    }

    private func letFilesLeave(for byteCount: Int64, keeping: Set<Int64>) throws -> Release {
        guard try spaceRule() != nil else { return Release() }
        let outcome = try letFilesLeave(
            atLeast: max(0, byteCount) + Self.leastRoom,
            keeping: keeping,
            waits: true,
            patience: .short
        )
        guard outcome.released.count > 0 else { return outcome }
        // Some file systems free blocks only with their next transaction.
        try? FileOperations.syncFolder(core.layout.originals)
        return outcome
    }

    /// The bytes that are freed beyond those that an operation needs, so that the next one does not fail at once.
    private static let leastRoom: Int64 = 16 << 20
}

extension StoreError {
    /// The error of a full volume whose files cannot leave.
    fileprivate func whereNothingLeaves(_ obstacles: Set<String>) -> StoreError {
        var error = self
        let reason =
            obstacles.isEmpty
            ? "remotes have not given the bytes of further files back, or the files are pinned. Run `photokit remote sync` on a disk with some space, or end a pin."
            : obstacles.sorted().joined(separator: " ")
        error.message += " By the rule for space no file can leave this disk: \(reason)"
        return error
    }
}
