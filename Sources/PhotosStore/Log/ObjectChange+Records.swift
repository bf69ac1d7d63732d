extension ObjectChange {
    static func inserted(_ asset: AssetRecord) -> ObjectChange {
        var change = inserted(AssetRecord.self, at: asset.rowID)
        if asset.trashedDate != nil {
            change.mask = AssetField.trashedDate.bit
            change.before = [.null]
        }
        return change
    }

    static func inserted<R: Record>(_ type: R.Type, at rowID: Int64) -> ObjectChange {
        ObjectChange(id: ObjectID(R.entity, rowID), kind: .inserted, mask: 0, before: [])
    }

    static func updated<R: Record>(_ before: R, mask: FieldMask<R.Fields>) -> ObjectChange {
        ObjectChange(
            id: ObjectID(R.entity, before.rowID),
            kind: .updated,
            mask: mask.rawValue,
            before: mask.fields.map { before[$0] }
        )
    }

    static func deleted<R: Record>(_ before: R) -> ObjectChange {
        let mask = before.differences(from: .blank(before.rowID))
        return ObjectChange(
            id: ObjectID(R.entity, before.rowID),
            kind: .deleted,
            mask: mask.rawValue,
            before: mask.fields.map { before[$0] }
        )
    }
}
