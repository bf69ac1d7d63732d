/// What one committed block did to one object, without the values before.
package struct ObjectOutline: Hashable, Sendable {
    package var id: ObjectID
    package var kind: ObjectChange.Kind
    /// The fields that really differ (updated), or that a whole row sets (deleted); empty for an insertion.
    package var mask: UInt64
    /// Whether an update moved the asset to Recently Deleted or out of it; nil for every other change.
    package var trashMove: TrashMove?

    package enum TrashMove: Hashable, Sendable {
        case trashed
        case restored

        /// A block never gives an asset in Recently Deleted another date, so the value before tells the way.
        init(dateBefore: FieldValue) { self = dateBefore == .null ? .trashed : .restored }
    }

    /// Outlines a change whose values before are read one by one.
    ///
    /// - Parameters:
    ///   - change: The change; its own values before are not looked at.
    ///   - count: How many values before there are.
    ///   - readValue: Asked for each value in turn; returns nil where the value is not wanted.
    package init(
        _ change: ObjectChange,
        valueCount count: Int,
        readValue: (_ isWanted: Bool) throws -> FieldValue?
    ) rethrows {
        id = change.id
        kind = change.kind
        mask = change.mask
        let wanted = Self.trashDateIndex(change)
        for index in 0..<count {
            guard let value = try readValue(index == wanted) else { continue }
            trashMove = TrashMove(dateBefore: value)
        }
    }

    /// Where the values before have the date of the move to Recently Deleted, if an update changed it.
    private static func trashDateIndex(_ change: ObjectChange) -> Int? {
        let bit = AssetField.trashedDate.bit
        guard change.id.entity == .asset, change.kind == .updated, change.mask & bit != 0 else {
            return nil
        }
        return (change.mask & (bit - 1)).nonzeroBitCount
    }

    /// Whether the change shows in the object itself: its place among its siblings is its folder's concern.
    package var isVisible: Bool {
        guard kind == .updated, id.entity == .collection else { return true }
        return mask & ~CollectionFieldMask([.parent, .position]).rawValue != 0
    }
}
