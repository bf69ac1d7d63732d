import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// The largest number of photos that one call can call different.
    public static let mostDifferentAssets = 200

    /// Remembers that each two of some photos or videos are no duplicates of each other.
    ///
    /// Later searches for duplicates put no two of them into one group. The pairs are part of the library and of its
    /// backups, but not of the history. The call returns when the pairs are stored.
    ///
    /// - Parameter assets: Two or more assets, at most ``mostDifferentAssets``. More trap.
    /// - Throws: `PHPhotosError` when the library is read-only, the user sees a part of it, or an asset was deleted for good.
    public func markAsDifferent(_ assets: [PHAsset]) throws {
        try setDifferent(assets, true)
    }

    /// Forgets that some photos or videos are no duplicates of each other.
    ///
    /// - Parameter assets: Assets, at most ``mostDifferentAssets``. More trap. Pairs of one of them and another asset stay.
    /// - Throws: `PHPhotosError` as for ``markAsDifferent(_:)``.
    public func forgetDifferent(_ assets: [PHAsset]) throws {
        try setDifferent(assets, false)
    }

    /// Returns the pairs of photos and videos that are no duplicates of each other, because somebody said so.
    ///
    /// - Returns: The pairs without those in Recently Deleted; none for a user who sees a part of the library.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func differentAssets() throws -> [(PHAsset, PHAsset)] {
        do {
            let store = try store()
            let pairs = try store.duplicates.differentAssets()
            let rows = Set(pairs.flatMap { [$0.0, $0.1] })
            let records = try store.records.assets(rows.sorted()).records
            let names = records.values.filter { $0.trashedDate == nil }.map {
                LocalIdentifier(uuid: $0.uuid, kind: .asset).description
            }
            let found = withCurrent {
                PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
            }
            let assets = Dictionary(
                found.objects(at: IndexSet(0..<found.count)).map { ($0.record.rowID, $0) }
            ) { first, _ in first }
            return pairs.compactMap { pair in
                guard let one = assets[pair.0], let other = assets[pair.1] else { return nil }
                return (one, other)
            }
        } catch {
            throw PHPhotosError(error)
        }
    }

    private func setDifferent(_ assets: [PHAsset], _ areDifferent: Bool) throws {
        precondition(
            assets.count <= Self.mostDifferentAssets,
            "At most 200 photos can be called different in one call."
        )
        do {
            try store().duplicates.setDifferent(Set(assets.map(\.record.rowID)), to: areDifferent)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
