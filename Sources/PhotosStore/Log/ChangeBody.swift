/// The effect of one committed block on one object.
package struct ObjectChange: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case inserted = 0
        case updated = 1
        case deleted = 2
    }

    package var id: ObjectID
    package var kind: Kind
    /// The fields that an update changed, or that a deleted row had set.
    ///
    /// An insertion has an empty mask, except for an asset that the same block moved to Recently Deleted: then the mask
    /// is the date of that move.
    package var mask: UInt64
    /// The previous values, one for each field of the mask in rising order of the fields' numbers.
    package var before: [FieldValue]

    package init(id: ObjectID, kind: Kind, mask: UInt64, before: [FieldValue]) {
        self.id = id
        self.kind = kind
        self.mask = mask
        self.before = before
    }

    /// Bit 62, a mark without a previous value, for a collection whose members or children changed.
    package static let contentsBit = CollectionFieldMask.contents.rawValue

    package var contentsChanged: Bool { id.entity == .collection && mask & Self.contentsBit != 0 }

    /// Returns the previous values by field.
    ///
    /// Fields of a newer format that this version does not know are skipped.
    package func values<Fields: RecordField>(
        of type: Fields.Type
    ) -> [(field: Fields, value: FieldValue)] {
        var values = before.makeIterator()
        var pairs: [(field: Fields, value: FieldValue)] = []
        for number in UInt8(0)..<64 where fieldBits & 1 << UInt64(number) != 0 {
            guard let value = values.next() else { break }
            if let field = Fields(rawValue: number) { pairs.append((field, value)) }
        }
        return pairs
    }

    /// The mask without the bits that belong to no column.
    package var fieldBits: UInt64 { id.entity == .collection ? mask & ~Self.contentsBit : mask }
}

/// The effect of one committed block on an asset's position in an album.
package struct MemberChange: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        case entered = 0
        case left = 1
        case moved = 2
    }

    package var albumID: Int64
    package var assetID: Int64
    package var kind: Kind
    /// The previous position of an asset that left or moved.
    package var before: Position?

    package init(albumID: Int64, assetID: Int64, kind: Kind, before: Position?) {
        self.albumID = albumID
        self.assetID = assetID
        self.kind = kind
        self.before = before
    }
}

/// The whole effect of one committed block, with each object once.
package struct ChangeBody: Hashable, Sendable {
    package var objects: [ObjectChange] = []
    package var members: [MemberChange] = []

    package init() {}

    package var isEmpty: Bool { objects.isEmpty && members.isEmpty }
}

/// The kinds of work, so that readers of the history can distinguish a person's edits from maintenance.
package enum WorkKind: Int, Sendable, CaseIterable {
    case edit = 0
    case imported = 1
    case sync = 2
    case analysis = 3
    case purge = 4
    /// The owner decided what a client may do.
    case access = 5
}
