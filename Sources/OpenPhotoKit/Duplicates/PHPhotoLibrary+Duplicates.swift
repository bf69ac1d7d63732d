import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Finds duplicates among photos and videos.
    ///
    /// Videos are compared by their bytes alone. The first search makes a hash of each picture from its small preview. If
    /// the library is open for writing, its folder `derived` keeps the hashes. Later searches read the hashes. A client
    /// that sees a part of the library compares its part and keeps nothing. Cancelling the task keeps the hashes so far.
    ///
    /// - Parameters:
    ///   - kind: How much has to be the same at least.
    ///   - distance: For ``PhotoDuplicates/Kind/alike``, the number of different bits in two hashes up to which the pictures
    ///     are compared in detail, one of ``PhotoDuplicates/distances``. Other values trap.
    ///   - assets: The photos and videos, such as `PHAsset.fetchAssets(with: nil)`.
    ///   - progress: Called from time to time, on a thread of the work.
    /// - Returns: The groups.
    /// - Throws: `PHPhotosError` when the library cannot be read, no picture can be decoded, or the task was cancelled.
    @concurrent
    public func duplicateGroups(
        _ kind: PhotoDuplicates.Kind = .alike,
        distance: Int = PhotoDuplicates.usualDistance,
        among assets: PHFetchResult<PHAsset>,
        progress: @escaping @Sendable (PhotoDuplicates.Progress) -> Void = { _ in }
    ) async throws -> PhotoDuplicates.Report {
        precondition(
            PhotoDuplicates.distances.contains(distance),
            "A distance of \(distance) bits was given. Distances are from 0 to 15."
        )
        let store = try store()
        let query = LibraryDuplicates.DuplicateQuery(kind.engineValue, distance: distance)
        return try await LibraryWork.run { isCancelled in
            let all = assets.objects(at: IndexSet(0..<assets.count))
            let present = Dictionary(all.map { ($0.record.rowID, $0) }) { first, _ in first }
            let outcome = try store.duplicates.find(
                among: all.map(\.record.rowID),
                query,
                isCancelled: isCancelled
            ) { step, done, all in
                switch step {
                case .hashing: progress(.hashing(done: done, all: all))
                case .comparing: progress(.comparing(done: done, all: all))
                }
            }
            return PhotoDuplicates.Report(outcome, present)
        }
    }

    /// Deletes the stored hashes of pictures.
    ///
    /// The next search makes them again.
    ///
    /// - Throws: `PHPhotosError` when the library is read-only, or the user sees a part of it.
    public func deletePictureHashes() throws {
        do {
            try store().duplicates.removePictureHashes()
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PhotoDuplicates.Report {
    fileprivate init(_ outcome: LibraryDuplicates.DuplicateOutcome, _ assets: [Int64: PHAsset]) {
        let candidates = outcome.candidates
        groups = outcome.groups.compactMap { group in
            let first = candidates[group.first]
            guard let asset = assets[first.row] else { return nil }
            let others = group.others.compactMap { relation -> PhotoDuplicates.Member? in
                let other = candidates[relation.index]
                guard let asset = assets[other.row] else { return nil }
                return PhotoDuplicates.Member(
                    asset: asset,
                    kind: PhotoDuplicates.Kind(relation.kind),
                    distance: relation.distance,
                    reason: first.reason(against: other).map(PhotoDuplicates.Reason.init),
                    hasOwnFiles: other.hasOwnFiles(against: first),
                    isInLibraryAlone: other.isInLibraryAlone(against: first)
                )
            }
            return PhotoDuplicates.Group(first: asset, others: others)
        }
        assetCount = candidates.count
        failures = outcome.failures.compactMap { failure in
            guard let asset = assets[failure.resource.assetID] else { return nil }
            return PhotoDuplicates.Failure(
                localIdentifier: asset.localIdentifier,
                kind: PhotoDuplicates.Kind(failure.kind),
                filename: failure.resource.filename ?? failure.resource.file,
                reason: failure.reason
            )
        }
    }
}
