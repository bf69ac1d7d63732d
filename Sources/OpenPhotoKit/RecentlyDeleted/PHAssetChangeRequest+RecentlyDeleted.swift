public import Photos
import PhotosStore

extension PHAssetChangeRequest {
    /// Takes assets out of Recently Deleted, back to where they were, albums included.
    ///
    /// Assets that are not there are left as they are. Use it inside a change block; elsewhere it traps.
    ///
    /// - Parameter assets: Assets, as a fetch result or an array.
    public class func restoreAssets(_ assets: any NSFastEnumeration) {
        let uuids = RecentlyDeletedArguments.uuids(assets, "restoreAssets")
        ChangeBlockBuilder.required("PHAssetChangeRequest.restoreAssets")
            .edit { .restoreAssets(uuids) }
    }

    /// Deletes assets for good, their files included, whether they are in Recently Deleted or not.
    ///
    /// Use it inside a change block; elsewhere it traps. The history says *purged*.
    ///
    /// - Parameter assets: Assets, as a fetch result or an array.
    public class func purgeAssets(_ assets: any NSFastEnumeration) {
        let uuids = RecentlyDeletedArguments.uuids(assets, "purgeAssets")
        let builder = ChangeBlockBuilder.required("PHAssetChangeRequest.purgeAssets")
        builder.edit { .purgeAssets(uuids) }
    }
}

/// Reads what requests about Recently Deleted are given.
private enum RecentlyDeletedArguments {
    static func uuids(_ argument: any NSFastEnumeration, _ method: String) -> [UUID] {
        var uuids: [UUID] = []
        argument.forEachElement { element in
            guard let asset = element as? PHObject, let uuid = asset.uuid else {
                preconditionFailure("\(method) was given a \(type(of: element)). It takes assets.")
            }
            uuids.append(uuid)
        }
        return uuids
    }
}
