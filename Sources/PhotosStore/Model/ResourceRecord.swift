import Foundation
import PhotosMedia

/// A file of an asset: an original, a rendering of an edit, or a file that belongs to either.
package struct ResourceRecord: Hashable, Sendable {
    package var rowID: Int64
    package var assetID: Int64
    package var type: ResourceRole
    /// The random name below the folder of originals, `ab/abcdef….ext`, which never changes.
    package var file: String
    /// The name that the file had at its origin, in the form that ``FileName`` gives to names.
    package var filename: String?
    package var contentType: String
    package var byteCount: Int64
    package var checksum: [UInt8]
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// The row of the file that is kept in its source, or nil.
    ///
    /// If there is one, ``file`` is a name that no file has.
    package var sourceFileID: Int64?

    package init(
        rowID: Int64,
        assetID: Int64,
        type: ResourceRole,
        file: String,
        filename: String?,
        contentType: String,
        byteCount: Int64,
        checksum: [UInt8],
        pixelWidth: Int,
        pixelHeight: Int,
        sourceFileID: Int64? = nil
    ) {
        self.rowID = rowID
        self.assetID = assetID
        self.type = type
        self.file = file
        self.filename = filename
        self.contentType = contentType
        self.byteCount = byteCount
        self.checksum = checksum
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.sourceFileID = sourceFileID
    }
}

extension ResourceRecord {
    /// Whether the file holds a camera's unprocessed sensor data.
    package var isRaw: Bool { MediaType(rawValue: contentType)?.isRaw ?? false }
}
