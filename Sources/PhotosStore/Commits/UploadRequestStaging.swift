import Foundation

/// Writes the requests of a change block's upload jobs before its transaction mentions them.
final class UploadRequestStaging {
    private let files: UploadFiles
    private let written: [URL]
    /// Keeps others from taking the files for left ones until the commit has ended; nil where nothing is written.
    private let lock: UploadFiles.Lock?

    /// Writes the files completely to the disk.
    ///
    /// - Throws: ``StoreError``; no file is left then.
    init(_ changes: [UploadJobChange], _ core: LibraryCore) throws {
        files = try core.uploadFiles()
        var contents: [(url: URL, content: Data)] = []
        for change in changes {
            guard let stored = change.storedRequest else { continue }
            try stored.check()
            let url = files.url(change.requestFile, .request)
            contents.append((url, try JSONEncoder().encode(stored)))
        }
        written = contents.map(\.url)
        // Jobs can be acknowledged where the folder cannot be made, such as on a full disk.
        guard !contents.isEmpty else {
            lock = nil
            return
        }
        lock = try files.lockForWriting()
        try files.write(contents)
    }

    /// Removes what the transaction released.
    func finish(releasing released: ReleasedUploadFiles) {
        files.remove(released)
    }

    /// Removes what was written, since no commit mentions it.
    ///
    /// Where nobody knows whether a commit does, the files stay until the host of the jobs begins.
    func discard() {
        files.remove(written)
    }
}
