import OpenPhotoKit

/// A round in which some remotes are brought up to date, and files then leave this disk.
struct SyncRound {
    let library: PHPhotoLibrary
    let network: NetworkGuard
    let reporter: RemoteReporter

    /// Whether a remote could not be reached or used.
    private var hasFailed = false
    /// Whether a remote refused files.
    private var hasRefusals = false
    /// Whether files that should leave could not, or files that should come back for a remote had no room.
    private var isStuck = false
    /// Whether files may leave, because a remote before the last one was brought up to date, perhaps in part.
    private var isOpen = false

    init(library: PHPhotoLibrary, network: NetworkGuard, reporter: RemoteReporter) {
        self.library = library
        self.network = network
        self.reporter = reporter
    }

    /// The exit code for the round.
    var status: ExitStatus {
        if hasFailed { return Fault.remote.status }
        if isStuck { return Fault.fullDisk.status }
        return hasRefusals ? Fault.partlyDone.status : Fault.done.status
    }

    /// Brings a remote up to date.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - isLast: Whether files leave this disk afterwards.
    /// - Throws: `PHPhotosError`, unless the remote alone is to blame.
    mutating func syncRemote(_ remote: LibraryRemote, isLast: Bool) async throws {
        do {
            let (library, reporter) = (library, reporter)
            let (report, isMetered) = try await network.run(with: remote) {
                try await library.sync(remote, freesSpace: isLast) {
                    reporter.showProgress($0, of: remote)
                }
            }
            if isMetered {
                reporter.complain(NetworkGuard.reason, of: remote)
                hasFailed = true
            }
            guard let report else { return }
            isOpen = !isLast
            reporter.showReport(report, of: remote)
            hasFailed = hasFailed || report.endReason != nil
            hasRefusals = hasRefusals || !report.refusals.isEmpty
            isStuck = isStuck || report.unfetched.count > 0
            try recordStuckBytes(report.stuckByteCount, obstacles: report.releaseObstacles)
        } catch let error as PHPhotosError
            where error.remoteProblem != nil && error.code != .userCancelled
        {
            reporter.complain(error.localizedDescription, of: remote)
            hasFailed = true
        }
    }

    /// Lets files leave this disk, unless that was done after the last remote.
    mutating func freeSpaceIfLeft() async throws {
        guard isOpen else { return }
        isOpen = false
        let report = try await library.freeSpace()
        reporter.showSpaceReport(report)
        try recordStuckBytes(report.stuckByteCount, obstacles: report.obstacles)
    }

    private mutating func recordStuckBytes(_ byteCount: Int64, obstacles: [String]) throws {
        guard byteCount > 0 else { return }
        isStuck = true
        reporter.complain(
            stuck: byteCount,
            reasons: obstacles.isEmpty ? try SpaceObstacles.reasons(in: library) : []
        )
    }
}
