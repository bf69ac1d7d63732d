package import Foundation

/// The file of a resource, with the data to check whether the file still exists and is whole.
package struct HeldFile: Hashable, Sendable {
    /// The row of the resource.
    package var row: Int64
    package var assetRow: Int64
    package var asset: UUID
    package var type: ResourceRole
    /// The name below the folder of originals.
    package var file: String
    package var byteCount: Int64
    package var checksum: [UInt8]
    /// The state of the file when it was last known to be whole, or nil if it was never recorded.
    package var state: FileState?
    /// The row of the file that is kept in its source, or nil.
    ///
    /// If there is one, ``file`` is a name that no file has.
    package var sourceFileID: Int64?
    /// Whether a file of the asset is kept in a source and is missing there.
    package var isOffline: Bool
    /// Whether the file left the library's folder because remotes have it.
    ///
    /// The file may have been brought back since.
    package var hasLeft: Bool

    /// The object that a remote has of the file.
    var object: RemoteObject { RemoteObject(checksum: checksum, byteCount: byteCount) }
}

extension HeldFile {
    static let columns = """
        resource.id, resource.asset_id, asset.uuid, resource.type, resource.file, resource.byte_count,
        resource.checksum, resource.inode, resource.status_change, resource.source_file_id, asset.traits,
        EXISTS (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)
        """

    init(columns: inout ColumnReader) {
        row = columns.row()
        assetRow = columns.row()
        asset = columns.uuid() ?? .zero
        type = ResourceRole(rawValue: columns.count())
        file = columns.text() ?? ""
        byteCount = columns.row()
        checksum = columns.blob() ?? []
        let (inode, statusChange) = (columns.integer(), columns.integer())
        if let inode, let statusChange {
            state = FileState(inode: inode, statusChange: statusChange)
        }
        sourceFileID = columns.integer()
        isOffline = columns.row() & AssetTraits.offline.rawValue != 0
        hasLeft = columns.flag()
    }
}
