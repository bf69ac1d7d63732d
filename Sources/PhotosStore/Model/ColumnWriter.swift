package import Foundation
package import GRDB
import GRDBSQLite

/// Binds the parameters of a statement from left to right.
///
/// Values are passed directly to SQLite, because a wrapper for each value would cost more than SQLite needs to write
/// the row.
package struct ColumnWriter {
    private let statement: OpaquePointer
    private var column: CInt = 0
    /// SQLite's result for the first value that it rejected, or `SQLITE_OK`.
    fileprivate private(set) var result: CInt = SQLITE_OK

    /// The destructor value that makes SQLite copy a value before the call returns.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

    package mutating func integer(_ value: Int64) {
        recordResult(sqlite3_bind_int64(statement, next(), value))
    }

    package mutating func real(_ value: Double) {
        recordResult(sqlite3_bind_double(statement, next(), value))
    }

    package mutating func null() { recordResult(sqlite3_bind_null(statement, next())) }

    package mutating func text(_ value: String) {
        let column = next()
        // The zero byte behind the text gives an empty text an address, too. Without an address, SQLite would bind
        // null.
        recordResult(
            value.withCString {
                sqlite3_bind_text(statement, column, $0, CInt(value.utf8.count), Self.copied)
            }
        )
    }

    package mutating func blob(_ value: [UInt8]) {
        let column = next()
        value.withUnsafeBytes { bytes in
            recordResult(
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, column, 0)
                    : sqlite3_bind_blob(
                        statement,
                        column,
                        bytes.baseAddress,
                        CInt(bytes.count),
                        Self.copied
                    )
            )
        }
    }

    package mutating func uuid(_ value: UUID) {
        let column = next()
        withUnsafeBytes(of: value.uuid) { bytes in
            recordResult(sqlite3_bind_blob(statement, column, bytes.baseAddress, 16, Self.copied))
        }
    }

    /// Binds a list that the tables described at ``PackedList`` unpack.
    package mutating func list(_ value: Data) {
        let column = next()
        value.withUnsafeBytes { bytes in
            recordResult(
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, column, 0)
                    : sqlite3_bind_blob(
                        statement,
                        column,
                        bytes.baseAddress,
                        CInt(bytes.count),
                        Self.copied
                    )
            )
        }
    }

    mutating func value(_ value: FieldValue) {
        switch value {
        case .null: null()
        case .integer(let number): integer(number)
        case .real(let number): real(number)
        case .text(let text): self.text(text)
        case .blob(let bytes): blob(bytes)
        }
    }

    private mutating func next() -> CInt {
        column += 1
        return column
    }

    private mutating func recordResult(_ result: CInt) {
        if self.result == SQLITE_OK { self.result = result }
    }
}

extension Statement {
    /// Runs a statement that returns no rows; `bind` binds all its parameters.
    package func run(in db: Database, _ bind: (inout ColumnWriter) -> Void = { _ in }) throws {
        try forEachRow(in: db, binding: bind) { _ in }
    }

    /// Runs a query and returns the value read from its first row, or nil if there is none.
    ///
    /// The query should return at most one row.
    package func first<Value>(
        in db: Database,
        binding bind: (inout ColumnWriter) -> Void = { _ in },
        _ read: (inout ColumnReader) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try forEachRow(in: db, binding: bind) { columns in
            if value == nil { value = try read(&columns) }
        }
        return value
    }

    /// Runs a query and passes each row to `body`; `bind` binds all its parameters.
    package func forEachRow(
        in db: Database,
        binding bind: (inout ColumnWriter) -> Void,
        _ body: (inout ColumnReader) throws -> Void
    ) throws {
        // GRDB's `execute` leaves a statement that is done without a reset, and SQLite binds nothing to it. One that is between two
        // rows is used twice at once, and stays an error.
        if sqlite3_stmt_busy(sqliteStatement) == 0 { sqlite3_reset(sqliteStatement) }
        var writer = ColumnWriter(sqliteStatement)
        bind(&writer)
        var result = writer.result
        defer { sqlite3_reset(sqliteStatement) }
        if result == SQLITE_OK {
            result = sqlite3_step(sqliteStatement)
            while result == SQLITE_ROW {
                var columns = ColumnReader(sqliteStatement)
                try body(&columns)
                result = sqlite3_step(sqliteStatement)
            }
        }
        guard result == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
                message: db.lastErrorMessage,
                sql: sql
            )
        }
    }
}
