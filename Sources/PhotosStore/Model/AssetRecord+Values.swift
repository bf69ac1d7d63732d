import Foundation

extension AssetRecord: Record {
    package static let entity = Entity.asset
    package static let columnList = makeColumnList()

    package var kind: ObjectKind { .asset }

    package func value(of field: Field) -> FieldValue {
        switch field {
        case .asset(let field): self[field]
        case .rowID: .integer(rowID)
        case .localDate:
            FieldValue(
                creationDate.map { $0.timeIntervalSinceReferenceDate + Double(creationZone ?? 0) }
            )
        case .pixelCount: .integer(Int64(pixelWidth) &* Int64(pixelHeight))
        case .collection, .memberPosition, .memberCount, .related: .null
        }
    }
}

extension AssetRecord {
    /// Notes whether the zone of the date is an assumed one; other traits stay.
    package mutating func setZoneAssumed(_ isAssumed: Bool) {
        if isAssumed { traits.insert(.zoneAssumed) } else { traits.remove(.zoneAssumed) }
    }

    /// Sets properties to those of another state of the asset; of the traits, only whether the zone is assumed.
    mutating func keep(_ fields: Set<AssetField>, of other: AssetRecord) {
        for field in fields where field != .traits { self[field] = other[field] }
        if fields.contains(.traits) { setZoneAssumed(other.traits.contains(.zoneAssumed)) }
    }

    /// Sets properties to the values that an export states.
    ///
    /// Facts that follow from the files stay.
    package mutating func restore(_ values: [AssetField: FieldValue]) {
        for (field, value) in values {
            if field == .traits {
                let stated = AssetTraits(rawValue: value.integer ?? 0)
                traits.subtract(.restorable)
                traits.formUnion(stated.intersection(.restorable))
            } else {
                self[field] = value
            }
        }
    }
}

extension AssetRecord {
    /// Returns whether two texts have the same bytes, as ``FieldValue`` compares them.
    static func isSame(_ left: String?, as right: String?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): isSame(left, as: right)
        default: false
        }
    }

    static func isSame(_ left: String, as right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    static func isSame(_ left: [String], as right: [String]) -> Bool {
        left.elementsEqual(right) { isSame($0, as: $1) }
    }
}
