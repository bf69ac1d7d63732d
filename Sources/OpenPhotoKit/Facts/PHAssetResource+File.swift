public import Foundation
public import Photos

extension PHAssetResource {
    /// The file with the bytes, inside the library or in a source's folder.
    ///
    /// The file must never be changed. It may not be there: a file that is in a remote alone has its place nevertheless, and a
    /// source may be offline.
    ///
    /// Safe on any thread; blocks for up to ten seconds where the folder of a source does not answer, and is nil then. It is nil,
    /// too, for a resource of no library, such as one of a Live Photo that was made of bytes.
    public var fileURL: URL? { storedFileURL }
}
