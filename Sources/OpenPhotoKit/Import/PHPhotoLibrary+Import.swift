public import Foundation
public import Photos
import PhotosImport
import PhotosStore

extension PHPhotoLibrary {
    /// Imports files, and folders with all their subfolders.
    ///
    /// The content of a file decides its type. Files that belong together become one asset: Live Photos, RAW and
    /// JPEG, edited versions, sidecars. A file that is no picture or movie, or cannot be stored, is reported and
    /// left out. The import then continues with the others.
    ///
    /// Assets are created in blocks, and each block is one change of the history. Cancelling the task stops between
    /// files and keeps the assets so far. Another import of the same folders continues there, and does not read
    /// unchanged files again.
    ///
    /// - Parameters:
    ///   - urls: Files and folders. Hidden files, and photo libraries inside folders, are left out.
    ///   - options: The options of the import.
    ///   - events: Called with each event, in order, on a thread of the import.
    /// - Returns: The result of the import.
    /// - Throws: `PHPhotosError` when the library is read-only, full or busy. A `PHPhotosError` with a
    ///   `mediaWorkerProblem` when the program that reads files cannot be used and the options do not allow that.
    @concurrent
    @discardableResult
    public func importFiles(
        _ urls: [URL],
        options: LibraryImport.Options = .init(),
        events: @escaping @Sendable (LibraryImport.Event) -> Void = { _ in }
    ) async throws -> LibraryImport.Report {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let importer = Importer(
                store,
                options: options.engineOptions,
                isCancelled: isCancelled,
                notify: { events(LibraryImport.Event($0)) }
            )
            return LibraryImport.Report(try importer.run(urls))
        }
    }
}
