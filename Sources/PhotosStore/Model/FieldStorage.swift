/// How the values of a field are stored; from this follow their storage class, their sort codes and how they are compared.
package enum FieldStorage: Hashable, Sendable {
    /// Seconds since the reference date of 2001-01-01, as a real number.
    case date
    /// 0 or 1.
    case flag
    /// A small number of the API's, below 128.
    case code
    /// A number below 2,147,483,648.
    case number
    /// A number of up to 64 bits: an option set, or the row of another record.
    case bits
    /// A real number.
    case real
    /// A text, compared by its bytes.
    case text
    /// Bytes that identify something.
    case bytes
    /// A position in an order, see ``Position``.
    case position
}

/// The description of a field, besides its number, in one place.
package struct FieldDefinition: Hashable, Sendable {
    package var column: String
    package var storage: FieldStorage

    init(_ column: String, _ storage: FieldStorage) {
        self.column = column
        self.storage = storage
    }
}
