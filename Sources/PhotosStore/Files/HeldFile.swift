package import Foundation

/// A file that a resource has, with what tells whether the file is still there and whole.
package struct HeldFile: Hashable, Sendable {
    /// The row of the resource.
    package var row: Int64
    package var assetRow: Int64
    package var asset: UUID
    package var type: Int
    /// The name below the folder of originals.
    package var file: String
    package var byteCount: Int64
    package var checksum: [UInt8]
    /// How the file looked when it was last known to be whole; nil where nobody has noted it.
    package var state: FileState?
    /// The row of the file that stays in its source; ``file`` is then a name that nothing has.
    package var sourceFileID: Int64?
    /// Whether a file of the asset stays in a source and is not there.
    package var isOffline: Bool

    static let columns = """
        resource.id, resource.asset_id, asset.uuid, resource.type, resource.file, resource.byte_count,
        resource.checksum, resource.inode, resource.status_change, resource.source_file_id, asset.traits
        """

    init(columns: inout ColumnReader) {
        row = columns.row()
        assetRow = columns.row()
        asset = columns.uuid() ?? .zero
        type = columns.count()
        file = columns.text() ?? ""
        byteCount = columns.row()
        checksum = columns.blob() ?? []
        let (inode, statusChange) = (columns.integer(), columns.integer())
        if let inode, let statusChange {
            state = FileState(inode: inode, statusChange: statusChange)
        }
        sourceFileID = columns.integer()
        isOffline = columns.row() & AssetTraits.offline.rawValue != 0
    }
}
