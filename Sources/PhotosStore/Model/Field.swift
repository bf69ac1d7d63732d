/// A value that a fetch plan can compare or sort by.
package enum Field: Hashable, Sendable {
    case rowID
    case asset(AssetField)
    case collection(CollectionField)
    /// The position of an asset in the album that the plan fetches from.
    case memberPosition
    /// The number of visible assets in an album.
    case memberCount
}

/// A record in memory whose field values can be read.
package protocol FieldReading {
    func value(of field: Field) -> FieldValue
}
