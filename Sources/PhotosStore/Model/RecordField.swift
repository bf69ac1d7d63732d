/// A column of a record that can change, be queried, and appear in the change log.
///
/// The raw value is the field's number in the log and its bit in a change mask. Both are part of the library format:
/// numbers are never reused and never exceed 63.
package protocol RecordField: RawRepresentable<UInt8>, CaseIterable, Hashable, Sendable {
    var definition: FieldDefinition { get }
}

extension RecordField {
    /// The name of the field's column in the table of its records.
    package var column: String { definition.column }

    /// How the values of the field are stored.
    package var storage: FieldStorage { definition.storage }

    package var bit: UInt64 { 1 << UInt64(rawValue) }
}

/// A set of fields in one machine word.
package struct FieldMask<Field: RecordField>: OptionSet, Hashable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init(_ fields: some Sequence<Field>) {
        rawValue = fields.reduce(0) { $0 | $1.bit }
    }

    package func contains(_ field: Field) -> Bool { rawValue & field.bit != 0 }

    /// The fields in rising order of their numbers, without bits that belong to no field.
    package var fields: [Field] {
        var fields: [Field] = []
        var rest = rawValue
        while rest != 0 {
            if let field = Field(rawValue: UInt8(rest.trailingZeroBitCount)) {
                fields.append(field)
            }
            rest &= rest - 1
        }
        return fields
    }
}
