import GRDB

// GRDB's own subscripts trap on values of another type than they are asked for, which a damaged database may have.

extension Row {
    /// A number that the schema says is never missing; 0 where it is no number.
    func integer(_ index: Int) -> Int64 { Int64.fromDatabaseValue(self[index]) ?? 0 }

    /// A text that the schema says is never missing; empty where it is none.
    func text(_ index: Int) -> String { String.fromDatabaseValue(self[index]) ?? "" }
}
