public import CPhotosTypes
public import Foundation

/// Options that filter, sort and limit a fetch.
///
/// Passing nil instead of options is the same as passing new options.
open class PHFetchOptions: NSObject, NSCopying {
    /// The condition on the objects; nil for none.
    ///
    /// A predicate with an unknown key traps when it is used in a fetch.
    open var predicate: NSPredicate?
    /// The order of the objects; nil for the natural order.
    ///
    /// The natural order is by creation date in the library, and the user's order in albums and folders.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Whether hidden assets are included.
    ///
    /// False by default.
    open var includeHiddenAssets: Bool = false
    /// Whether all frames of a burst are included, not only its representative and the frames that the user picked.
    ///
    /// False by default.
    open var includeAllBurstAssets: Bool = false
    /// The sources that assets may come from; if empty, the kind of fetch decides.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// The largest number of objects to fetch; 0 or less fetches all.
    open var fetchLimit: Int = 0
    /// Whether change details contain the changed indexes.
    ///
    /// True by default.
    open var wantsIncrementalChangeDetails: Bool = true
    /// Whether captions and keywords are loaded together with the assets; here they always are.
    open var prefetchAssetExtendedMetadata: Bool = false

    /// The library to fetch from; nil for the current library.
    package var library: PHPhotoLibrary?

    /// Makes options that neither filter nor sort.
    public override init() { super.init() }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHFetchOptions()
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.includeHiddenAssets = includeHiddenAssets
        copy.includeAllBurstAssets = includeAllBurstAssets
        copy.includeAssetSourceTypes = includeAssetSourceTypes
        copy.fetchLimit = fetchLimit
        copy.wantsIncrementalChangeDetails = wantsIncrementalChangeDetails
        copy.prefetchAssetExtendedMetadata = prefetchAssetExtendedMetadata
        copy.library = library
        return copy
    }
}
