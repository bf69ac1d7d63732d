public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Checks all promises of the library about its files and rows, and changes nothing.
    ///
    /// Other processes can use the library during the check.
    ///
    /// - Parameters:
    ///   - readingBytes: Whether to also read every file and compare its checksum, which takes as long as reading
    ///     all files.
    ///   - progress: Called on a thread of the check with the bytes read and the bytes to read.
    /// - Returns: The findings; an intact library has none.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    @concurrent
    public func check(
        readingBytes: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryCheckReport {
        let store = try store()
        return try await LibraryWork.run { _ in
            let check = LibraryCheck(
                store,
                readingBytes: readingBytes,
                progress: { progress($0.bytesDone, $0.bytesTotal) }
            )
            return LibraryCheckReport(try check.run())
        }
    }

    /// Repairs everything that can be repaired without loss.
    ///
    /// Files that belong to no asset are moved to the folder `quarantine` of the library. The work of crashed
    /// processes is completed or removed. Assets are never deleted, and their files never changed.
    ///
    /// - Returns: A report of the work.
    /// - Throws: `PHPhotosError`.
    @concurrent
    public func repair() async throws -> LibraryRepairReport {
        let store = try store()
        return try await LibraryWork.run { _ in
            let outcome = try LibraryRepair(store).run()
            return LibraryRepairReport(
                quarantinedFiles: outcome.quarantined,
                removedStagingFolders: outcome.stagingFoldersRemoved,
                removedFiles: outcome.releasedFilesRemoved
            )
        }
    }

    /// Restores missing and damaged files of the library from folders with copies.
    ///
    /// A copy is recognised by its size and checksum, under any name: in a backup, an export or on a memory card.
    /// The copy is copied, and its folder is not changed. Other photos of the library are asked first, and files of
    /// sources that came in as duplicates or as copies after the folders. Both also give their bytes to photos whose files stay in a folder that
    /// is no longer a source, or whose source has lost them. As long as no sweep has recorded such a loss, or while the source
    /// is offline, only the given folders are searched for the file. Assets keep their identifiers and properties. Damaged files are moved to
    /// the folder `quarantine` of the library.
    ///
    /// - Parameters:
    ///   - urls: Files, and folders that are searched with all subfolders.
    ///   - readingBytes: Whether to read every file of the library to find the damaged ones. Otherwise a file is
    ///     only read if its size, inode or change time differs from when it was last known to be intact.
    ///   - takesFromRemote: Whether files may be fetched from a remote, after the folders and other photos with the same
    ///     bytes were asked.
    ///   - willFetch: Called on a thread of the work before the first file is fetched from a remote, with the number of files
    ///     and their bytes.
    ///   - progress: Called on a thread of the work with the checked bytes of the library, and all its bytes.
    /// - Returns: The restored files, and the number that is still lost.
    /// - Throws: `PHPhotosError`; files that were restored before the error stay.
    @concurrent
    public func heal(
        from urls: [URL] = [],
        readingBytes: Bool = false,
        takesFromRemote: @escaping @Sendable (LibraryRemote) -> Bool = { _ in true },
        willFetch: @escaping @Sendable (LibraryRemote.Amount) -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> LibraryHealReport {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            let healing = LibraryHealing(
                store,
                readingBytes: readingBytes,
                takesFromRemote: { takesFromRemote(LibraryRemote($0)) },
                willFetch: { willFetch(LibraryRemote.Amount($0)) },
                isCancelled: isCancelled,
                progress: { progress($0.bytesDone, $0.bytesTotal) }
            )
            return LibraryHealReport(try healing.run(from: urls))
        }
    }
}
