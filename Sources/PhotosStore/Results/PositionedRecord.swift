/// A record together with its position in the plan's album.
struct PositionedRecord<R: Record>: FieldReading {
    var record: R
    var position: Position?

    func value(of field: Field) -> FieldValue {
        if case .memberPosition = field { return position.map { .blob($0.bytes) } ?? .null }
        return record.value(of: field)
    }
}
