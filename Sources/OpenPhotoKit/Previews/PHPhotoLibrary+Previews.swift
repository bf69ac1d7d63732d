public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// The previews that the library keeps at present.
    ///
    /// Large ones go when all take more than 32 GiB, those used longest ago first.
    ///
    /// - Throws: `PHPhotosError` when the library is not open.
    public func previewInventory() throws -> LibraryPreviews.Inventory {
        do {
            let (counts, byteCount) = try store().previewInventory()
            return LibraryPreviews.Inventory(
                gridCount: counts[.grid] ?? 0,
                screenCount: counts[.screen] ?? 0,
                byteCount: byteCount
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Makes the previews that photos and videos lack; others are made when they are first asked for.
    ///
    /// Cancelling the task stops between files and keeps what has been made.
    ///
    /// - Parameter progress: Called now and then with how many photos and videos are left, on a thread of the work.
    /// - Returns: What it came to.
    /// - Throws: `PHPhotosError` when the library is read-only, or nothing is there to decode with.
    @concurrent
    public func makePreviews(
        progress: @escaping @Sendable (_ left: Int) -> Void = { _ in }
    ) async throws -> LibraryPreviews.Report {
        let store = try store()
        return try await BlockingWork.run { isCancelled in
            let outcome = try store.makePreviews(isCancelled: isCancelled, tell: progress)
            return LibraryPreviews.Report(
                madeCount: outcome.made,
                presentCount: outcome.present,
                failures: outcome.failures.map { failure in
                    LibraryPreviews.Failure(
                        filename: failure.resource.filename ?? failure.resource.file,
                        reason: failure.reason
                    )
                },
                wasCancelled: isCancelled()
            )
        }
    }

    /// Removes all previews; they are made again when they are asked for.
    ///
    /// - Throws: `PHPhotosError` when the library is read-only.
    public func deletePreviews() throws {
        do {
            try store().deletePreviews()
        } catch {
            throw PHPhotosError(error)
        }
    }
}
