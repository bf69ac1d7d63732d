import GRDB

// GRDB's own subscripts trap if a value has another type than requested, which can happen in a damaged database.

extension Row {
    /// Returns a number that the schema declares as never null, or 0 if the value is no number.
    func integer(_ index: Int) -> Int64 { Int64.fromDatabaseValue(self[index]) ?? 0 }

    /// Returns a text that the schema declares as never null, or an empty text if the value is no text.
    func text(_ index: Int) -> String { String.fromDatabaseValue(self[index]) ?? "" }
}
