public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Finds objects by the beginning of their identifiers, as people type them.
    ///
    /// - Parameters:
    ///   - prefix: At least one hexadecimal digit of the UUID; dashes and case are ignored. A whole local
    ///     identifier is also accepted.
    ///   - type: The type of the objects; assets in Recently Deleted are included.
    ///   - limit: The greatest number of identifiers to return; 2 is enough to detect an ambiguous prefix.
    /// - Returns: The local identifiers in ascending order; empty if no identifier begins with the text.
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
