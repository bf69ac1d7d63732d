public import Foundation
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

    /// Gives missing and damaged files of the library their bytes again, from folders that hold copies of them.
    ///
    /// A copy is recognised by its size and checksum, whatever it is called: a backup, an export and a card will do. It
    /// is copied, and nothing is changed where it lies. Assets keep their identifiers and properties; damaged files are
    /// moved to the folder `quarantine` of the library.
    ///
    /// - Parameters:
    ///   - urls: Folders, searched with all that is below them, and files.
    ///   - readingBytes: Also reads every file of the library to find the damaged ones. Otherwise only those are read
    ///     that do not look as they did when they were last known to be whole.
    ///   - progress: Called on a thread of the work with the bytes of the library that were looked at, and all of them.
    /// - Returns: What was healed, and what is still lost.
    /// - Throws: `PHPhotosError`; what was healed by then stays.
    @concurrent
    public func heal(
        from urls: [URL],
        readingBytes: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryHealReport {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let healing = LibraryHealing(
                store,
                readingBytes: readingBytes,
                isCancelled: isCancelled,
                progress: { progress($0.bytesDone, $0.bytesTotal) }
            )
            return LibraryHealReport(try healing.run(from: urls))
        }
    }
}
