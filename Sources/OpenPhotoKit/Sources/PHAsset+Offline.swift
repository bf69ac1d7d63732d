public import Photos
import PhotosStore

extension PHAsset {
    /// Returns the assets of which a file is in a source and currently missing, the earliest first.
    ///
    /// The property ``Photos/PHAsset/isOffline`` of these assets is true. Whether the folder of a source can be reached is
    /// found out at the fetch, so the change details of a result follow single files. Fetch again when a source comes or
    /// goes.
    ///
    /// - Parameter options: A predicate, sort descriptors, a limit and what is included, as for `fetchAssets(with:)`.
    /// - Returns: The assets; none where the library cannot be read.
    public class func fetchOfflineAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        let planning = FetchPlanning(options)
        let rows = planning.library.read(orElse: [Int64]()) {
            try $0.sources.assetsOfOfflineSources()
        }
        var parts = [Condition.bits(of: .asset(.traits), mask: AssetTraits.offline.rawValue)]
        if !rows.isEmpty {
            let values = rows.map { FieldValue.integer($0) }
            parts.append(.membership(.field(.rowID), ValueSet(values)))
        }
        return planning.assets(where: .any(parts))
    }
}
