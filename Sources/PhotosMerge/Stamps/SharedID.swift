/// The identifier of an object, such as an asset or album, which is the same in all libraries.
///
/// The root folder and the smart albums of every library have other UUIDs in each. Here they have identifiers that begin with
/// eight zero bytes, which no UUID does.
package struct SharedID: Hashable, Comparable, Sendable {
    package var id: UniqueID

    package init(_ id: UniqueID) { self.id = id }

    /// The root folder.
    package static let root = SharedID(UniqueID(high: 0, low: 0))
    /// The library itself, for its title and for what belongs to no other object.
    package static let library = SharedID(UniqueID(high: 0, low: 1))

    /// The smart album of a subtype, which every library has.
    package static func smartAlbum(subtype: UInt32) -> SharedID {
        SharedID(UniqueID(high: 0, low: 1 << 32 | UInt64(subtype)))
    }

    package var bytes: [UInt8] { id.bytes }

    package static func < (left: SharedID, right: SharedID) -> Bool { left.id < right.id }
}
