public import Foundation

/// A file in a CloudKit record.
///
/// Linux has no CloudKit, so no value can be made. The class only contains ``CKAsset/ExportedAssetID``, which the
/// signature of `PHAssetResourceManager.exportedAssetID(for:)` uses.
public final class CKAsset: NSObject {
    private override init() {}

    /// The identifier of an exported file in CloudKit.
    ///
    /// Only a library in the cloud creates such identifiers.
    public struct ExportedAssetID: Hashable, Sendable {
        private init() {}
    }
}
