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
    ///   - progress: Called on a thread of the backup with the bytes done and the bytes to do.
    /// - Returns: What was done.
    /// - Throws: `PHPhotosError`; an earlier backup is as it was then, or up to date.
    @concurrent
    public func backUp(
        to url: URL,
        readingAll: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryBackupReport {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let backup = LibraryBackup(
                store,
                readingAll: readingAll,
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
    public let findings: [LibraryCheckReport.Finding]

    init(_ outcome: LibraryBackup.Outcome) {
        fileCount = outcome.files - outcome.findings.count
        byteCount = outcome.bytes
        copiedFileCount = outcome.copiedFiles
        copiedByteCount = outcome.copiedBytes
        removedFileCount = outcome.removedFiles
        findings = outcome.findings.map(LibraryCheckReport.Finding.init)
    }
}
