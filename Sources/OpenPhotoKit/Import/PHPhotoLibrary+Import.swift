public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Imports files, and folders with all that is below them.
    ///
    /// What a file is, its content tells. Files that belong together become one asset: Live Photos, RAW and JPEG,
    /// edited versions, sidecars. What is no picture or movie, or cannot be kept, is told about and left out, and never
    /// stops the others. Assets are made in blocks, each one change of the history; cancelling the task stops between
    /// files and keeps what has been made. Running it again goes on where it stopped, and reads no file a second time
    /// that is as it was.
    ///
    /// - Parameters:
    ///   - urls: Files and folders. Hidden files and photo libraries inside folders are passed over.
    ///   - options: How files are imported.
    ///   - events: Called with what happens, in order, on a thread of the import.
    /// - Returns: What the import came to.
    /// - Throws: `PHPhotosError` when the library cannot take any more: it is read-only, full or busy; and one with a
    ///   `mediaWorkerProblem` where the program that looks into files cannot be used and the options do not allow that.
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
                tell: { events(LibraryImport.Event($0)) }
            )
            return LibraryImport.Report(try importer.run(urls))
        }
    }
}
