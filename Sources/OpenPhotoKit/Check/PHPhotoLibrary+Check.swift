public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Looks after every promise that the library makes about its files and rows, and changes nothing.
    ///
    /// Others may go on using the library meanwhile.
    ///
    /// - Parameters:
    ///   - readingBytes: Also reads every file and compares its checksum, which takes as long as reading them all.
    ///   - progress: Called on a thread of the check with the bytes read and the bytes to read.
    /// - Returns: What was found; a sound library has no findings.
    /// - Throws: `PHPhotosError` when the library cannot be looked at.
    @concurrent
    public func check(
        readingBytes: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryCheckReport {
        let store = try store()
        return try await BlockingWork.run { _ in
            let check = LibraryCheck(
                store,
                readingBytes: readingBytes,
                progress: { progress($0.bytesDone, $0.bytesTotal) }
            )
            return LibraryCheckReport(try check.run())
        }
    }

    /// Puts right what can be put right without losing anything.
    ///
    /// Files that no asset has are moved to the folder `quarantine` of the library; what processes that died left
    /// behind is finished. Assets are never deleted, and their files never touched.
    ///
    /// - Returns: What was done.
    /// - Throws: `PHPhotosError`.
    @concurrent
    public func repair() async throws -> LibraryRepairReport {
        let store = try store()
        return try await BlockingWork.run { _ in
            let outcome = try LibraryRepair(store).run()
            return LibraryRepairReport(
                quarantinedFiles: outcome.quarantined,
                removedStagingFolders: outcome.stagingFoldersRemoved,
                removedFiles: outcome.releasedFilesRemoved
            )
        }
    }
}
