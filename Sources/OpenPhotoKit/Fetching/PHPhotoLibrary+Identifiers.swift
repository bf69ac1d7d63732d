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
            return try store().records.identifiers(beginningWith: prefix, of: kind, limit: limit)
                .map(\.description)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Finds names of files that a person may have meant by a text that names none.
    ///
    /// The call reads the library's table of assets once.
    ///
    /// - Parameters:
    ///   - text: A text as a person typed it. Case is ignored.
    ///   - limit: The greatest number of names that say something; more are left out.
    /// - Returns: Names as in `PHAssetExtendedMetadata.originalFilename`, in ascending order: those that begin with the
    ///   text. If there are none, those with the smallest edit distance from the text, which is at most two. An exchange of
    ///   two letters counts as one edit.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func filenames(near text: String, limit: Int = 3) throws -> [String] {
        do {
            return try store().records.filenames(near: text, limit: limit)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Finds assets by the names of their files, as people type them.
    ///
    /// The name is `PHAssetExtendedMetadata.originalFilename`, and for a file in a source also its present name. A name that
    /// the file had before counts only where no other asset outside Recently Deleted has it. A name of the same case counts;
    /// without one, names that differ in the case of ASCII letters count.
    ///
    /// - Parameter names: File names without folders.
    /// - Returns: For each name that assets have, their local identifiers in ascending order, including those of assets
    ///   in Recently Deleted. Names that no asset has are left out.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func localIdentifiers(ofFilesNamed names: [String]) throws -> [String: [String]] {
        do {
            let found = try store().records.identifiers(ofFilesNamed: names)
            var exact: [String: [String]] = [:]
            var folded: [String: [String]] = [:]
            for (filename, identifier) in found {
                exact[filename, default: []].append(identifier.description)
                folded[filename.lowercased(), default: []].append(identifier.description)
            }
            return Dictionary(
                names.compactMap { name in
                    (exact[name] ?? folded[name.lowercased()]).map { (name, $0) }
                },
                uniquingKeysWith: { first, _ in first }
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}
