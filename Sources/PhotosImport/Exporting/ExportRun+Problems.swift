import Foundation
import Glibc
import PhotosStore

/// Errors that end an export.
extension ExportRun {
    /// Returns the error to report, after temporary files were removed to make room.
    ///
    /// If the folder or its volume is gone, the error says so instead of naming the file that failed.
    func errorToReport(for error: StoreError) -> StoreError {
        if let gone = absenceError(for: error) { return gone }
        let folder = target.url(of: TargetFolder.drafts)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names { try? target.remove(TargetFolder.drafts + "/" + name) }
        try? record.sync()
        return error
    }

    private func absenceError(for error: StoreError) -> StoreError? {
        guard error.code == .libraryMissing || error.code == .inputOutput else { return nil }
        var opened = stat()
        var present = stat()
        let isThere =
            fstat(target.descriptor, &opened) == 0 && opened.st_nlink > 0
            && stat(target.path, &present) == 0 && present.st_ino == opened.st_ino
            && present.st_dev == opened.st_dev
        guard !isThere else { return nil }
        return StoreError(
            .inputOutput,
            "\(target.path) is not there any more: its volume was removed, or the folder was moved or deleted. Bring it back, and export again; files that were written are not written again.",
            cause: error
        )
    }
}
