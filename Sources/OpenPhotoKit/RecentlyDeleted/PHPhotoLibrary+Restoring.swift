public import Photos
import PhotosStore

/// The changes of other assets when assets were restored from Recently Deleted.
public struct LibraryRestoreReport: Hashable, Sendable {
    /// The local identifiers of the assets that moved to Recently Deleted, because restored assets have their bytes now.
    public let replacedIdentifiers: [String]
    /// The number of files that were copied for restored assets from other assets, which stay as they are or are replaced.
    public let copiedCount: Int
    /// The local identifiers of restored assets with the same photo or video as another asset outside Recently Deleted.
    public let equalIdentifiers: [String]
    /// The change as the history has it; nil if there was nothing to restore.
    public let change: PHPersistentChange?
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
    /// - Parameters:
    ///   - assets: The assets. Assets outside Recently Deleted are given files, too.
    ///   - author: The author of the change in the history; nil means the library's author.
    ///   - changes: Makes further change requests of the same block, after those that restore the assets.
    /// - Returns: The changes of other assets.
    /// - Throws: `PHPhotosError`. Then no asset was restored; files that were copied for assets before stay with them.
    @discardableResult
    public func restoreFromRecentlyDeleted(
        _ assets: [PHAsset],
        author: String? = nil,
        alongside changes: @escaping () -> Void = {}
    ) throws -> LibraryRestoreReport {
        do {
            let rows = assets.map(\.record.rowID)
            let plan = try store().duplicates.twinPlan(for: rows)
            // The copies come first, so that one block restores everything, and one step takes that back.
            let copies = try LibraryHealing(store()).copyFilesOfTwins(for: rows, plan)
            let twins = plan.replacements.map(\.twin)
            let records = try store().records.assets(twins).records
            let change = try performChangesAndWait(author: author, work: .edit) {
                PHAssetChangeRequest.restoreAssets(assets)
                changes()
                let builder = ChangeBlockBuilder.required(
                    "PHPhotoLibrary.restoreFromRecentlyDeleted"
                )
                if !plan.replacements.isEmpty { builder.edit { .replaceTwins(plan.replacements) } }
                if !copies.makingWay.isEmpty { builder.edit { .deleteAssets(copies.makingWay) } }
            }
            let replaced = twins.compactMap { records[$0]?.uuid } + copies.makingWay
            return LibraryRestoreReport(
                replacedIdentifiers: replaced.map {
                    LocalIdentifier(uuid: $0, kind: .asset).description
                },
                copiedCount: copies.copied,
                equalIdentifiers: try identifiers(
                    of: assets,
                    in: store().duplicates.rowsWithTwins(among: rows)
                ),
                change: change
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns which assets in Recently Deleted gave their files to other assets with the same bytes, or are about to.
    ///
    /// ``restoreFromRecentlyDeleted(_:author:alongside:)`` moves such assets there. If they are restored, too, the library has each photo twice.
    /// Leave them out when a person restores everything.
    ///
    /// - Parameter assets: Assets in Recently Deleted. All count as restored.
    /// - Returns: The assets that nobody has changed, and that have or had the bytes of an older asset in the library or
    ///   among `assets`. An asset that has its files is returned only if the older asset lacks them and gets a copy.
    /// - Throws: `PHPhotosError`.
    public func replacedAssets(among assets: [PHAsset]) throws -> [PHAsset] {
        do {
            let rows = Set(try store().duplicates.replacedTwins(among: assets.map(\.record.rowID)))
            return assets.filter { rows.contains($0.record.rowID) }
        } catch {
            throw PHPhotosError(error)
        }
    }

    private func identifiers(of assets: [PHAsset], in rows: Set<Int64>) -> [String] {
        assets.filter { rows.contains($0.record.rowID) }.map(\.localIdentifier)
    }
}
