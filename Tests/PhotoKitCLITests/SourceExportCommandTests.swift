import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Exports of photo libraries, and photos in Recently Deleted, beside sources and nested in imported folders.
@Suite(.permit) struct SourceExportCommandTests {
    /// Exports a photo that has an edited version, and returns the folder.
    private func export(_ fixture: ProgramFixture, to name: String) async throws -> URL {
        try fixture.write(picture: "IMG_0001.JPG", seed: 1)
        try fixture.write(picture: "IMG_E0001.JPG", seed: 2)
        let imported = try await fixture.run("import", fixture.source.path)
        try #require(imported.code == 0, "\(imported)")
        try #require(try await photos(fixture) == 1)
        let edited = try await fixture.run("edit", "IMG_0001.JPG", "--caption", "At the lake")
        try #require(edited.code == 0, "\(edited)")
        let folder = fixture.folder.appendingPathComponent(name, isDirectory: true)
        let exported = try await fixture.run("export", "--all", "--to", folder.path)
        try #require(exported.code == 0, "\(exported)")
        try #require(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.lowercased().hasSuffix(".jpg") }.count == 2
        )
        return folder
    }

    private func photos(_ fixture: ProgramFixture) async throws -> Int {
        try await fixture.run("ls", "--json").objects().count
    }

    /// The names of all files of the only photo.
    private func files(_ fixture: ProgramFixture) async throws -> String {
        try await fixture.run("show", "IMG_0001.JPG", "--json").output
    }

    @Test func `an export is no source, and the sentence names the import`() async throws {
        let fixture = try await ProgramFixture()
        let folder = try await export(fixture, to: "out")
        let before = try await files(fixture)
        let added = try await fixture.run("source", "add", folder.path)
        #expect(added.code == 2 && added.output.isEmpty, "\(added)")
        #expect(added.complaints.contains("\(folder.path) is an export of a photo library"))
        #expect(added.complaints.contains("photokit import"))
        #expect(try await fixture.run("source", "list", "--json").output.isEmpty)
        #expect(try await files(fixture) == before)
        // Without its manifest it is a folder like any other.
        try FileManager.default.removeItem(
            at: folder.appendingPathComponent("photokit-export.jsonl")
        )
        #expect(try await fixture.run("source", "add", folder.path).code == 0)
    }

    @Test func `a sweep leaves out an export that lies in a source`() async throws {
        let fixture = try await ProgramFixture()
        let folder = try await export(fixture, to: "photos/out")
        let top = folder.deletingLastPathComponent()
        try Data(TestJPEG(seed: 3).data()).write(to: top.appendingPathComponent("own.jpg"))
        let before = try await files(fixture)
        for command in [["add", top.path], ["sweep"]] {
            let swept = try await fixture.run(["source"] + command)
            #expect(swept.code == 0, "\(swept)")
            #expect(swept.complaints.contains("\(folder.path): It is an export"), "\(swept)")
            #expect(swept.output.contains("checked 1 file,"), "\(swept)")
            #expect(swept.output.contains("1 left out by a rule"), "\(swept)")
        }
        #expect(try await photos(fixture) == 2)
        #expect(try await files(fixture) == before)
    }

    @Test func `an export whose files a source has already stays a part of it`() async throws {
        let fixture = try await ProgramFixture()
        let folder = try await export(fixture, to: "photos/out")
        let top = folder.deletingLastPathComponent()
        let manifest = folder.appendingPathComponent("photokit-export.jsonl")
        let away = fixture.folder.appendingPathComponent("manifest")
        try FileManager.default.moveItem(at: manifest, to: away)
        #expect(try await fixture.run("source", "add", top.path).code == 0)
        try FileManager.default.moveItem(at: away, to: manifest)
        let swept = try await fixture.run("source", "sweep")
        #expect(swept.code == 0 && swept.complaints.isEmpty, "\(swept)")
        #expect(!swept.output.contains("offline"), "\(swept)")
    }

    @Test func `an import of a folder reads the export in it by its manifest`() async throws {
        let fixture = try await ProgramFixture()
        let folder = try await export(fixture, to: "photos/out")
        let top = folder.deletingLastPathComponent()
        try Data(TestJPEG(seed: 3).data()).write(to: top.appendingPathComponent("own.jpg"))
        let other = try await ProgramFixture()
        let imported = try await other.run("import", top.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await photos(other) == 2)
        let shown = try await other.run("show", "IMG_0001.JPG")
        #expect(shown.output.contains("At the lake"), "\(shown)")
        // The library that it came from knows all of it.
        let before = try await files(fixture)
        #expect(try await fixture.run("import", top.path).code == 0)
        #expect(try await photos(fixture) == 2)
        #expect(try await files(fixture) == before)
    }

    @Test func `an import names the files of an export whose photos were deleted since`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        #expect(try await fixture.run("import", fixture.source.path).code == 0)
        let folder = fixture.folder.appendingPathComponent("out", isDirectory: true).path
        #expect(try await fixture.run("export", "--all", "--to", folder).code == 0)
        #expect(try await fixture.run("delete", "a.jpg").code == 0)
        #expect(try await fixture.run("export", "--all", "--to", folder).code == 0)

        let other = try await ProgramFixture()
        let events = try await other.run("import", folder, "--json").objects()
        let left = events.filter { $0["event"] as? String == "deleted" }
        let file = try #require(left.first?["path"] as? String)
        #expect(left.count == 1 && file.hasSuffix("a.jpg"), "\(events)")
        #expect(events.last?["deleted"] as? String == "1", "\(events)")
        #expect(try await photos(other) == 1)
        let again = try await other.run("import", folder)
        #expect(again.code == 0, "\(again)")
        #expect(
            again.output.contains(
                "1 left out, because its photo, version or part was deleted since"
            ),
            "\(again)"
        )

        // Whoever wants it names it; afterwards it is a photo like others, which its file makes whole.
        #expect(try await other.run("import", file).code == 0)
        #expect(try await photos(other) == 2)
        let originals = other.library.appendingPathComponent("originals")
        for path in try FileManager.default.subpathsOfDirectory(atPath: originals.path)
        where path.hasSuffix("jpg") {
            try FileManager.default.removeItem(at: originals.appendingPathComponent(path))
        }
        let healed = try await other.run("import", folder)
        #expect(healed.code == 0 && healed.output.contains("2 healed"), "\(healed)")
        #expect(!healed.output.contains("left out"), "\(healed)")
    }

    @Test func `a sweep counts new files that equal photos in Recently Deleted`() async throws {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(picture: "a.jpg", seed: 1)
        #expect(try await fixture.run("import", file.path).code == 0)
        #expect(try await fixture.run("delete", "a.jpg").code == 0)
        let added = try await fixture.run("source", "add", fixture.source.path)
        #expect(added.code == 0, "\(added)")
        #expect(added.output.contains("1 file equals a photo in Recently Deleted"), "\(added)")
        #expect(added.output.contains("photokit restore"), "\(added)")
    }
}
