public import Foundation
public import Photos
import PhotosStore

extension PHAsset {
    /// Whether a file of the asset is in a source and currently missing.
    ///
    /// The state of single files is the one at the time of the fetch. The state of the whole source is read at each
    /// call. An offline asset is online again when its file is back.
    public var isOffline: Bool {
        if record.traits.contains(.offline) { return true }
        guard let source else { return false }
        return source.library.read(orElse: false) {
            try $0.sources.isSourceOffline(ofAsset: source.row)
        }
    }

    /// The name of the asset's file in its source at the last sweep; nil if the library stores the file itself.
    ///
    /// `originalFilename` remains the name of the file when it was first found.
    public var sourceFilename: String? {
        guard let source else { return nil }
        return source.library.read(orElse: nil) {
            try $0.originals.sourceFilename(ofAsset: source.row)
        }
    }
}

extension PHAssetResource {
    /// The URL of the file in its source at the last sweep; nil for a file that the library stores itself.
    ///
    /// The URL is also nil for a file that is gone and whose name another photo's file has.
    ///
    /// The file belongs to a person and must not be changed. A file may be missing at present, see
    /// ``Photos/PHAsset/isOffline``.
    public var sourceURL: URL? {
        guard let record, let store = try? library?.store() else { return nil }
        return try? store.originals.sourceURL(of: record)
    }

    /// Whether the last sweep did not find the file in its source, or the file stays in a folder that is no longer a source.
    ///
    /// The value is false for a file of a source that is offline as a whole.
    public var isMissingFromSource: Bool {
        guard let record, let store = try? library?.store() else { return false }
        return (try? store.originals.isMissingFromSource(record)) == true
    }

    /// Whether a remote is said to have the bytes of the file.
    package var isInRemote: Bool {
        guard let record, let store = try? library?.store() else { return false }
        return (try? store.originals.nameOfRemote(holding: record.checksum)) != nil
    }

    /// Whether the file stays in a folder that was a source and that the library no longer follows.
    ///
    /// The library does not know the folder any more. ``Photos/PHPhotoLibrary/addSource(_:excluding:)`` with the folder, or an
    /// import of the file, gives the file back.
    public var isInForgottenSource: Bool {
        guard let record, let store = try? library?.store() else { return false }
        return (try? store.originals.isInForgottenSource(record)) == true
    }
}
