public import Photos
import PhotosStore

/// What restoring assets from Recently Deleted did besides.
public struct LibraryRestoreReport: Hashable, Sendable {
    /// The local identifiers of the assets that moved to Recently Deleted, because restored assets have their bytes now.
    public let replacedIdentifiers: [String]
    /// The number of files that were copied for restored assets from other assets, which stay as they are or are replaced.
    public let copiedCount: Int
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
                copiedCount: copies.copied
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}
