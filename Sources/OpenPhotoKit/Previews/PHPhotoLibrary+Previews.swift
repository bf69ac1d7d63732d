public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the number and size of the stored previews.
    ///
    /// If all previews take more than 32 GiB, the library removes the least recently used large ones.
    ///
    /// - Throws: `PHPhotosError` when the library is not open.
    public func previewInventory() throws -> LibraryPreviews.Inventory {
        do {
            let (counts, byteCount) = try store().pictures.previewInventory()
            return LibraryPreviews.Inventory(
                gridCount: counts[.grid] ?? 0,
                screenCount: counts[.screen] ?? 0,
                byteCount: byteCount
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns the stored previews of photos and videos, and makes none.
    ///
    /// A call for many photos costs much less than ``Photos/PHAsset/preview(_:)`` for each. Safe on any thread.
    ///
    /// - Parameters:
    ///   - size: The size of the previews.
    ///   - assets: The photos and videos.
    /// - Returns: The previews by local identifier. Photos without a stored preview are left out, and so are photos that
    ///   have changed since `assets` were fetched.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func storedPreviews(
        _ size: LibraryPreviews.Size,
        of assets: [PHAsset]
    ) throws -> [String: LibraryPreviews.Picture] {
        try stored(of: assets) { library, versions in
            try library.pictures.storedPreviews(size.engineValue, of: versions)
                .mapValues(LibraryPreviews.Picture.init)
        }
    }

    /// Returns the mean colours of photos and videos whose preview for pages is stored.
    ///
    /// A page can show the colour until it has the picture. No picture is read for it. Safe on any thread.
    ///
    /// - Parameter assets: The photos and videos.
    /// - Returns: The colours by local identifier. Photos that ``storedPreviews(_:of:)`` leaves out are left out. So are
    ///   photos whose preview was stored by a version of this library that computed no colours.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func storedColors(of assets: [PHAsset]) throws -> [String: LibraryPreviews.Color] {
        try stored(of: assets) { library, versions in
            try library.pictures.storedColors(of: versions).mapValues { color in
                LibraryPreviews.Color(red: color.red, green: color.green, blue: color.blue)
            }
        }
    }

    private func stored<Value>(
        of assets: [PHAsset],
        _ read: (Library, [Int64: Int]) throws -> [Int64: Value]
    ) throws -> [String: Value] {
        let rows = assets.compactMap { asset in asset.source.map { ($0.row, asset) } }
        do {
            let versions = Dictionary(
                rows.map { ($0, $1.contentVersion) },
                uniquingKeysWith: { first, _ in first }
            )
            let found = try read(store(), versions)
            let pairs = rows.compactMap { row, asset in
                found[row].map { (asset.localIdentifier, $0) }
            }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Makes the missing previews of photos and videos; otherwise each is made at its first request.
    ///
    /// Cancelling the task stops between files and keeps the previews so far.
    ///
    /// - Parameter progress: Called from time to time with the number of remaining photos and videos, on a thread
    ///   of the work.
    /// - Returns: The result of the work.
    /// - Throws: `PHPhotosError` when the library is read-only, or no decoder is available.
    @concurrent
    public func makePreviews(
        progress: @escaping @Sendable (_ left: Int) -> Void = { _ in }
    ) async throws -> LibraryPreviews.Report {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            let outcome = try store.pictures.makePreviews(
                isCancelled: isCancelled,
                notify: progress
            )
            return LibraryPreviews.Report(
                madeCount: outcome.made,
                presentCount: outcome.present,
                failures: outcome.failures.map { failure in
                    LibraryPreviews.Failure(
                        filename: failure.resource.filename ?? failure.resource.file,
                        reason: failure.reason,
                        isForSpace: failure.isForSpace
                    )
                },
                wasCancelled: isCancelled()
            )
        }
    }

    /// Removes all previews.
    ///
    /// Each is made again at its next request.
    ///
    /// - Throws: `PHPhotosError` when the library is read-only.
    public func deletePreviews() throws {
        do {
            try store().pictures.deletePreviews()
        } catch {
            throw PHPhotosError(error)
        }
    }
}
