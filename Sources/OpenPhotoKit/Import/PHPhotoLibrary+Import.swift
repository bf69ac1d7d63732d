public import Foundation
public import Photos
public import PhotosImport
import PhotosRemotes
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
    /// With a rule for space (``spaceRule()``), files leave this disk during the import as soon as the library has more
    /// bytes than the rule permits. Files that remotes have proved go first. Other files are sent to remotes and read back
    /// before they go.
    ///
    /// - Parameters:
    ///   - urls: Files and folders. Hidden files, and photo libraries and remotes inside folders, are left out.
    ///   - options: The options of the import.
    ///   - events: Called with each event, in order, on a thread of the import.
    /// - Returns: The result of the import.
    /// - Throws: `PHPhotosError` when the library is read-only, full or busy. Its code is `notEnoughSpace` also when files
    ///   should leave this disk by the rule for space and cannot. Photos that were imported by then stay. The error has a
    ///   `mediaWorkerProblem` when the program that reads files cannot be used and the options do not allow that. Its code
    ///   is `changeNotSupported` when files of a remote, of a library or of a backup would be moved. The code is
    ///   `invalidResource` when one of the folders is a remote.
    @concurrent
    @discardableResult
    public func importFiles(
        _ urls: [URL],
        options: LibraryImport.Options = .init(),
        events: @escaping @Sendable (LibraryImport.Event) -> Void = { _ in }
    ) async throws -> LibraryImport.Report {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            if options.transfer == .move { try Self.checkMovesNothingOfLibraries(urls) }
            try Self.checkImportsNoRemote(urls)
            let sender = RemoteFileSender(
                store,
                open: { try LibraryRemote($0).open(store) },
                isCancelled: isCancelled
            )
            let keeper = SpaceKeeper(store.space, sender: sender)
            let importer = Importer(
                store,
                options: ImportOptions(options),
                space: keeper,
                isCancelled: isCancelled,
                notify: events
            )
            defer { sender.sendDatabases() }
            var report = try importer.run(urls)
            report.releasedPart = keeper.released
            return report
        }
    }
}

extension LibraryImport.Report {
    /// The tokens of the changes that the import made, the oldest first; each is the end of one.
    ///
    /// ``Photos/PHPhotoLibrary/undo(_:author:exceptPicturesOf:alongside:)`` takes all of them back as one.
    public var changeTokens: [PHPersistentChangeToken] {
        changes.compactMap(PHPersistentChangeToken.init(string:))
    }

    /// The files that left this disk by the rule for space.
    public var released: LibraryRemote.Amount { LibraryRemote.Amount(releasedPart) }
}
