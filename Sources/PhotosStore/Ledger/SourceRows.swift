package import Foundation

/// How the files of a source become assets.
package enum SourceKind: Int, Sendable {
    /// A folder whose files were copied or moved into the library.
    case copied = 0
    /// A folder whose files stay where they are.
    case inPlace = 1
    /// An export of another service.
    case export = 2
    /// Another program's library.
    case foreignLibrary = 3
}

/// A place that assets come from.
package struct SourceRow: Hashable, Sendable {
    package var id: Int64
    package var uuid: UUID
    package var kind: SourceKind
    /// Absolute, without a slash at its end.
    package var path: String
    /// What tells its volume from others; nil where nothing does.
    package var volume: String?
    package var isOffline: Bool
    package var addedDate: Date
    package var sweptDate: Date?

    package init(
        id: Int64,
        uuid: UUID,
        kind: SourceKind,
        path: String,
        volume: String? = nil,
        isOffline: Bool = false,
        addedDate: Date,
        sweptDate: Date? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.kind = kind
        self.path = path
        self.volume = volume
        self.isOffline = isOffline
        self.addedDate = addedDate
        self.sweptDate = sweptDate
    }
}

/// A folder of a source; the top has no parent and no name.
package struct SourceFolderRow: Hashable, Sendable {
    package var id: Int64
    package var sourceID: Int64
    package var parentID: Int64?
    package var name: String
    package var inode: Int64

    package init(id: Int64, sourceID: Int64, parentID: Int64?, name: String, inode: Int64) {
        self.id = id
        self.sourceID = sourceID
        self.parentID = parentID
        self.name = name
        self.inode = inode
    }
}

/// What became of a file when it was last looked into.
package enum SourceOutcome: Int, Sendable {
    /// It is an asset's original, or was that of one that a person deleted.
    case imported = 0
    /// Its bytes are those of an asset that has another file.
    case duplicate = 1
    case refused = 2
    /// It belongs to another file, and tells of it.
    case sidecar = 3
    /// Neither picture nor movie.
    case other = 4
    /// It was imported where it stood, and was not there any more when its folder was last looked at.
    case absent = 5
}

/// A file as it was when it was last looked into.
package struct SourceFileRow: Hashable, Sendable {
    /// 0 for a row that is yet to be written.
    package var id: Int64
    package var name: String
    package var inode: Int64
    package var byteCount: Int64
    /// Nanoseconds since 1970.
    package var modification: Int64
    package var outcome: SourceOutcome
    package var checksum: [UInt8]?
    package var assetID: Int64?

    package init(
        id: Int64 = 0,
        name: String,
        inode: Int64,
        byteCount: Int64,
        modification: Int64,
        outcome: SourceOutcome,
        checksum: [UInt8]? = nil,
        assetID: Int64? = nil
    ) {
        self.id = id
        self.name = name
        self.inode = inode
        self.byteCount = byteCount
        self.modification = modification
        self.outcome = outcome
        self.checksum = checksum
        self.assetID = assetID
    }

    /// The row of a file that a listing has.
    package init(
        _ entry: FolderListing.Entry,
        name: String,
        outcome: SourceOutcome,
        checksum: [UInt8]? = nil,
        assetID: Int64? = nil
    ) {
        self.init(
            name: name,
            inode: entry.inode,
            byteCount: entry.byteCount,
            modification: entry.modification,
            outcome: outcome,
            checksum: checksum,
            assetID: assetID
        )
    }

    /// Whether the file is, by all that can be told without reading it, the one of the row.
    package func isOf(_ entry: FolderListing.Entry) -> Bool {
        inode == entry.inode && byteCount == entry.byteCount && modification == entry.modification
    }
}
