import Foundation
import PhotosStore
import TestPermits
import Testing

/// What follows from the table of fields: Swift code, and a row in the document of the format.
///
/// `PHOTOKIT_TEST_WRITE_FIELDS` writes what follows.
@Suite(.permit) struct GeneratedFieldsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func check(_ path: String, _ expected: (String) throws -> String) throws {
        let file = root.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        let wanted = try expected(text)
        guard text != wanted else { return }
        if ProcessInfo.processInfo.environment["PHOTOKIT_TEST_WRITE_FIELDS"] != nil {
            try Data(wanted.utf8).write(to: file)
        } else {
            Issue.record(
                "\(path) does not follow from AssetFieldTable. Run this test with PHOTOKIT_TEST_WRITE_FIELDS=1."
            )
        }
    }

    @Test func `the code for fields follows from their table`() throws {
        let folder = "Sources/PhotosStore/Model/Generated/"
        try Self.check(folder + "AssetField.swift") { _ in AssetFieldWriter.fields }
        try Self.check(folder + "AssetRecord.swift") { _ in AssetFieldWriter.record }
    }

    @Test func `the document of the format states the numbers of the table`() throws {
        try Self.check("Documentation/LibraryFormat.md") { document in
            let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
            let row = try #require(lines.first { $0.hasPrefix("| asset | 0 ") })
            return document.replacing(row, with: AssetFieldWriter.documentRow)
        }
    }

    @Test func `each field has a name and a number of its own`() {
        let rows = AssetFieldTable.rows
        #expect(Set(rows.map(\.name)).count == rows.count)
        #expect(rows.map(\.number) == Set(rows.map(\.number)).sorted())
        #expect(rows.allSatisfy { $0.number < 64 })
    }
}
