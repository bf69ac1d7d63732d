public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Makes a consistent copy of the library while it is used, or brings an earlier copy up to date.
    ///
    /// The copy is a library of its own: read it where it is, or copy it to where it is needed. Opened for writing it
    /// goes its own way, with tokens of its own. Every file is compared with its checksum on its way. What stands at the
    /// destination is whole at any moment; what ends early goes on where it stopped the next time.
    ///
    /// - Parameters:
    ///   - url: A path that does not exist yet, or an earlier backup that nobody has opened for writing.
    ///   - readingAll: Also reads the files that the earlier backup has, and copies again those that are damaged.
    ///   - withSources: Also copies the files that stay in their sources, so that the copy is whole without them. Where it
    ///     is false, those that the earlier backup has stay in it, and others are counted in the report.
    ///   - progress: Called on a thread of the backup with the bytes done and the bytes to do.
    /// - Returns: What was done.
    /// - Throws: `PHPhotosError`; an earlier backup is as it was then, or up to date.
    @concurrent
    public func backUp(
        to url: URL,
        readingAll: Bool = false,
        withSources: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryBackupReport {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let backup = LibraryBackup(
                store,
                readingAll: readingAll,
                withSources: withSources,
                isCancelled: isCancelled,
                progress: { progress($0.bytesDone, $0.bytesTotal) }
            )
            return LibraryBackupReport(try backup.run(to: url))
        }
    }
}

extension PHPhotoLibrary {
    /// Tells whether a folder holds a backup that nobody has opened for writing.
    ///
    /// Opening it for writing makes it a library of its own, into which no later backup goes.
    ///
    /// - Parameter url: A folder.
    /// - Returns: Whether it does.
    public static func isBackup(at url: URL) -> Bool { LibraryBackup.isUntouched(at: url) }
}

/// What a backup did.
public struct LibraryBackupReport: Hashable, Sendable {
    /// Files of assets that stay in one source, and that the backup does not have.
    public struct LeftOut: Hashable, Sendable {
        /// The source's folder; nil for photos whose source was forgotten, which are without a file.
        public let source: URL?
        /// Assets of which the backup lacks a file.
        public let assetCount: Int
        /// The files that it lacks.
        public let fileCount: Int
        /// Bytes in those files.
        public let byteCount: Int64
    }

    /// Files of the library that the backup has now.
    public let fileCount: Int
    /// Bytes in those files.
    public let byteCount: Int64
    /// Files that the earlier backup did not have.
    public let copiedFileCount: Int
    /// Bytes in those files.
    public let copiedByteCount: Int64
    /// Files of the earlier backup that the library has no more.
    public let removedFileCount: Int
    /// Files that the library itself has lost, or that are damaged in it; the backup is without them, or has them from
    /// before.
    ///
    /// With sources also what could not be copied from them: offline, changed since the last sweep, unreadable.
    public let findings: [LibraryCheckReport.Finding]
    /// Files of assets that the backup does not have because they stay in sources, by source.
    public let leftOut: [LeftOut]

    init(_ outcome: LibraryBackup.Outcome) {
        fileCount = outcome.files
        byteCount = outcome.bytes
        copiedFileCount = outcome.copiedFiles
        copiedByteCount = outcome.copiedBytes
        removedFileCount = outcome.removedFiles
        findings = outcome.findings.map(LibraryCheckReport.Finding.init)
        leftOut = outcome.leftOut.map { part in
            LeftOut(
                source: part.source.map { URL(fileURLWithPath: $0, isDirectory: true) },
                assetCount: part.assets,
                fileCount: part.files,
                byteCount: part.bytes
            )
        }
    }
}
