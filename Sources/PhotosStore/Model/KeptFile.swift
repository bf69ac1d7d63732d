import Foundation

/// A file of another program that came in beside a photo, such as the history of a raw developer.
///
/// The library keeps its bytes, and no call of PhotoKit lists it. The file goes when its asset is deleted for
/// good.
package struct KeptFile: Hashable, Sendable {
    package var row: Int64
    package var assetRow: Int64
    /// The name below the folder of originals.
    package var file: String
    /// The name with which it came in, or that a merge chose.
    package var filename: String
    package var byteCount: Int64
    /// The SHA-256 checksum.
    package var checksum: [UInt8]
    /// Whether a later file of its name took its place.
    package var isReplaced: Bool

    init(columns: inout ColumnReader) {
        row = columns.row()
        assetRow = columns.row()
        file = columns.text() ?? ""
        filename = columns.text() ?? ""
        byteCount = columns.row()
        checksum = columns.blob() ?? []
        isReplaced = columns.flag()
    }

    static let columns =
        "id, asset_id, file, filename, byte_count, checksum, replaced_date IS NOT NULL"

    /// The days for which a file stays after a later one of its name took its place.
    package static let daysAfterReplacement = 30.0
}
