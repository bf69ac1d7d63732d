public import Foundation
public import Photos
import PhotosStore

extension PHAsset {
    /// Whether a file of the asset stays in a source and is not there at present.
    ///
    /// What was known of single files is that of the moment when the asset was fetched; whether its whole source is
    /// offline is asked at each call. An offline asset comes back by itself with its file.
    public var isOffline: Bool {
        if record.traits.contains(.offline) { return true }
        guard let source else { return false }
        return source.library.read(false) { try $0.isSourceOffline(ofAsset: source.row) }
    }

    /// The name that the asset's file has in its source, as of the last sweep; nil where the library keeps the file itself.
    ///
    /// `originalFilename` stays the name under which the file was first seen.
    public var sourceFilename: String? {
        guard let source else { return nil }
        return source.library.read(nil) { try $0.sourceFilename(ofAsset: source.row) }
    }
}

extension PHAssetResource {
    /// Where the file stands in its source, as of the last sweep; nil for a file that the library keeps itself.
    ///
    /// It must not be changed: it is a person's own file. It may not be there at present, see ``Photos/PHAsset/isOffline``.
    public var sourceURL: URL? {
        guard let record, let store = try? library?.store() else { return nil }
        return try? store.sourceURL(of: record)
    }
}
