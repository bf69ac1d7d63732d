import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// Reports of imports and exports have one shape.
@Suite(.permit) struct FileReportTests {
    private static let members: Set<String> = [
        "event", "identifier", "path", "bytes", "sha256", "reason",
    ]

    private static func lines(_ url: URL) throws -> [String] {
        try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
            .map(String.init)
    }

    private static func objects(_ url: URL) throws -> [[String: Any]] {
        try lines(url).map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
    }

    @Test func `imports and exports write the same columns and members`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a, \"b\".jpg", seed: 1)
        try fixture.write("broken.jpg", [0xFF, 0xD8, 1, 2, 3])
        try fixture.write("notes.txt", Array("no photo".utf8))
        let folder = fixture.folder
        let table = folder.appendingPathComponent("import.CSV")
        let imported = try await fixture.run(
            "import",
            "--no-previews",
            fixture.source.path,
            "--report",
            table.path
        )
        #expect(imported.code == 1)
        let rows = try Self.lines(table)
        #expect(rows.first == "event,identifier,path,bytes,sha256,reason")
        #expect(
            rows.count { $0.hasPrefix("imported,") && $0.contains("a, \"\"b\"\".jpg\",,,") } == 1
        )
        #expect(rows.count { $0.hasPrefix("refused,,") && $0.contains("broken.jpg") } == 1)
        #expect(rows.count { $0.hasPrefix("other,,") && $0.hasSuffix("notes.txt,,,") } == 1)
        #expect(rows.count == 4)

        let again = folder.appendingPathComponent("again.jsonl")
        try await fixture.run(
            "import",
            "--no-previews",
            "--dry-run",
            fixture.source.appendingPathComponent("broken.jpg").path,
            "--report",
            again.path
        )
        let refused = try Self.objects(again)
        #expect(refused.count == 1 && refused.first?["event"] as? String == "refused")
        #expect((refused.first?["reason"] as? String)?.isEmpty == false)

        let exported = folder.appendingPathComponent("export.jsonl")
        let outcome = try await fixture.run(
            "export",
            "--all",
            "--to",
            folder.appendingPathComponent("out").path,
            "--report",
            exported.path
        )
        #expect(outcome.code == 0, "\(outcome)")
        let written = try Self.objects(exported)
        #expect(written.first?["event"] as? String == "written")
        for object in refused + written { #expect(Set(object.keys) == Self.members) }

        let other = folder.appendingPathComponent("other").path
        let lines = try await fixture.run("export", "--all", "--to", other, "--json").lines
        let events = try lines.dropLast().map {
            try JSONDecoder().decode(LibraryExport.Event.self, from: Data($0.utf8))
        }
        let last = try #require(lines.last)
        let report = try JSONDecoder().decode(LibraryExport.Report.self, from: Data(last.utf8))
        #expect(events.count == report.writtenCount + report.sidecarCount, "\(lines)")
    }

    @Test func `a report that cannot be written is refused before the import`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let outcome = try await fixture.run(
            "import",
            fixture.source.path,
            "--report",
            fixture.folder.path + "/none/report.csv"
        )
        #expect(outcome.code == 2 && outcome.complaints.contains("cannot be written"))
        #expect(try await fixture.run("ls", "--json").lines.isEmpty)
    }
}
