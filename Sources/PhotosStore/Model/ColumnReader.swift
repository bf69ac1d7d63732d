package import Foundation
import GRDB
import GRDBSQLite

/// Reads the columns of a statement's current row from left to right.
///
/// Values are read directly from SQLite's memory, because a wrapper for each value would cost more than SQLite needs to
/// find the row. Each value is copied, so it stays valid after the statement's next step. A value of another type than
/// the requested one counts as missing, as in ``FieldValue``.
package struct ColumnReader {
    private let statement: OpaquePointer
    private var column: CInt = 0

    /// - Parameter statement: A statement that has a current row. The caller steps it only after the last use of the
    ///   reader.
    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    package mutating func integer() -> Int64? {
        let column = next()
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return unsafe sqlite3_column_int64(statement, column)
    }

    package mutating func real() -> Double? {
        let column = next()
        let kind = unsafe sqlite3_column_type(statement, column)
        guard kind == SQLITE_FLOAT || kind == SQLITE_INTEGER else { return nil }
        return unsafe sqlite3_column_double(statement, column)
    }

    package mutating func text() -> String? {
        let column = next()
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let start = unsafe sqlite3_column_text(statement, column)
        else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        // Copying into the string's own storage repairs invalid UTF-8 as decoding does, but needs no call into the
        // runtime.
        return unsafe String(unsafeUninitializedCapacity: count) { storage in
            unsafe UnsafeMutableRawBufferPointer(storage).copyMemory(
                from: UnsafeRawBufferPointer(start: start, count: count)
            )
            return count
        }
    }

    package mutating func blob() -> [UInt8]? {
        let column = next()
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        // SQLite returns no address for an empty blob.
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    package mutating func uuid() -> UUID? {
        let column = next()
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB,
            unsafe sqlite3_column_bytes(statement, column) == 16,
            let start = unsafe sqlite3_column_blob(statement, column)
        else { return nil }
        return unsafe UUID(uuid: start.loadUnaligned(as: uuid_t.self))
    }

    /// Reads the rows that `photokit_row_list` returned.
    mutating func rowList() -> [Int64] {
        let column = next()
        guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(statement, column)) / 8
        return unsafe Array(
            UnsafeBufferPointer(start: start.assumingMemoryBound(to: Int64.self), count: count)
        )
    }

    mutating func value() -> FieldValue {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return FieldValue(integer())
        case SQLITE_FLOAT: return FieldValue(real())
        case SQLITE_TEXT: return FieldValue(text())
        case SQLITE_BLOB: return blob().map(FieldValue.blob) ?? .null
        default:
            column += 1
            return .null
        }
    }

    /// Reads a row number, which is never null.
    package mutating func row() -> Int64 { unsafe sqlite3_column_int64(statement, next()) }

    private mutating func next() -> CInt {
        defer { column += 1 }
        return column
    }
}

extension ColumnReader {
    /// Reads a number that the schema declares as never null.
    package mutating func count() -> Int { Int(unsafe sqlite3_column_int64(statement, next())) }
    package mutating func flag() -> Bool { count() == 1 }
    mutating func number() -> Int? { integer().map(Int.init) }
    mutating func date() -> Date? { real().map(Date.init(timeIntervalSinceReferenceDate:)) }
}

extension Statement {
    /// Runs a query and passes each row to `body`, until `body` returns false.
    func forEachRow(
        _ arguments: StatementArguments = StatementArguments(),
        in db: Database,
        body: (inout ColumnReader) throws -> Bool
    ) throws {
        try setArguments(arguments)
        // A statement that is not reset keeps its read transaction open and goes on reading the old state.
        defer { unsafe sqlite3_reset(sqliteStatement) }
        while true {
            let result = unsafe sqlite3_step(sqliteStatement)
            guard result == SQLITE_ROW else {
                if result == SQLITE_DONE { return }
                throw DatabaseError(
                    resultCode: ResultCode(
                        rawValue: unsafe sqlite3_extended_errcode(db.sqliteConnection)
                    ),
                    message: db.lastErrorMessage,
                    sql: sql
                )
            }
            var columns = unsafe ColumnReader(sqliteStatement)
            guard try body(&columns) else { return }
        }
    }

    /// Runs a query and passes each row to `body`.
    func forEachRow(
        _ arguments: StatementArguments = StatementArguments(),
        in db: Database,
        body: (inout ColumnReader) throws -> Void
    ) throws {
        try forEachRow(arguments, in: db) { columns in
            try body(&columns)
            return true
        }
    }
}
