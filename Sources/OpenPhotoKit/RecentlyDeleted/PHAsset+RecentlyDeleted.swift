public import Foundation
public import Photos
import PhotosStore

extension PHAsset {
    /// When the asset went to Recently Deleted; nil while it is not there.
    public var recentlyDeletedDate: Date? { record.trashedDate }

    /// The assets in Recently Deleted, those that were deleted first in front.
    ///
    /// Hidden assets are among them. No other fetch shows them.
    ///
    /// - Parameter options: A predicate, sort descriptors and a limit; the rest is ignored.
    /// - Returns: A result that observes and gives change details like any other.
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
        return library.read(FetchPlanning.nothing()) { store in
            PHFetchResult(FetchBacking(try store.fetch(plan), of: PHAsset.self, in: library))
        }
    }
}
