public import Foundation
public import Photos
import PhotosStore

extension PHAsset {
    /// The date when the asset moved to Recently Deleted; nil for other assets.
    public var recentlyDeletedDate: Date? { record.trashedDate }

    /// Returns the assets in Recently Deleted, the earliest deleted first.
    ///
    /// Hidden assets are included. No other fetch returns deleted assets.
    ///
    /// - Parameter options: A predicate, sort descriptors and a limit; other options are ignored.
    /// - Returns: A fetch result that supports change details like any other.
    public class func fetchRecentlyDeletedAssets(
        with options: PHFetchOptions?
    ) -> PHFetchResult<
        PHAsset
    > {
        let library = options?.library ?? .current
        var filter = [Condition.trashed]
        var order = [FetchPlan.SortTerm(.asset(.trashedDate))]
        do {
            if let predicate = options?.predicate {
                filter.append(
                    try condition(from: predicate, for: .asset, keyPaths: ObjectKeyPaths.all)
                )
            }
            if let descriptors = options?.sortDescriptors, !descriptors.isEmpty {
                order = try sortKeys(from: descriptors, for: .asset, keyPaths: ObjectKeyPaths.all)
                    .map { FetchPlan.SortTerm($0.field, ascending: $0.ascending) }
            }
        } catch {
            preconditionFailure("A fetch of recently deleted assets cannot be run: \(error)")
        }
        let plan = FetchPlan(
            .assets,
            filter: .all(filter),
            order: order,
            limit: options?.fetchLimit ?? 0
        )
        return library.read(orElse: FetchPlanning.nothing()) { store in
            PHFetchResult(
                FetchBacking(try store.records.fetch(plan), of: PHAsset.self, in: library)
            )
        }
    }
}
