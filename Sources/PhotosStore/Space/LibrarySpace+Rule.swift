import Foundation

/// Freeing space: files that remotes have leave the library's folder.
extension LibrarySpace {
    /// Returns the rule for the space of files; nil where all files stay.
    package func spaceRule() throws -> SpaceRule? {
        try core.readAll { db in try ElsewhereLedger(db).rule() }
    }

    /// Sets the rule, or ends it.
    ///
    /// Files that are elsewhere stay there.
    package func setRule(_ rule: SpaceRule?) throws {
        try core.requireEverything(Self.spaceChange)
        if let rule {
            guard rule.byteCount >= 0, rule.copies > 0, rule.proofDays > 0 else {
                throw StoreError(
                    .changeNotSupported,
                    "A rule has a space of 0 bytes or more, at least one copy, and proofs of at least one day."
                )
            }
        }
        try core.usingReserve { try core.write { db in try ElsewhereLedger(db).set(rule) } }
    }

    /// Returns how many of the library's own files are here, and how many are elsewhere.
    package func spaceUse() throws -> SpaceUse {
        try core.requireEverything("see how much space its files take")
        return try core.readAll { db in try ElsewhereLedger(db).use() }
    }

    /// Returns the same, after a look at each file that should be here.
    ///
    /// Rows alone do not know of files that were lost or given up.
    ///
    /// - Throws: ``StoreError``.
    package func examinedSpaceUse() throws -> SpaceUse {
        var use = try spaceUse()
        use.missing = try remotes.missingFiles()
        use.local.count -= use.missing.count
        use.local.bytes -= use.missing.bytes
        return use
    }

    /// Pins assets and albums, or ends that.
    ///
    /// Files of pinned ones stay.
    package func pin(assets: [Int64], albums: [Int64], isPinned: Bool) throws {
        try core.requireEverything(Self.spaceChange)
        try core.write { db in
            try ElsewhereLedger(db).pin(assets: assets, albums: albums, isPinned: isPinned)
        }
    }

    private static let spaceChange = "change which files stay on this disk"

    /// The space that a run has freed.
    package struct Release: Hashable, Sendable {
        package var released = RemoteTotals.Part()
        /// The bytes over the space that could not be freed, because no remote has proved copies or files are pinned.
        package var missing: Int64 = 0
        /// Sentences that say why files stayed although remotes have proved copies of them.
        package var obstacles: Set<String> = []
        /// The rows of remotes that did not answer, or did not show what they should have.
        package var unfit: Set<Int64> = []
        /// The bytes of the files that are in the library's folder now; nil without a rule.
        package var local: Int64?

        package init() {}
    }

    /// Frees space until the files take no more than the rule says.
    ///
    /// The files whose last use is longest ago go first. Their previews are made before, if they are not stored. A file
    /// leaves only after the remotes with proved copies were asked: they must answer, and have it. A run that ends early
    /// leaves no file without a row that says where it is.
    ///
    /// - Parameters:
    ///   - more: Further bytes to be freed, for files that are about to come.
    ///   - least: Bytes to be freed even where the files fit, because the volume is full.
    ///   - keeping: The rows of resources whose files stay.
    ///   - chosen: The rows of the resources whose files may leave; nil for all.
    ///   - known: The bytes of the files in the library's folder; nil sums them, which reads the rows of all files.
    ///   - waits: Whether to wait for another process that frees space at present.
    ///   - isCancelled: Asked before each group of files.
    ///   - released: Called after each file.
    /// - Returns: The space that was freed; none if there is no rule, or if another process frees space at present.
    /// - Throws: ``StoreError``.
    @discardableResult
    package func freeSpace(
        more: Int64 = 0,
        atLeast least: Int64 = 0,
        keeping: Set<Int64> = [],
        among chosen: Set<Int64>? = nil,
        local known: Int64? = nil,
        waits: Bool = false,
        isCancelled: @escaping () -> Bool = { false },
        released: (ReleaseCandidate) -> Void = { _ in }
    ) throws -> Release {
        try core.requireEverything(Self.spaceChange)
        return try letFilesLeave(
            more: more,
            atLeast: least,
            keeping: keeping,
            among: chosen,
            local: known,
            waits: waits,
            isCancelled: isCancelled,
            released: released
        )
    }

    /// Returns the bytes that should have left in a run, and could not.
    ///
    /// Pinned and small files stay, whatever the rule says.
    ///
    /// - Parameter release: The space that the run has freed.
    /// - Returns: The bytes; 0 if all that the rule would let leave has left.
    /// - Throws: ``StoreError``.
    package func stuckBytes(after release: Release) throws -> Int64 {
        guard release.missing > 0, let rule = try spaceRule() else { return 0 }
        let candidates = try core.readAll { db in
            try ElsewhereLedger(db).mayLeave(
                by: rule,
                incarnation: core.identity.incarnation,
                now: core.environment.now(),
                smallest: core.environment.smallestReleasedFile
            )
        }
        let stuck = candidates.reduce(try remotes.filesLackingProofs(rule).bytes) {
            $0 + $1.byteCount
        }
        return min(release.missing, stuck)
    }

    /// Frees space as ``freeSpace(more:atLeast:keeping:among:local:waits:isCancelled:released:)`` does, whatever the client may
    /// see.
    ///
    /// The rule is the owner's, and what leaves changes nothing that a client sees.
    func letFilesLeave(
        more: Int64 = 0,
        atLeast least: Int64,
        keeping: Set<Int64>,
        among chosen: Set<Int64>? = nil,
        local known: Int64? = nil,
        waits: Bool,
        patience: ObjectLook.Patience = .usual,
        isCancelled: @escaping () -> Bool = { false },
        released: (ReleaseCandidate) -> Void = { _ in }
    ) throws -> Release {
        var outcome = Release()
        guard let rule = try spaceRule() else { return outcome }
        // Whoever holds the lock may be waiting for a remote.
        let longest: Double? = waits ? (patience == .short ? Self.shortPatience : nil) : 0
        guard let lock = try SpaceLock(of: core, atMost: longest) else { return outcome }
        defer { withExtendedLifetime(lock) {} }
        try remotes.noteReturnedFiles()
        removeOldDrafts()
        let local = try known ?? core.readAll { db in try ElsewhereLedger(db).use() }.local.bytes
        outcome.local = local
        let rest = max(local - rule.byteCount + more, least)
        guard rest > 0 else { return outcome }
        var run = ReleaseRun(self, rule, patience, isCancelled: isCancelled)
        try run.freeSpace(rest, keeping: keeping, among: chosen, released: released)
        outcome = run.outcome
        outcome.local = local - outcome.released.bytes
        return outcome
    }

    /// The seconds for which work on a full disk waits for another process that frees space.
    private static let shortPatience = 2.0

    /// Removes what processes left that ended while they fetched files.
    private func removeOldDrafts() {
        let names = try? FileManager.default.contentsOfDirectory(atPath: originals.fetchFolder.path)
        for name in names ?? [] where name.hasSuffix(FetchLock.ending) {
            // A lock that is free removes its files.
            _ = try? FetchLock(String(name.dropLast(FetchLock.ending.count)), in: originals)
        }
    }
}
