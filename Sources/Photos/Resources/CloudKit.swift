public import Foundation

/// A file in a CloudKit record.
///
/// There is no CloudKit on Linux, so no value can be made; the class is the home of
/// ``CKAsset/ExportedAssetID``, which the signature of `PHAssetResourceManager.exportedAssetID(for:)`
/// names.
public final class CKAsset: NSObject {
    private override init() {}

    /// The identifier under which CloudKit knows an exported file.
    ///
    /// Only a library in the cloud hands these out.
    public struct ExportedAssetID: Hashable, Sendable {
        private init() {}
    }
}
