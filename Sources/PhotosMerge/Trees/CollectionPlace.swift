/// Where an album or folder stands.
package struct CollectionPlace: Hashable, Sendable {
    package var parent: SharedID
    /// The parent that was shown when the collection was moved here.
    package var from: SharedID

    package init(parent: SharedID, from: SharedID) {
        self.parent = parent
        self.from = from
    }

    /// Reads the value of a register; nil if it is none.
    package init?(value: [UInt8]) {
        guard value.count == 32, let parent = UniqueID(bytes: value.prefix(16)),
            let from = UniqueID(bytes: value.suffix(16))
        else { return nil }
        self.init(parent: SharedID(parent), from: SharedID(from))
    }

    package var value: [UInt8] { parent.bytes + from.bytes }
}
