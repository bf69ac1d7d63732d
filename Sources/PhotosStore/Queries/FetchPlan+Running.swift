import GRDB
import GRDBSQLite

extension CompiledPlan {
    /// Fetches the plan: its first rows in order, as they are now.
    func fetch(_ db: Database) throws -> FetchSnapshot {
        let most = plan.limit > 0 ? plan.limit + Self.reserve : 0
        let list = try rows(db, limit: most)
        return FetchSnapshot(
            self,
            FetchSnapshot.State(
                list: list,
                isWhole: most == 0 || list.count < most,
                sequence: try ChangeLog.current(db).sequence
            )
        )
    }

    private func rows(_ db: Database, limit: Int) throws -> RowList {
        // An index is gone through backwards at no cost, but then gives equal dates backwards, too.
        let tiesFall = code.isOneReal && !code.ascendsFirst && limit == 0
        let sql = plan.statement(limit: limit, tiesFall: tiesFall)
        // Long texts are of conditions with sets, which hardly come again.
        let statement =
            try
            (sql.values.count > 32
            ? db.makeStatement(sql: sql.sql) : db.cachedStatement(sql: sql.sql))
        try statement.setArguments(StatementArguments(sql.values.map(\.databaseValue)))
        let columns = StatementColumns(statement)
        var builder = RowListBuilder()
        if !plan.isIncremental {
            try columns.forEachRow(db) { builder.append(RowEntry(code: 0, row: $0.integer(0))) }
        } else if code.isOneReal {
            try appendByReal(columns, db, tiesFall: tiesFall, &builder)
        } else {
            let code = code
            try columns.forEachRow(db) { columns in
                let value = code.value { columns.value($0 + 1) }
                builder.append(RowEntry(code: value.code, row: columns.integer(0)))
            }
        }
        return builder.finish()
    }

    private func appendByReal(
        _ columns: StatementColumns,
        _ db: Database,
        tiesFall: Bool,
        _ builder: inout RowListBuilder
    ) throws {
        let ascending = code.ascendsFirst
        let missing: UInt64 = ascending ? 0 : .max
        var ties: [RowEntry] = []
        try columns.forEachRow(db) { columns in
            let code = columns.real(1).map { SortCode.real($0, ascending: ascending) } ?? missing
            let entry = RowEntry(code: code, row: columns.integer(0))
            guard tiesFall else { return builder.append(entry) }
            if let last = ties.last, last.code != code {
                for tie in ties.reversed() { builder.append(tie) }
                ties.removeAll(keepingCapacity: true)
            }
            ties.append(entry)
        }
        for tie in ties.reversed() { builder.append(tie) }
    }
}

/// The columns of a statement's present row, read without a detour.
///
/// Valid while the statement is, on the connection's own thread.
struct StatementColumns {
    private let statement: Statement
    private let pointer: SQLiteStatement

    init(_ statement: Statement) {
        self.statement = statement
        pointer = statement.sqliteStatement
    }

    /// Steps through the rows of a statement whose arguments are set.
    func forEachRow(_ db: Database, _ body: (StatementColumns) throws -> Void) throws {
        sqlite3_reset(pointer)
        defer { sqlite3_reset(pointer) }
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: try body(self)
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
                )
            }
        }
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    func real(_ column: Int32) -> Double? {
        sqlite3_column_type(pointer, column) == SQLITE_NULL
            ? nil : sqlite3_column_double(pointer, column)
    }

    func value(_ column: Int) -> FieldValue {
        let column = Int32(column)
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
        case SQLITE_TEXT: return .text(String(decoding: bytes(column), as: UTF8.self))
        case SQLITE_BLOB: return .blob(Array(bytes(column)))
        default: return .null
        }
    }

    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // The order matters: the pointer first, then the length of what it points to.
        let start = sqlite3_column_blob(pointer, column)
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_column_bytes(pointer, column))
        )
    }
}
