public import Foundation
public import Photos

extension PHAssetResource {
    /// The file with the bytes, inside the library or in a source's folder.
    ///
    /// The file must never be changed. The file may not exist there: a file in a remote alone has a URL, too, and a source
    /// may be offline.
    ///
    /// Safe on any thread. Blocks for up to ten seconds where the folder of a source does not answer; the URL is nil then.
    /// A resource of no library, such as one of a Live Photo that was made of bytes, has no URL.
    public var fileURL: URL? { storedFileURL }
}
