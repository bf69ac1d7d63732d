import Foundation
import GRDB

/// A row of a database's schema.
struct SchemaEntry: Hashable {
    var type: String
    var name: String
    var table: String
    var sql: String?

    var isVirtual: Bool {
        sql?.range(of: "CREATE VIRTUAL", options: .caseInsensitive)?.lowerBound == sql?.startIndex
            && sql != nil
    }

    /// Returns all entries, without SQLite's own statistics, which contain only numbers.
    static func all(_ db: Database) throws -> Set<SchemaEntry> {
        let rows = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
        return Set(
            rows.map { row in
                SchemaEntry(
                    type: String.fromDatabaseValue(row[0]) ?? "",
                    name: String.fromDatabaseValue(row[1]) ?? "",
                    table: String.fromDatabaseValue(row[2]) ?? "",
                    sql: String.fromDatabaseValue(row[3])
                )
            }
        ).subtracting([statistics])
    }

    /// Returns the schema that this software makes for a format, or nil for an unknown format.
    static func known(_ format: Int) throws -> Set<SchemaEntry>? { try schemas.get()[format] }

    private static let schemas = Result {
        var schemas: [Int: Set<SchemaEntry>] = [:]
        let queue = try DatabaseQueue()
        for format in 1...Schema.format {
            try Schema.migrator.migrate(queue, upTo: "\(format)")
            schemas[format] = try queue.read { db in try all(db) }
        }
        return schemas
    }

    private static let statistics = SchemaEntry(
        type: "table",
        name: "sqlite_stat1",
        table: "sqlite_stat1",
        sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)"
    )
}
