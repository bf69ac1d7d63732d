public import Photos
import PhotosStore

extension PHAssetChangeRequest {
    /// Restores assets from Recently Deleted, including their positions in albums.
    ///
    /// Other assets are ignored. The call traps outside a change block. An asset whose source was removed stays without its
    /// file: `PHPhotoLibrary.restoreFromRecentlyDeleted(_:author:alongside:)` searches the other assets for the file.
    ///
    /// - Parameter assets: Assets, as a fetch result or an array.
    public class func restoreAssets(_ assets: any NSFastEnumeration) {
        let uuids = RecentlyDeletedArguments.uuids(assets, "restoreAssets")
        ChangeBlockBuilder.required("PHAssetChangeRequest.restoreAssets")
            .edit { .restoreAssets(uuids) }
    }

    /// Deletes assets permanently with their files, whether they are in Recently Deleted or not.
    ///
    /// The call traps outside a change block. The history contains the assets as *purged*.
    ///
    /// - Parameter assets: Assets, as a fetch result or an array.
    public class func purgeAssets(_ assets: any NSFastEnumeration) {
        let uuids = RecentlyDeletedArguments.uuids(assets, "purgeAssets")
        let builder = ChangeBlockBuilder.required("PHAssetChangeRequest.purgeAssets")
        builder.edit { .purgeAssets(uuids) }
    }
}

/// Reads the arguments of requests about Recently Deleted.
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
