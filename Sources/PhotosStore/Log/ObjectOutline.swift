/// The effect of one committed block on one object, without the previous values.
package struct ObjectOutline: Hashable, Sendable {
    package var id: ObjectID
    package var kind: ObjectChange.Kind
    /// The fields that an update changed, or that a deleted row had set; see ``ObjectChange/mask``.
    package var mask: UInt64
    /// The direction in which the asset moved to or from Recently Deleted, or nil if it did not move.
    ///
    /// An insertion has ``TrashMove/trashed`` if the same block moved the asset to Recently Deleted.
    package var trashMove: TrashMove?

    package enum TrashMove: Hashable, Sendable {
        case trashed
        case restored

        /// A block never changes the date of an asset that stays in Recently Deleted, so the previous value shows the
        /// direction.
        init(dateBefore: FieldValue) { self = dateBefore == .null ? .trashed : .restored }
    }

    /// Creates the outline of a change whose previous values are read one by one.
    ///
    /// - Parameters:
    ///   - change: The change, whose own previous values are not used.
    ///   - count: The number of previous values.
    ///   - readValue: Called for each value in turn; returns nil for a value that is not wanted.
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

    /// Returns the index of the previous `trashedDate` among the previous values, or nil if it is not among them.
    private static func trashDateIndex(_ change: ObjectChange) -> Int? {
        let bit = AssetField.trashedDate.bit
        guard change.id.entity == .asset, change.kind != .deleted, change.mask & bit != 0 else {
            return nil
        }
        return (change.mask & (bit - 1)).nonzeroBitCount
    }

    /// Whether the change is visible in the object itself; the position of a collection belongs to its folder.
    package var isVisible: Bool {
        guard kind == .updated, id.entity == .collection else { return true }
        return mask & ~CollectionFieldMask([.parent, .position]).rawValue != 0
    }
}
