/// The name of a register: of which object, what it says, and of which element.
package struct RegisterKey: Hashable, Comparable, Sendable {
    package var object: SharedID
    package var kind: RegisterKind
    /// A keyword, a member, a file or a burst where the kind has one; otherwise empty.
    package var element: [UInt8]

    package init(_ kind: RegisterKind, of object: SharedID, element: [UInt8] = []) {
        self.object = object
        self.kind = kind
        self.element = element
    }

    /// The register of a photo in an album.
    package init(_ kind: RegisterKind, of pair: MemberPair) {
        self.init(kind, of: pair.album, element: pair.asset.bytes)
    }

    /// The photo in an album that the register is about; nil for other registers.
    package var pair: MemberPair? {
        guard kind.subject == .member, let id = UniqueID(bytes: element) else { return nil }
        return MemberPair(album: object, asset: SharedID(id))
    }

    package static func < (left: RegisterKey, right: RegisterKey) -> Bool {
        if left.object != right.object { return left.object < right.object }
        if left.kind != right.kind { return left.kind < right.kind }
        return left.element.lexicographicallyPrecedes(right.element)
    }
}

/// A photo in an album.
package struct MemberPair: Hashable, Comparable, Sendable {
    package var album: SharedID
    package var asset: SharedID

    package init(album: SharedID, asset: SharedID) {
        self.album = album
        self.asset = asset
    }

    package static func < (left: MemberPair, right: MemberPair) -> Bool {
        left.album != right.album ? left.album < right.album : left.asset < right.asset
    }
}
