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

    /// Makes another photo or video of a group the first one, which merging keeps.
    ///
    /// The others are compared with it. Those that are no duplicates of it are left out of the new group.
    ///
    /// - Parameters:
    ///   - asset: The photo or video that is to be kept.
    ///   - group: A group of ``duplicateGroups(_:distance:among:progress:)``.
    ///   - kind: How much has to be the same at least.
    ///   - distance: The distance of hashes of the search; values outside of ``PhotoDuplicates/distances`` trap.
    /// - Returns: The group; nil where none of the others is a duplicate of the asset, or the asset is not in the group.
    /// - Throws: `PHPhotosError` when the library cannot be read, or no picture can be decoded.
    @concurrent
    public func duplicateGroup(
        keeping asset: PHAsset,
        of group: PhotoDuplicates.Group,
        _ kind: PhotoDuplicates.Kind = .alike,
        distance: Int = PhotoDuplicates.usualDistance
    ) async throws -> PhotoDuplicates.Group? {
        precondition(
            PhotoDuplicates.distances.contains(distance),
            "A distance of \(distance) bits was given. Distances are from 0 to 15."
        )
        let members = [group.first] + group.others.map(\.asset)
        guard members.contains(where: { $0.localIdentifier == asset.localIdentifier }) else {
            return nil
        }
        if asset.localIdentifier == group.first.localIdentifier { return group }
        let store = try store()
        let query = LibraryDuplicates.DuplicateQuery(kind.engineValue, distance: distance)
        return try await LibraryWork.run { _ in
            let found = try store.duplicates.group(
                of: asset.record.rowID,
                among: members.map(\.record.rowID),
                query
            )
            guard let found else { return nil }
            let assets = Dictionary(members.map { ($0.record.rowID, $0) }) { first, _ in first }
            return PhotoDuplicates.Group(found.group, of: found.candidates, assets)
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
        groups = outcome.groups.compactMap { PhotoDuplicates.Group($0, of: candidates, assets) }
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

extension PhotoDuplicates.Group {
    fileprivate init?(
        _ group: DuplicateGrouping,
        of candidates: [DuplicateCandidate],
        _ assets: [Int64: PHAsset]
    ) {
        let first = candidates[group.first]
        guard let asset = assets[first.row] else { return nil }
        let others = group.others.compactMap { relation -> PhotoDuplicates.Member? in
            let other = candidates[relation.index]
            guard let asset = assets[other.row] else { return nil }
            // A photo that a person put first may be behind others by all reasons.
            let reason = first.precedes(other) ? first.reason(against: other) : nil
            return PhotoDuplicates.Member(
                asset: asset,
                kind: PhotoDuplicates.Kind(relation.kind),
                distance: relation.distance,
                reason: reason.map(PhotoDuplicates.Reason.init),
                hasOwnFiles: other.hasOwnFiles(against: first),
                isInLibraryAlone: other.isInLibraryAlone(against: first)
            )
        }
        self.init(first: asset, others: others)
    }
}
