/// A number of the API's that the library stores, as a type of its own.
///
/// A number without a name here stays as it is, because a later version of the API may have named it.
package protocol StoredCode: RawRepresentable<Int>, Hashable, Sendable {
    init(rawValue: RawValue)
}

extension StoredCode {
    /// The number as its column has it.
    package var fieldValue: FieldValue { .integer(Int64(rawValue)) }
}

extension FieldValue {
    /// Returns the number as a type of its own; 0 for a value that is no number.
    func code<Code: StoredCode>() -> Code { Code(rawValue: integer.map(Int.init) ?? 0) }
}

extension ColumnReader {
    /// Reads a number that the schema declares as never null.
    mutating func code<Code: StoredCode>() -> Code { Code(rawValue: count()) }
}
