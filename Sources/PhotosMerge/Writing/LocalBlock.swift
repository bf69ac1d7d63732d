/// The changes of one block of this library: its rows before and after.
package struct LocalBlock: Sendable {
    package var assets: [AssetChange] = []
    package var collections: [CollectionChange] = []
    package var members: [MemberChange] = []
    /// The frames that a person chose for bursts; an empty value takes a choice back.
    package var burstChoices: [[UInt8]: SharedID?] = [:]
    /// Values of the library, of files, and of other registers that merge by stamp or maximum.
    package var values: [RegisterKey: [UInt8]] = [:]

    package init() {}
}

/// An asset as a row shows it.
package struct AssetRow: Hashable, Sendable {
    /// The values of registers that are replaced as a whole; a missing one is the default.
    package var values: [RegisterKind: [UInt8]] = [:]
    package var keywords: Set<[UInt8]> = []
    package var burst: [UInt8] = []
    /// The original files, each with its details, which are not empty.
    package var files: [OriginalFile: [UInt8]] = [:]
    package var isTrashed = false
    /// The asset that a merge of duplicates kept instead.
    package var kept: SharedID?

    package init() {}
}

/// An asset that a block made, changed or purged.
package struct AssetChange: Sendable {
    package var id: SharedID
    /// Nil if the block made the asset.
    package var before: AssetRow?
    /// Nil if the block purged the asset.
    package var after: AssetRow?
    /// What a new asset has for good.
    package var creation: Creation?
    /// The kinds whose new values come from files.
    package var fromFiles: Set<RegisterKind> = [.file]

    package init(
        _ id: SharedID,
        before: AssetRow?,
        after: AssetRow?,
        creation: Creation? = nil
    ) {
        self.id = id
        self.before = before
        self.after = after
        self.creation = creation
    }
}

/// An album or folder as a row shows it.
package struct CollectionRow: Hashable, Sendable {
    package var parent: SharedID
    package var position: ListPosition
    package var values: [RegisterKind: [UInt8]] = [:]

    package init(parent: SharedID, position: ListPosition) {
        self.parent = parent
        self.position = position
    }
}

/// A collection that a block made, changed or deleted.
package struct CollectionChange: Sendable {
    package var id: SharedID
    package var before: CollectionRow?
    package var after: CollectionRow?

    package init(_ id: SharedID, before: CollectionRow?, after: CollectionRow?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

/// A photo that entered, left or moved in an album.
package struct MemberChange: Sendable {
    package var pair: MemberPair
    package var before: ListPosition?
    package var after: ListPosition?

    package init(_ pair: MemberPair, before: ListPosition?, after: ListPosition?) {
        self.pair = pair
        self.before = before
        self.after = after
    }
}
