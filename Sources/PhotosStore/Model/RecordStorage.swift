import Foundation
package import GRDB

extension FieldValue: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> FieldValue? {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        }
    }
}

extension Record {
    /// Returns the value of ``columnList``, which each type keeps because every commit needs it.
    static func makeColumnList() -> String {
        (["id"] + Fields.allCases.map(\.column)).joined(separator: ", ")
    }

    /// Returns the record of one row, or nil if there is none.
    static func find(_ rowID: Int64, in db: Database) throws -> Self? {
        try db.cachedStatement(sql: "SELECT \(columnList) FROM \(entity.table) WHERE id = ?")
            .first(in: db) {
                $0.integer(rowID)
            } _: { columns in
                Self(columns: &columns)
            }
    }

    /// Returns the existing rows by number, read with one statement for any number of rows.
    static func fetch(
        _ rowIDs: some Collection<Int64>,
        in db: Database,
        seeing readScope: ReadScope = .everything
    ) throws -> [Int64: Self] {
        var records: [Int64: Self] = [:]
        records.reserveCapacity(rowIDs.count)
        try forEachRecord(at: rowIDs, in: db, seeing: readScope) { records[$0.rowID] = $0 }
        return records
    }

    /// Passes the existing rows to `body` in the order of their numbers, read with one statement for any number of
    /// rows.
    ///
    /// `readScope` only makes reading cheaper. A connection restricted to a selection shows only that selection
    /// whatever `readScope` says.
    static func forEachRecord(
        at rowIDs: some Collection<Int64>,
        in db: Database,
        seeing readScope: ReadScope = .everything,
        body: (consuming Self) throws -> Void
    ) throws {
        guard !rowIDs.isEmpty else { return }
        let table = readScope.records(of: entity)
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columnList) FROM photokit_rows(?) AS list
                CROSS JOIN \(table) ON \(table).id = list.value
                """
        )
        try statement.forEachRow([PackedList.rows(rowIDs)], in: db) { columns in
            try body(Self(columns: &columns))
        }
    }

    func insert(in db: Database) throws {
        let marks = Array(repeating: "?", count: Fields.allCases.count + 1).joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql: "INSERT INTO \(Self.entity.table) (\(Self.columnList)) VALUES (\(marks))"
        )
        try statement.run(in: db) { columns in
            columns.integer(rowID)
            for field in Fields.allCases { columns.value(self[field]) }
        }
    }

    /// Returns the statement that writes some fields of a row; ``update(_:by:in:)`` runs it.
    static func updating(_ mask: FieldMask<Fields>, in db: Database) throws -> Statement {
        let list = mask.fields.map { "\($0.column) = ?" }.joined(separator: ", ")
        return try db.cachedStatement(sql: "UPDATE \(entity.table) SET \(list) WHERE id = ?")
    }

    func update(_ mask: FieldMask<Fields>, by statement: Statement, in db: Database) throws {
        try statement.run(in: db) { columns in
            for field in mask.fields { columns.value(self[field]) }
            columns.integer(rowID)
        }
    }

    func update(_ mask: FieldMask<Fields>, in db: Database) throws {
        guard !mask.isEmpty else { return }
        try update(mask, by: Self.updating(mask, in: db), in: db)
    }

    static func delete(_ rowID: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM \(entity.table) WHERE id = ?")
            .run(in: db) { $0.integer(rowID) }
    }
}

enum Blob {
    static func bytes(of row: Row, at index: Int) -> [UInt8] {
        let data = Data.fromDatabaseValue(row[index])
        return data.map { Array($0) } ?? []
    }
}
