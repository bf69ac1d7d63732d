import Foundation
package import GRDB
package import PhotosStore

/// A record made of a dictionary, missing fields being null.
package struct SampleRecord: FieldReading {
    package var rowID: Int64
    package var values: [Field: FieldValue] = [:]

    package init(rowID: Int64, values: [Field: FieldValue] = [:]) {
        self.rowID = rowID
        self.values = values
    }

    package func value(of field: Field) -> FieldValue {
        if let value = values[field] { return value }
        switch field {
        case .rowID: return .integer(rowID)
        // A list of texts without any.
        case .related(.creators): return .text("[]")
        default: return .null
        }
    }
}

/// A table in memory whose columns are those of assets or collections, with the same records beside it.
///
/// Unlike a library's table it lets every column be null, so that conditions meet nulls everywhere. No asset has facts of a
/// file.
package struct ConditionTable {
    package let name: String
    package let fields: [Field]
    package let records: [SampleRecord]
    package let database: DatabaseQueue

    package init(assets records: [SampleRecord]) throws {
        try self.init("asset", AssetField.allCases.map(Field.asset), records)
    }

    package init(collections records: [SampleRecord]) throws {
        try self.init("collection", CollectionField.allCases.map(Field.collection), records)
    }

    private init(_ name: String, _ fields: [Field], _ records: [SampleRecord]) throws {
        self.name = name
        self.fields = fields
        self.records = records
        database = try DatabaseQueue()
        let declarations = fields.map { "\($0.columnName) \($0.declaredType)" }
        try database.write { database in
            registerConditionFunctions(in: database)
            try database.execute(
                sql:
                    "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, \(declarations.joined(separator: ", ")))"
            )
            try database.execute(sql: Self.emptyFacts)
            for field in fields where Self.indexed.contains(field) {
                try database.execute(
                    sql: "CREATE INDEX \(field.columnName)_index ON \(name) (\(field.columnName))"
                )
            }
            for record in records {
                let values = [.integer(record.rowID)] + fields.map(record.value)
                // GRDB binds a text up to its first zero byte alone.
                let marks = values.map { $0.text == nil ? "?" : "CAST(? AS TEXT)" }
                try database.execute(
                    sql: "INSERT INTO \(name) VALUES (\(marks.joined(separator: ", ")))",
                    arguments: StatementArguments(
                        values.map {
                            $0.text.map { Data($0.utf8).databaseValue } ?? $0.databaseValue
                        }
                    )
                )
            }
        }
    }

    private static let emptyFacts = """
        CREATE TABLE file_facts (asset_id INTEGER, origin INTEGER, title TEXT, headline TEXT, creators TEXT, \
        sublocation TEXT, city TEXT, region TEXT, country TEXT)
        """

    private static let indexed: Set<Field> = [
        .asset(.uuid), .asset(.creationDate), .asset(.duration), .asset(.mediaType),
        .asset(.filename),
        .collection(.uuid), .collection(.title), .collection(.kind),
    ]

    /// The rows that SQLite selects.
    package func selected(by condition: Condition) throws -> [Int64] {
        let fragment = condition.sql(tableAlias: name, memberCount: { "(SELECT 3)" })
        return try database.read { database in
            try Int64.fetchAll(
                database,
                sql: "SELECT id FROM \(name) WHERE \(fragment.sql) ORDER BY id",
                arguments: StatementArguments(fragment.values.map(\.databaseValue))
            )
        }
    }

    /// The rows that the evaluator selects.
    package func matched(by condition: Condition) -> [Int64] {
        records.filter(condition.matches).map(\.rowID)
    }

    package func plan(of condition: Condition) throws -> String {
        let fragment = condition.sql(tableAlias: name, memberCount: { "(SELECT 3)" })
        return try database.read { database in
            try Row.fetchAll(
                database,
                sql: "EXPLAIN QUERY PLAN SELECT id FROM \(name) WHERE \(fragment.sql)",
                arguments: StatementArguments(fragment.values.map(\.databaseValue))
            ).map { $0["detail"] }.joined(separator: "\n")
        }
    }
}

extension Field {
    fileprivate static let texts: Set<AssetField> = [
        .caption, .keywords, .contentType, .filename, .burstIdentifier, .adjustmentFormat,
        .adjustmentVersion,
        .dateSource,
    ]
    fileprivate static let reals: Set<AssetField> = [
        .modificationDate, .trashedDate, .creationDate, .latitude, .longitude, .altitude,
        .horizontalAccuracy, .verticalAccuracy, .course, .speed, .locationDate, .duration,
        .addedDate,
        .adjustmentDate,
    ]

    package var columnName: String {
        switch self {
        case .asset(let field): field.column
        case .collection(let field): field.column
        case .rowID, .memberPosition, .memberCount, .localDate, .pixelCount, .related: "id"
        }
    }

    package var declaredType: String {
        switch self {
        case .asset(.uuid), .collection(.uuid), .collection(.position): "BLOB"
        case .asset(let field) where Self.texts.contains(field): "TEXT"
        case .collection(.title), .collection(.search): "TEXT"
        case .asset(let field) where Self.reals.contains(field): "REAL"
        case .collection(.modificationDate), .collection(.creationDate): "REAL"
        default: "INTEGER"
        }
    }
}

extension FieldValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }
}
