extension KeyTable {
    /// Returns the field to sort by, or nil for a key that is nil for every object and so does not affect the order.
    package func sortField(of key: String) throws(PredicateFault) -> Field? {
        if key.uppercased() == "SELF" { return identifiedRecord.uuid }
        switch try meaning(of: key, isSorting: true) {
        case .field(let field):
            if field.isList { throw .unsortable("the list \"\(key)\"", subject: subject) }
            return field
        // The upper-case digits of an identifier sort in the order of its bytes.
        case .identifier: return identifiedRecord.uuid
        case .missing: return nil
        case .location: throw .unsortable("\"location\"", subject: subject)
        }
    }
}
