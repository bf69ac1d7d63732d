/// What the rules show of some objects; nil means that the object is not shown.
package struct ShownState: Hashable, Sendable {
    package var assets: [SharedID: ShownAsset?] = [:]
    package var collections: [SharedID: ShownCollection?] = [:]
    package var members: [MemberPair: ShownMember?] = [:]
    /// The frames that represent bursts.
    package var representatives: [[UInt8]: SharedID?] = [:]

    package init() {}

    /// The state without objects that are not shown.
    package var present: ShownState {
        var state = ShownState()
        state.assets = assets.filter { $0.value != nil }
        state.collections = collections.filter { $0.value != nil }
        state.members = members.filter { $0.value != nil }
        state.representatives = representatives.filter { $0.value != nil }
        return state
    }

    /// Replaces what another state says.
    package mutating func update(with other: ShownState) {
        assets.merge(other.assets) { $1 }
        collections.merge(other.collections) { $1 }
        members.merge(other.members) { $1 }
        representatives.merge(other.representatives) { $1 }
    }
}

/// A living asset.
package struct ShownAsset: Hashable, Sendable {
    package var isTrashed: Bool
    package var knewBytes: Bool
    /// The values of registers that are replaced as a whole, without their stamps.
    package var values: [RegisterKind: [UInt8]]
    /// In the order in which they were added.
    package var keywords: [[UInt8]]
    package var burst: [UInt8]
    /// The original file of each role.
    package var files: [OriginalFile]
    /// The originals that lost their role, each shown as an asset of its own.
    package var derived: [SharedID]

    package init(
        isTrashed: Bool,
        knewBytes: Bool,
        values: [RegisterKind: [UInt8]],
        keywords: [[UInt8]],
        burst: [UInt8],
        files: [OriginalFile],
        derived: [SharedID]
    ) {
        self.isTrashed = isTrashed
        self.knewBytes = knewBytes
        self.values = values
        self.keywords = keywords
        self.burst = burst
        self.files = files
        self.derived = derived
    }
}

/// A living album or folder.
package struct ShownCollection: Hashable, Sendable {
    /// The folder in which it is shown.
    package var parent: SharedID
    package var position: [UInt8]
    package var values: [RegisterKind: [UInt8]]

    package init(parent: SharedID, position: [UInt8], values: [RegisterKind: [UInt8]]) {
        self.parent = parent
        self.position = position
        self.values = values
    }
}

/// A photo in an album.
package struct ShownMember: Hashable, Sendable {
    /// Compared byte by byte, and then by the asset.
    package var position: [UInt8]

    package init(position: [UInt8]) { self.position = position }
}
