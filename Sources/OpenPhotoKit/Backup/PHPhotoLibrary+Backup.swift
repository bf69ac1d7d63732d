public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Makes a consistent copy of the library while it is in use, or updates an earlier copy.
    ///
    /// The backup is a complete library: read it in its folder, or restore it by copying the folder. Opening a
    /// backup for writing gives it a new incarnation, with its own change tokens. Each copied file is compared with
    /// its checksum. The destination is consistent at any moment. The next call continues an interrupted backup.
    ///
    /// - Parameters:
    ///   - url: A path that does not exist yet, or an earlier backup that was never opened for writing, outside of libraries and
    ///     remotes.
    ///   - readingAll: Whether to also read the files of the earlier backup, and to copy damaged ones again.
    ///   - withSources: Whether to also copy the files in sources, so that the backup is complete without the
    ///     sources. If false, source files in the earlier backup stay there, and the report counts the others.
    ///   - overNewer: Whether to go on over a backup with changes that this library does not know, as after the library was
    ///     restored from an older state. Files that only that backup has are then kept in a folder `newer-DATE` inside it.
    ///     If false, such a backup is refused.
    ///   - progress: Called on a thread of the backup with the bytes done and the bytes to do.
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`; an earlier backup is then unchanged or up to date.
    @concurrent
    public func backUp(
        to url: URL,
        readingAll: Bool = false,
        withSources: Bool = false,
        overNewer: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryBackupReport {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            try Self.checkIsOutsideRemotes(url)
            let backup = LibraryBackup(
                store,
                readingAll: readingAll,
                withSources: withSources,
                overNewer: overNewer,
                isCancelled: isCancelled,
                progress: { progress($0.bytesDone, $0.bytesTotal) }
            )
            return LibraryBackupReport(try backup.run(to: url))
        }
    }
}

extension PHPhotoLibrary {
    /// Returns whether a folder contains a backup that was never opened for writing.
    ///
    /// Opening a backup for writing makes it a separate library, which no later backup can update.
    ///
    /// - Parameter url: A folder.
    /// - Returns: Whether the folder contains such a backup.
    public static func isBackup(at url: URL) -> Bool { LibraryBackup.isUntouched(at: url) }

    /// Returns whether a folder contains a backup that was never opened for writing, at the place where it was made.
    ///
    /// Whoever writes there probably means the library, not its backup. The result is false for a backup that was copied
    /// back to be used, and for backups that earlier software made.
    ///
    /// - Parameter url: A folder.
    /// - Returns: Whether the folder contains such a backup.
    public static func isBackupWhereItWasMade(at url: URL) -> Bool {
        LibraryBackup.standsWhereMade(at: url)
    }
}

/// The report of a backup.
public struct LibraryBackupReport: Hashable, Sendable {
    /// The files of assets in one source that are not in the backup.
    public struct LeftOut: Hashable, Sendable {
        /// The source's folder; nil for photos without a file, whose source was forgotten.
        public let source: URL?
        /// The number of assets with a file that is not in the backup.
        public let assetCount: Int
        /// The number of files that are not in the backup.
        public let fileCount: Int
        /// The bytes in those files.
        public let byteCount: Int64
        /// The number of those files that the last sweep of the source did not find, so that their assets are offline.
        ///
        /// The number is zero for a backup without sources.
        public let missingFileCount: Int
        /// The number of sidecars and settings files beside photos in the source that are not in the backup.
        ///
        /// The sidecars are not among the other files.
        public let sidecarCount: Int
    }

    /// The number of the library's files in the backup.
    public let fileCount: Int
    /// The bytes in those files.
    public let byteCount: Int64
    /// The number of files that the earlier backup did not have.
    public let copiedFileCount: Int
    /// The bytes in those files.
    public let copiedByteCount: Int64
    /// The number of removed files, which the earlier backup had and the library no longer has.
    public let removedFileCount: Int
    /// The folder with the files and the database that only a newer backup had; nil unless there was one.
    public let keptURL: URL?
    /// The number of these files.
    public let keptFileCount: Int
    /// The files that are missing or damaged in the library.
    ///
    /// The backup lacks them, or has them from an earlier backup.
    ///
    /// With sources, also the source files that could not be copied: offline, changed since the last sweep, or
    /// unreadable.
    public let findings: [LibraryCheckReport.Finding]
    /// The files that are not in the backup because they stay in sources, by source.
    public let leftOut: [LeftOut]
    /// The number of files that are not in the backup because they are in remotes alone.
    ///
    /// A library opened from the backup fetches them from the remotes. `fetchOriginals(of:progress:)` brings them back
    /// before a backup.
    public let elsewhereFileCount: Int
    /// The bytes in those files.
    public let elsewhereByteCount: Int64
    /// The number of files that are not in the backup, and that only remotes are said to have which could not be asked.
    public let unansweredFileCount: Int
    /// The bytes in those files.
    public let unansweredByteCount: Int64
    /// The remotes that could not be asked for such files.
    public let unansweredRemotes: [LibraryCheckReport.UnansweredRemote]

    init(_ outcome: LibraryBackup.Outcome) {
        fileCount = outcome.files
        byteCount = outcome.bytes
        copiedFileCount = outcome.copiedFiles
        copiedByteCount = outcome.copiedBytes
        removedFileCount = outcome.removedFiles
        keptURL = outcome.keptFolder
        keptFileCount = outcome.keptFiles
        findings = outcome.findings.map(LibraryCheckReport.Finding.init)
        elsewhereFileCount = outcome.elsewhere.count
        elsewhereByteCount = outcome.elsewhere.bytes
        unansweredFileCount = outcome.unanswered.count
        unansweredByteCount = outcome.unanswered.bytes
        unansweredRemotes = outcome.silences.map(LibraryCheckReport.UnansweredRemote.init)
        leftOut = outcome.leftOut.map { part in
            LeftOut(
                source: part.source.map { URL(fileURLWithPath: $0, isDirectory: true) },
                assetCount: part.assets,
                fileCount: part.files,
                byteCount: part.bytes,
                missingFileCount: part.missingFiles,
                sidecarCount: part.sidecars
            )
        }
    }
}
