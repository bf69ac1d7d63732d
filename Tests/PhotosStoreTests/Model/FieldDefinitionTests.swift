import Foundation
import GRDB
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What follows from the one place where a field is described: its column, its storage, and its number in documents.
@Suite(.permit) struct FieldDefinitionTests {
    private static let names: [FieldStorage: String] = [
        .date: "REAL", .flag: "INTEGER", .code: "INTEGER", .number: "INTEGER", .bits: "INTEGER",
        .real: "REAL", .text: "TEXT", .bytes: "BLOB", .position: "BLOB",
    ]

    private static func rows(_ sql: String) throws -> [Row] {
        let folder = try TemporaryFolder()
        let library = try Library.open(
            folder.url.appendingPathComponent("Fields.photolib", isDirectory: true),
            create: true
        )
        library.close()
        let path = library.layout.root.appendingPathComponent("database/library.sqlite").path
        let database = try DatabaseQueue(path: path)
        return try database.read { try Row.fetchAll($0, sql: sql) }
    }

    private static func columns(of table: String) throws -> [String: String] {
        let rows = try rows("PRAGMA table_info(\(table))")
        return Dictionary(
            uniqueKeysWithValues: rows.map { (String($0["name"] ?? ""), String($0["type"] ?? "")) }
        )
    }

    private static func document() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "Documentation/LibraryFormat.md"),
            encoding: .utf8
        )
    }

    private static func check(_ fields: [some RecordField], in table: String) throws {
        let columns = try columns(of: table)
        for field in fields {
            #expect(
                columns[field.column] == names[field.storage],
                "\(table).\(field.column): the migration and the field's definition differ."
            )
        }
        // The row's own number is the only column that no field describes.
        #expect(Set(columns.keys) == Set(fields.map(\.column)).union(["id"]))
    }

    @Test func `Each field has a column of its storage, and each column a field`() throws {
        try Self.check(AssetField.allCases, in: "asset")
        try Self.check(CollectionField.allCases, in: "collection")
    }

    @Test func `The document of the format describes the format that is written`() throws {
        let format: Int = try #require(Self.rows("PRAGMA user_version").first)[0]
        let document = try Self.document()
        #expect(document.contains("format **\(format)**"))
        let isListed = document.split(separator: "\n").contains {
            $0.hasPrefix("| \(format) | ") && $0.contains(" | may ")
        }
        #expect(isListed, "The table of formats in LibraryFormat.md lacks \(format).")
    }

    @Test func `The document of the format states the number of each field`() throws {
        let document = try Self.document()
        func line(_ name: String, _ fields: [some RecordField]) -> String {
            let numbers = fields.sorted { $0.rawValue < $1.rawValue }
                .map { "\($0.rawValue) `\($0.column)`" }
            return "| \(name) | \(numbers.joined(separator: ", ")) |"
        }
        for expected in [
            line("asset", AssetField.allCases), line("collection", CollectionField.allCases),
        ] {
            #expect(document.contains(expected), "LibraryFormat.md lacks this line: \(expected)")
        }
    }
}
