import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotosImport

/// Reports whose file cannot be written at first.
@Suite(.permit) struct ImportReportTests {
    private struct Line: Decodable {
        var kind: String
        var path: String?
        var imported: Int?
    }

    @Test func `lines that could not be written are written at the end`() throws {
        let folder = try TemporaryFolder()
        let reports = folder.url.appendingPathComponent("missing/reports")
        var report = ImportReport(
            folder: reports,
            date: Date(timeIntervalSince1970: 0),
            mark: 1
        )
        report.begin()
        report.addLine(kind: "refused", path: "/a", reason: "It is no picture.")
        var summary = LibraryImport.Report()
        summary.importedCount = 3
        #expect(throws: (any Error).self) { try report.finish(with: summary) }
        try FileManager.default.createDirectory(
            at: reports.deletingLastPathComponent(),
            withIntermediateDirectories: false
        )
        let url = try #require(try report.finish(with: summary))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.kind) == ["refused", "summary"])
        #expect(lines.map(\.path) == ["/a", nil])
        #expect(lines.last?.imported == 3)
    }

    @Test func `an import that could read nothing has no report`() throws {
        let fixture = try ImportFixture()
        let nowhere = fixture.folder.appendingPathComponent("nope")
        let nothing = try fixture.run([nowhere]).summary
        #expect(nothing.refusedCount == 1 && nothing.reportURL == nil)
        let reports = fixture.library.layout.reports.path
        let names = { try FileManager.default.contentsOfDirectory(atPath: reports) }
        #expect((try? names()) ?? [] == [])
        // What was refused before the first file was read is in the report all the same.
        let bad = try fixture.write("bad.jpg", [])
        let some = try fixture.run([nowhere, fixture.source]).summary
        let text = try String(contentsOf: #require(some.reportURL), encoding: .utf8)
        #expect(text.contains(nowhere.path) && text.contains(bad.path))
        #expect(try names().count == 1)
    }

    @Test func `an import without problems has no report`() throws {
        let folder = try TemporaryFolder()
        var report = ImportReport(folder: folder.url, date: Date(timeIntervalSince1970: 0), mark: 1)
        #expect(try report.finish(with: LibraryImport.Report()) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
