import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Importing an export into the library that made it.
@Suite(.permit) struct OwnExportCommandTests {
    private func titles(_ fixture: ProgramFixture) async throws -> [String] {
        try await fixture.run("albums", "--json").objects()
            .filter { $0["kind"] as? String == "album" }
            .compactMap { $0["title"] as? String }
    }

    @Test func `the advice about an edited sidecar of a deleted photo brings both in`()
        async throws
    {
        let fixture = try await ProgramFixture()
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("edit", "2.jpg", "--caption", "At the lake")
        let target = fixture.folder.appendingPathComponent("out")
        try await fixture.run("export", "--all", "--to", target.path)
        try await fixture.run("delete", "--yes", "2.jpg")
        try await fixture.run("export", "--all", "--to", target.path)
        let sidecar = target.appendingPathComponent("2.jpg.xmp")
        let words = try String(contentsOf: sidecar, encoding: .utf8)
        try Data(words.replacing("At the lake", with: "Regatta").utf8).write(to: sidecar)

        let outcome = try await fixture.run("import", target.path)
        #expect(outcome.code == 0, "\(outcome)")
        let advice = try #require(
            outcome.complaints.split(separator: "\"photokit import ").last?.split(separator: "\"")
                .first,
            "\(outcome)"
        )
        #expect(outcome.complaints.contains("2.jpg.xmp: left out. "), "\(outcome)")
        let paths = advice.split(separator: " ").map(String.init)
        #expect(paths == [target.appendingPathComponent("2.jpg").path, sidecar.path])
        let followed = try await fixture.run(["import"] + paths)
        #expect(followed.code == 0, "\(followed)")
        let found = try await fixture.run("ls", "--search", "Regatta", "--json")
        #expect(found.lines.count == 1, "\(found)")
    }

    @Test
    func `its copies with metadata inside are known, and changed ones are photos of their own`()
        async throws
    {
        let fixture = try await ProgramFixture()
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("edit", "1.jpg", "--caption", "At the lake")
        let target = fixture.folder.appendingPathComponent("out")
        try #require(
            try await fixture.run("export", "--all", "--embed", "--to", target.path).code == 0
        )
        let planned = try await fixture.run("import", "--dry-run", target.path)
        #expect(planned.output.contains("Would import 0 files"), "\(planned)")
        let imported = try await fixture.run("import", target.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(imported.output.contains("2 already in the library"), "\(imported)")
        #expect(try await fixture.run("ls", "--json").lines.count == 2)
        let copy = target.appendingPathComponent("1.jpg")
        var bytes = try Data(contentsOf: copy)
        let words = try #require(bytes.range(of: Data("At the lake".utf8)))
        bytes.replaceSubrange(words, with: Data("At the pond".utf8))
        try bytes.write(to: copy)
        try await fixture.run("import", target.path)
        #expect(try await fixture.run("ls", "--json").lines.count == 3)
    }

    @Test(arguments: [true, false])
    func `a photo that was renamed in it is found by its bytes`(_ isOwn: Bool) async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--album", "Trip", fixture.source.path)
        try await fixture.run("edit", "2.jpg", "--caption", "At the lake")
        let target = fixture.folder.appendingPathComponent("out")
        try await fixture.run("export", "--all", "--to", target.path)
        for ending in ["jpg", "jpg.xmp"] {
            try FileManager.default.moveItem(
                at: target.appendingPathComponent("2.\(ending)"),
                to: target.appendingPathComponent("Beach.\(ending)")
            )
        }
        let library = isOwn ? fixture : try await ProgramFixture()
        let imported = try await library.run("import", target.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await library.run("ls", "--album", "Trip", "--json").lines.count == 2)
        #expect(try await library.run("ls", "--json").lines.count == 2)
        let found = try await library.run("ls", "--search", "lake", "--json")
        #expect(found.lines.count == 1, "\(found)")
        // A file that is missing is named.
        try FileManager.default.removeItem(at: target.appendingPathComponent("Beach.jpg"))
        let again = try await library.run("import", target.path)
        #expect(again.code == 1 && again.complaints.contains("2.jpg: The manifest"), "\(again)")
    }

    @Test func `a photo whose file is missing comes from the folder of its album`() async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--album", "Trip", fixture.source.path)
        let target = fixture.folder.appendingPathComponent("out")
        try await fixture.run("export", "--all", "--albums", "copies", "--to", target.path)
        try FileManager.default.removeItem(at: target.appendingPathComponent("2.jpg"))
        let library = try await ProgramFixture()
        let imported = try await library.run("import", target.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await library.run("ls", "--album", "Trip", "--json").lines.count == 2)
        #expect(try await library.run("ls", "--json").lines.count == 2)
    }

    @Test func `its albums are those that are there, as they are now`() async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--album", "Trip", fixture.source.path)
        try await fixture.run("album", "create", "Empty")
        let target = fixture.folder.appendingPathComponent("out").path
        try await fixture.run("export", "--all", "--to", target)
        try await fixture.run("album", "remove", "Trip", "1.jpg")

        let again = try await fixture.run("import", target)
        #expect(again.code == 0 && !again.output.contains("Made"), "\(again)")
        #expect(try await titles(fixture).sorted() == ["Empty", "Trip"])
        #expect(try await fixture.run("ls", "--album", "Trip", "--json").lines.count == 2)

        // A photo that is not there any more comes back with its album.
        try await fixture.run("delete", "--yes", "2.jpg")
        try await fixture.run("purge", "--yes", "2.jpg")
        #expect(try await fixture.run("ls", "--album", "Trip", "--json").lines.count == 1)
        try await fixture.run("import", target)
        #expect(try await titles(fixture).count == 2)
        #expect(try await fixture.run("ls", "--album", "Trip", "--json").lines.count == 2)
    }

    @Test func `albums that an undo took back come in again with the export`() async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--album", "Trip", fixture.source.path)
        try await fixture.run("search", "--save", "Found", "before 2020")
        let target = fixture.folder.appendingPathComponent("out").path
        try await fixture.run("export", "--all", "--to", target)
        let other = try await ProgramFixture()
        func titles() async throws -> [String] {
            try await other.run("albums", "--json").objects()
                .compactMap { $0["title"] as? String }.filter { ["Trip", "Found"].contains($0) }
                .sorted()
        }
        let imported = try #require(try await other.run("import", target, "--json").lines.last)
        let report = try JSONSerialization.jsonObject(with: Data(imported.utf8)) as? [String: Any]
        let tokens = try #require(report?["changes"] as? [String])
        #expect(try await titles() == ["Found", "Trip"])
        let undone = try await other.run(["undo"] + tokens)
        try #require(undone.code == 0, "\(undone)")
        #expect(try await titles().isEmpty)
        try #require(try await other.run("import", target).code == 0)
        #expect(try await titles() == ["Found", "Trip"])
        #expect(try await other.run("ls", "--album", "Trip", "--json").lines.count == 2)
    }

    @Test func `an export of a newer version above named folders is refused once`() async throws {
        let fixture = try await ProgramFixture()
        for name in ["one", "two"] {
            try fixture.write(picture: "\(name).jpg", seed: name == "one" ? 1 : 2)
        }
        try await fixture.run("import", fixture.source.path)
        let out = fixture.folder.appendingPathComponent("out")
        let options = ["export", "--all", "--paths", "{original}/{original}", "--to", out.path]
        try #require(try await fixture.run(options).code == 0)
        let folders = try FileManager.default.contentsOfDirectory(atPath: out.path)
            .filter { $0.hasPrefix("one") || $0.hasPrefix("two") }
            .map { out.appendingPathComponent($0).path }
        try #require(folders.count == 2)
        let first = try await ProgramFixture()
        let both = try await first.run(["import"] + folders)
        #expect(both.code == 0, "\(both)")
        #expect(try await first.run("ls", "--json").lines.count == 2)
        let manifest = out.appendingPathComponent("photokit-export.jsonl")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let newer = text.replacing("\"version\":1", with: "\"version\":99", maxReplacements: 1)
        try #require(newer != text)
        try Data(newer.utf8).write(to: manifest)
        let other = try await ProgramFixture()
        let refused = try await other.run(["import", "--json"] + folders)
        let events = try refused.objects()
        #expect(refused.code != 0, "\(refused)")
        #expect(events.filter { $0["event"] as? String == "refused" }.count == 1, "\(events)")
        #expect(try await other.run("ls", "--json").lines.isEmpty)
    }

    @Test func `an import that is to move says why it moves nothing out of an export`() async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        let out = fixture.folder.appendingPathComponent("out")
        try await fixture.run("export", "--all", "--to", out.path)
        let before = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
        let reason =
            "--move takes copies from exports and from libraries of other programs, because these are never changed: 1 file "
        let dry = try await fixture.run("import", "--move", "--dry-run", out.path)
        #expect(dry.output.contains(reason + "would stay there."), "\(dry)")
        for library in [fixture, try await ProgramFixture()] {
            let moved = try await library.run("import", "--move", out.path)
            #expect(moved.code == 0 && moved.output.contains(reason + "stays there."), "\(moved)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == before)
        let copied = try await fixture.run("import", out.path)
        #expect(!copied.output.contains("--move"), "\(copied)")
    }

    @Test func `a file that was there before an export is said to be so`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let own = fixture.source.path
        try await fixture.run("import", own)
        #expect(try await fixture.run("export", "--all", "--to", own).code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Lake")
        let embedded = try await fixture.run("export", "--all", "--to", own, "--embed")
        #expect(embedded.code == 1, "\(embedded)")
        #expect(
            embedded.complaints.contains(
                "The file was there before the export, which did not write it, so it stays as it is. To get the library's version, export to another folder"
            ),
            "\(embedded)"
        )
        #expect(!embedded.complaints.contains("Another program"), "\(embedded)")
    }
}
