public import CPhotosTypes
public import Foundation

/// What a fetch filters by, sorts by and leaves out.
///
/// Passing nil in place of options is the same as passing new ones.
open class PHFetchOptions: NSObject, NSCopying {
    /// The condition on the objects; nil for none.
    ///
    /// A predicate with an unknown key traps when it is used in a fetch.
    open var predicate: NSPredicate?
    /// The order; nil for the natural order of what is fetched: by creation date in the library, as arranged in albums
    /// and folders.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Whether hidden assets are fetched along with the others.
    ///
    /// False by default.
    open var includeHiddenAssets: Bool = false
    /// Whether all frames of a burst are fetched, not only its representative and those the user picked.
    ///
    /// False by default.
    open var includeAllBurstAssets: Bool = false
    /// Where assets may come from; empty lets the kind of fetch decide.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// The most objects to fetch; 0, and what is below it, for all.
    open var fetchLimit: Int = 0
    /// Whether change details say which indexes changed.
    ///
    /// True by default.
    open var wantsIncrementalChangeDetails: Bool = true
    /// Whether captions and keywords are loaded along with the assets; here they always are.
    open var prefetchAssetExtendedMetadata: Bool = false

    /// The library to fetch from; nil for the present one.
    package var library: PHPhotoLibrary?

    /// Makes options that filter and sort nothing.
    public override init() { super.init() }

    /// Options of their own with the same values.
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
