/// Anything a plan can compare or sort by.
package enum Field: Hashable, Sendable {
    case rowID
    case asset(AssetField)
    case collection(CollectionField)
    /// The place of an asset in the album that the plan looks into.
    case memberPosition
    /// How many visible assets an album has.
    case memberCount
}

/// Something that tells the value of fields: a record in memory.
package protocol FieldReading {
    func value(of field: Field) -> FieldValue
}
