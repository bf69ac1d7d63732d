package import Foundation

/// The way in which the files of a source become assets.
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

/// A folder, export or library that assets come from.
package struct SourceRow: Hashable, Sendable {
    package var id: Int64
    package var uuid: UUID
    package var kind: SourceKind
    /// The absolute path, without a slash at its end.
    package var path: String
    /// An identifier of the volume, or nil if it has none.
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

    /// Whether the folder exists and is not empty.
    ///
    /// - Parameter folders: Finds out whether folders are there, and does not wait for ever where one hangs.
    /// - Returns: False also for a folder that hangs.
    func isThere(_ folders: FolderProbe) -> Bool {
        folders.presence(of: path, .long) == .there
            && !FolderListing.isEmpty(URL(fileURLWithPath: path, isDirectory: true))
    }
}

/// A folder of a source; the top folder has no parent and no name.
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

/// The result of the last time a file was read.
package enum SourceOutcome: Int, Sendable {
    /// The file is an asset's original, or was the original of an asset that a person deleted.
    case imported = 0
    /// The file has the same bytes as an asset with another file.
    case duplicate = 1
    /// The file was not taken.
    ///
    /// In exports: values of a sidecar were left out. The checksum is that of the bytes of which everything was taken before.
    case refused = 2
    /// The file contains facts about another file.
    case sidecar = 3
    /// The file is neither a picture nor a movie.
    ///
    /// In exports and libraries of other programs: a person took back what the file gave to its asset.
    case other = 4
    /// The file was imported in place, and was missing when its folder was last read.
    case absent = 5
}

/// The state of a file when it was last read.
package struct SourceFileRow: Hashable, Sendable {
    /// The number of the row, or 0 if it is not written yet.
    package var id: Int64
    package var name: String
    package var inode: Int64
    package var byteCount: Int64
    /// The modification time in nanoseconds since 1970.
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

    /// Creates the row of a file in a listing.
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

    /// Returns whether a file has the same inode, size and date as the row.
    package func isOf(_ entry: FolderListing.Entry) -> Bool {
        inode == entry.inode && byteCount == entry.byteCount && modification == entry.modification
    }
}

extension SourceOutcome {
    /// Whether the file is, or was, an asset's own file.
    package var isAsset: Bool { self == .imported || self == .absent }
}
