public import Foundation
public import Photos
import PhotosStore

/// Reads ranges of a resource's file, on this disk or in a remote, without bringing the whole file here.
///
/// If a file is in remotes alone, the parts of 4 MiB are fetched that a range touches. Each part is compared with its
/// checksum before a byte of it is returned. Parts are kept for further ranges for a while: 256 MiB for all files of a
/// library. Readers that need the same part share its transfer. Safe on any thread.
///
/// The checksums of parts are made when a remote gives the file back, as `PHPhotoLibrary.sync(_:progress:)` does after
/// sending. A file that was sent by an earlier version has none until it is read back again. Files without these checksums
/// are fetched whole. So are files of one part, and files of remotes that give whole files alone.
public final class ResourceFileReader: Sendable {
    private let reader: RangeReader
    /// Stays open as long as the reader is used.
    private let store: Library

    /// Makes a reader; reads and fetches nothing yet.
    ///
    /// - Parameter resource: A resource of an asset that was fetched from a library.
    /// - Throws: `PHPhotosError`. The code is `missingResource` for a resource that is in no library. A library that
    ///   cannot be used throws its error.
    public init(_ resource: PHAssetResource) throws {
        do {
            guard let record = resource.record, let library = resource.library else {
                throw StoreError(
                    .missingResource,
                    "The resource is in no library. Ask for the resources of a fetched asset."
                )
            }
            store = try library.store()
            reader = RangeReader(record, in: store.transfers)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// The number of bytes of the file.
    public var byteCount: Int64 { reader.byteCount }

    /// Returns the bytes of a range.
    ///
    /// A task that is cancelled ends the transfer, unless another reader waits for the same part.
    ///
    /// - Parameters:
    ///   - range: The bytes from 0. Bytes behind the end of the file are left out.
    ///   - isNetworkAccessAllowed: Whether a file that is not on this disk may be read from a remote.
    /// - Returns: The bytes.
    /// - Throws: `PHPhotosError`. The code is `networkAccessRequired` where the file is elsewhere and the network is not
    ///   allowed. Other codes are `networkError` where no remote can give the bytes, `userCancelled`, and those of files
    ///   on this disk.
    @concurrent
    public func bytes(
        in range: Range<Int64>,
        isNetworkAccessAllowed: Bool = true
    ) async throws -> Data {
        let reader = reader
        return try await PHPhotoLibrary.waiting { isCancelled in
            try reader.readRange(
                range,
                access: isNetworkAccessAllowed ? NetworkAccess(isCancelled: isCancelled) : nil
            )
        }
    }
}
