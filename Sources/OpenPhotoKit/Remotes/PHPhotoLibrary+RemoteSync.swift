import Foundation
public import Photos
import PhotosBase
import PhotosRemotes
import PhotosStore

extension PHPhotoLibrary {
    /// Lets this copy of the library write to a remote, after it was restored or copied.
    ///
    /// Another copy of the library then writes there no more. The next run checks each file of the remote again. Files that
    /// other copies stored there are never removed, because these copies may rely on them.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - overNewer: Whether to go on if the remote has a copy of the database with changes that this library does not
    ///     know. The newer copy of the database stays there.
    ///   - otherIsGone: Whether the files that other copies stored there are this copy's from now on. Files that this copy
    ///     does not need then go after 30 days.
    /// - Returns: The files and the database that the remote had.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used. The problem is `otherLibrary`
    ///   without `overNewer`, and with `otherIsGone` before this copy has sent its own database.
    @concurrent
    @discardableResult
    public func adoptRemote(
        _ remote: LibraryRemote,
        overNewer: Bool = false,
        otherIsGone: Bool = false
    ) async throws -> LibraryRemote.Adoption {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            let watch = TransferWatch(isCancelled: isCancelled)
            let adoption = RemoteAdoption(
                store,
                remote: row,
                place: try remote.open(store),
                watch: watch
            )
            return LibraryRemote.Adoption(
                try adoption.run(overNewer: overNewer, otherIsGone: otherIsGone)
            )
        }
    }

    /// Returns how much of the library a remote has, without asking the remote.
    ///
    /// - Parameter remote: The remote.
    /// - Returns: The status.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func status(of remote: LibraryRemote) throws -> LibraryRemote.Status {
        try withRemotes { store in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            let period = row.proofPeriod(on: store.environment.now())
            let settings = RemoteSettings(text: row.settings)
            let sidecars = try row.takesSources ? store.sources.sidecarDigest() : nil
            return LibraryRemote.Status(
                try store.remotes.totals(of: row, provedWithin: period),
                problems: try store.remotes.problems(of: row),
                isDatabaseCurrent: try row.sentDate != nil
                    && row.sentPosition == store.history.currentPosition()
                    && settings.sidecarDigest == sidecars,
                doubt: settings.doubt,
                sourceAssetCount: row.takesSources
                    ? 0 : try store.remotes.countOfAssetsInSources(),
                forgottenFileCount: try store.originals.filesInForgottenSources().count {
                    !$0.remotes.contains(row.id)
                }
            )
        }
    }

    /// Brings a remote up to date.
    ///
    /// Sends files that it lacks, and reads each of them back. Reads files back whose proof is older than
    /// ``LibraryRemote/proofDays``, or has a date in the future. Sends a copy of the database, of which only changed parts
    /// travel, and reads it back. Removes what no file of the library has needed for 30 days. Then files leave this disk if
    /// there is a rule for their space (``setSpaceRule(_:)``). A run that ends early is continued by the next one.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - progress: Called on a thread of the work.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`; with a `remoteProblem` where the place belongs to another library or cannot be
    ///   reached at all.
    @concurrent
    @discardableResult
    public func sync(
        _ remote: LibraryRemote,
        progress: @escaping @Sendable (LibraryRemote.Progress) -> Void = { _ in }
    ) async throws -> LibraryRemote.Report {
        try await sync(remote, freesSpace: true, progress: progress)
    }

    /// Brings one of several remotes up to date, as ``sync(_:progress:)`` does.
    ///
    /// A file that has left this disk is fetched back for each remote that lacks it. So files leave after the last of the remotes:
    /// `freesSpace` is true for that one alone, or ``freeSpace(progress:)`` follows.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - freesSpace: Whether files leave this disk at the end, if there is a rule for their space.
    ///   - progress: Called on a thread of the work.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`, as ``sync(_:progress:)`` does.
    @concurrent
    @discardableResult
    public func sync(
        _ remote: LibraryRemote,
        freesSpace: Bool,
        progress: @escaping @Sendable (LibraryRemote.Progress) -> Void = { _ in }
    ) async throws -> LibraryRemote.Report {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let row = try store.remotes.all().first { $0.id == remote.row.id } ?? remote.row
            let sync = RemoteSync(
                store,
                remote: row,
                place: try remote.open(store),
                watch: TransferWatch(isCancelled: isCancelled),
                progress: { progress(LibraryRemote.Progress($0)) }
            )
            let report = try sync.run()
            guard freesSpace else { return LibraryRemote.Report(report, .init(), stuck: 0) }
            let freed = try store.space.freeSpace(isCancelled: isCancelled)
            return LibraryRemote.Report(
                report,
                freed,
                stuck: try store.space.stuckBytes(after: freed)
            )
        }
    }

    /// Compares what a remote has with what the library believes that it has.
    ///
    /// Files that are lost are sent again by the next run of ``sync(_:progress:)``.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - readingAll: Whether to read all bytes back. Otherwise names and sizes are compared.
    /// - Returns: A report of the check.
    /// - Throws: `PHPhotosError`, with a `remoteProblem` where the place cannot be used.
    @concurrent
    public func check(
        _ remote: LibraryRemote,
        readingAll: Bool = false
    ) async throws -> LibraryRemote.CheckReport {
        let store = try store()
        return try await Self.waiting { isCancelled in
            let check = RemoteCheck(
                store,
                remote: remote.row,
                place: try remote.open(store),
                watch: TransferWatch(isCancelled: isCancelled)
            )
            return LibraryRemote.CheckReport(try check.run(readingAll: readingAll))
        }
    }
}
