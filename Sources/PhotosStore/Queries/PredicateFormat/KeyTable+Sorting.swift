extension KeyTable {
    /// The field to sort by, or nil for a key that is nil for every object and so puts none before another.
    package func sortField(of key: String) throws(PredicateFault) -> Field? {
        if key.uppercased() == "SELF" { return identifiedRecord.uuid }
        switch try meaning(of: key) {
        case .field(let field): return field
        // Upper-case digits sort as the bytes they stand for.
        case .identifier: return identifiedRecord.uuid
        case .missing: return nil
        case .location: throw .unsupported("Sorting by \"location\"")
        }
    }
}
