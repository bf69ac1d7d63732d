public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Finds objects by the beginning of their identifiers, as people type them.
    ///
    /// - Parameters:
    ///   - prefix: At least one hexadecimal digit of the UUID; dashes and case do not matter. A whole local
    ///     identifier is fine too.
    ///   - type: What kind of object is looked for; assets in Recently Deleted are found too.
    ///   - limit: The most identifiers to give; two are enough to know that a prefix is ambiguous.
    /// - Returns: The local identifiers in rising order; empty for text that begins no identifier.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func localIdentifiers(
        beginningWith prefix: String,
        of type: PHObjectType,
        limit: Int = 2
    ) throws -> [String] {
        let kind: ObjectKind =
            switch type {
            case .asset: .asset
            case .assetCollection: .album
            default: .folder
            }
        do {
            return try store().identifiers(beginningWith: prefix, of: kind, limit: limit)
                .map(\.description)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
