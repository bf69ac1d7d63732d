public import Photos
import PhotosStore

/// What restoring assets from Recently Deleted did besides.
public struct LibraryRestoreReport: Hashable, Sendable {
    /// The local identifiers of the assets that moved to Recently Deleted, because restored assets have their bytes now.
    public let replacedIdentifiers: [String]
    /// The number of files that were copied for restored assets from other assets, which stay as they are or are replaced.
    public let copiedCount: Int
    /// The local identifiers of restored assets with the same photo or video as another asset outside Recently Deleted.
    public let equalIdentifiers: [String]
}

extension PHPhotoLibrary {
    /// Restores assets from Recently Deleted, and gives them their files back if other assets have these.
    ///
    /// The files of an asset whose source was removed are nowhere in the library. When that folder is added or imported again,
    /// its files become new assets. A restored asset gets the file of such an asset. The new asset moves to
    /// Recently Deleted if nobody has changed it and it is in no album. Otherwise it stays, and the restored one gets a copy.
    ///
    /// Assets that have their files, or whose bytes no other asset has, are restored as by
    /// `PHAssetChangeRequest.restoreAssets(_:)`. So are all assets where the application sees a part of the library.
    ///
    /// - Parameter assets: The assets. Those outside Recently Deleted are given files, too.
    /// - Returns: What became of other assets.
    /// - Throws: `PHPhotosError`. The assets may be restored then, without copies of files.
    @discardableResult
    public func restoreFromRecentlyDeleted(_ assets: [PHAsset]) throws -> LibraryRestoreReport {
        do {
            let rows = assets.map(\.record.rowID)
            let plan = try store().twinPlan(for: rows)
            let twins = plan.replacements.map(\.twin)
            let records = try store().assets(twins).records
            var replaced = twins.compactMap { records[$0]?.uuid }
            try performChangesAndWait {
                PHAssetChangeRequest.restoreAssets(assets)
                guard !plan.replacements.isEmpty else { return }
                ChangeBlockBuilder.required("PHPhotoLibrary.restoreFromRecentlyDeleted")
                    .edit { .replaceTwins(plan.replacements) }
            }
            let copies = try store().copyFilesOfTwins(for: rows, plan)
            if !copies.makingWay.isEmpty {
                try performChangesAndWait {
                    ChangeBlockBuilder.required("PHPhotoLibrary.restoreFromRecentlyDeleted")
                        .edit { .deleteAssets(copies.makingWay) }
                }
                replaced += copies.makingWay
            }
            return LibraryRestoreReport(
                replacedIdentifiers: replaced.map {
                    LocalIdentifier(uuid: $0, kind: .asset).description
                },
                copiedCount: copies.copied,
                equalIdentifiers: try identifiers(
                    of: assets,
                    in: store().rowsWithTwins(among: rows)
                )
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns which assets in Recently Deleted gave their files to other assets with the same bytes.
    ///
    /// ``restoreFromRecentlyDeleted(_:)`` moves such assets there. If they are restored, too, the library has each photo twice.
    /// Leave them out when a person restores everything.
    ///
    /// - Parameter assets: Assets in Recently Deleted. Those among them that have their files count as restored.
    /// - Returns: The assets that nobody has changed, and whose bytes an older asset has that is in the library or among `assets`.
    /// - Throws: `PHPhotosError`.
    public func replacedAssets(among assets: [PHAsset]) throws -> [PHAsset] {
        do {
            let rows = Set(try store().replacedTwins(among: assets.map(\.record.rowID)))
            return assets.filter { rows.contains($0.record.rowID) }
        } catch {
            throw PHPhotosError(error)
        }
    }

    private func identifiers(of assets: [PHAsset], in rows: Set<Int64>) -> [String] {
        assets.filter { rows.contains($0.record.rowID) }.map(\.localIdentifier)
    }
}
