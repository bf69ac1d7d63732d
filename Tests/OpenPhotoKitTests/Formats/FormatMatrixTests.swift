import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The documentation's table of formats is what a library really does.
@Suite(.permit) struct FormatMatrixTests {
    private static let document = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/Formats.md")
    private static let start = "<!-- formats: start -->\n"
    private static let end = "\n<!-- formats: end -->"

    @Test func `every type has a sample`() throws {
        let samples = try FormatSample.standard.get()
        #expect(Set(MediaType.allCases).subtracting(samples.map(\.type)) == [])
        #expect(Set(samples.map(\.format)).count == samples.count)
    }

    /// `PHOTOKIT_TEST_WRITE_FORMATS` writes the table into the documentation.
    @Test func `the documentation holds what a library does with each format`() async throws {
        let samples = try FormatSample.standard.get()
        let matrix = try await FormatMatrix.measured(samples)
        for (sample, row) in zip(samples, matrix.rows) {
            #expect(row.isExported, "\(sample.format)")
            guard sample.type.kind != .audio else { continue }
            #expect(row.type == "`\(sample.type.identifier)`", "\(sample.format)")
        }
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        let first = try #require(text.range(of: Self.start))
        let last = try #require(text.range(of: Self.end, range: first.upperBound..<text.endIndex))
        let table = first.upperBound..<last.lowerBound
        guard text[table] != matrix.markdown else { return }
        if ProcessInfo.processInfo.environment["PHOTOKIT_TEST_WRITE_FORMATS"] != nil {
            let changed = text.replacingCharacters(in: table, with: matrix.markdown)
            try Data(changed.utf8).write(to: Self.document)
        } else {
            Issue.record(
                """
                Put this between the marks in Documentation/Formats.md, or run the test with \
                PHOTOKIT_TEST_WRITE_FORMATS=1:
                \(matrix.markdown)
                """
            )
        }
    }
}
