import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// The command `photokit undo`.
@Suite(.permit) struct UndoCommandTests {
    private static func fixture() async throws -> ProgramFixture {
        let fixture = try await ProgramFixture()
        for seed in 1...2 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", fixture.source.path)
        return fixture
    }

    @Test func `the last change is taken back, and made again by a second undo`() async throws {
        let fixture = try await Self.fixture()
        try await fixture.run("edit", "1.jpg", "--caption", "Lake")
        let dry = try await fixture.run("undo", "--dry-run")
        #expect(dry.code == 0 && dry.output.contains("would take back"), "\(dry)")
        #expect(try await fixture.run("show", "1.jpg").output.contains("Lake"))
        let undone = try await fixture.run("undo")
        #expect(undone.code == 0 && undone.output.contains("Took this back."), "\(undone)")
        #expect(undone.output.contains("1.jpg"), "\(undone)")
        #expect(try await !fixture.run("show", "1.jpg").output.contains("Lake"))
        #expect(try await fixture.run("undo").code == 0)
        #expect(try await fixture.run("show", "1.jpg").output.contains("Lake"))
    }

    @Test func `an earlier change is taken back by its token, unless others changed the same`()
        async throws
    {
        let fixture = try await Self.fixture()
        let edit = try await fixture.run("edit", "1.jpg", "--caption", "Lake", "--json").objects()
        let token = try #require(edit.first?["token"] as? String)
        try await fixture.run("favorite", "2.jpg")
        let undone = try await fixture.run("undo", token, "--json").objects()
        #expect(undone.count == 1 && undone.first?["token"] != nil, "\(undone)")
        try await fixture.run("edit", "1.jpg", "--caption", "Sea")
        for arguments in [["undo", token], ["undo", token, "--dry-run"]] {
            let refused = try await fixture.run(arguments)
            #expect(refused.code == 1, "\(refused)")
            #expect(refused.complaints.contains("The caption of 1.jpg"), "\(refused)")
        }
        #expect(try await fixture.run("show", "1.jpg").output.contains("Sea"))
        let other = try await fixture.run("show", "2.jpg", "--json").objects()
        #expect(other.first?["isFavorite"] as? String == "1", "\(other)")
    }

    @Test func `deleted photos and albums come back, and an import goes to Recently Deleted`()
        async throws
    {
        let fixture = try await Self.fixture()
        let imported = try await fixture.run("token").output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try await fixture.run("album", "create", "Walks")
        try await fixture.run("album", "add", "Walks", "1.jpg", "2.jpg")
        try await fixture.run("album", "delete", "Walks")
        #expect(try await fixture.run("undo").code == 0)
        #expect(try await fixture.run("ls", "--album", "Walks").output.contains("2.jpg"))
        try await fixture.run("delete", "1.jpg")
        #expect(try await fixture.run("undo").code == 0)
        #expect(try await fixture.run("ls").output.contains("1.jpg"))
        let undone = try await fixture.run("undo", imported)
        #expect(undone.code == 0, "\(undone)")
        #expect(try await fixture.run("ls", "--json").objects().isEmpty)
    }

    @Test func `a wrong token, a purge and an empty history say what is the matter`() async throws {
        let empty = try await ProgramFixture()
        let nothing = try await empty.run("undo")
        #expect(nothing.code == 0 && nothing.output.contains("no change"), "\(nothing)")
        let planned = try await empty.run("undo", "--dry-run", "--json").objects()
        #expect(planned.first?["dryRun"] as? String == "1", "\(planned)")
        let fixture = try await Self.fixture()
        #expect(try await fixture.run("undo", "pk1").code == 4)
        try await fixture.run("delete", "1.jpg")
        try await fixture.run("purge", "1.jpg", "--yes")
        let token = try await fixture.run("token").output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let purged = try await fixture.run("undo", token)
        #expect(purged.code == 1 && purged.complaints.contains("for good"), "\(purged)")
        // The deletion before it, which is the last edit, deleted a photo that is gone.
        let deleted = try await fixture.run("undo")
        #expect(deleted.code == 1 && deleted.complaints.contains("for good since"), "\(deleted)")
    }

    @Test func `files that are gone are no silent success, and those that others have come back`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let source = fixture.source.path
        try fixture.write(picture: "1.jpg", seed: 1)
        try await fixture.run("source", "add", source)
        try await fixture.run("source", "forget", source, "--assets", "delete")
        let refused = try await fixture.run("undo")
        #expect(refused.code == 1 && refused.complaints.contains("Files of"), "\(refused)")
        for part in [
            "\"photokit restore --all\" brings all of Recently Deleted back.",
            "\"photokit source add FOLDER\"", "To take back the change before it, of",
        ] {
            #expect(refused.complaints.contains(part), "\(refused)")
        }
        try await fixture.run("source", "add", source)
        func present() async throws -> String? {
            let photos = try await fixture.run("ls", "--json").objects()
            #expect(photos.count == 1 && photos.first?["isOffline"] as? String == "0", "\(photos)")
            return photos.first?["identifier"] as? String
        }
        let second = try await present()
        try await fixture.run("restore", "--all")
        let first = try await present()
        #expect(first != second)
        for expected in [second, first] {
            #expect(try await fixture.run("undo", "--dry-run").code == 0)
            let undone = try await fixture.run("undo")
            #expect(undone.code == 0, "\(undone)")
            #expect(try await present() == expected)
        }
    }

    @Test func `an edit can be taken back after its photos became offline and came back`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let photos = fixture.source.appendingPathComponent("photos", isDirectory: true)
        for seed in 1...2 { try fixture.write(picture: "photos/\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("source", "add", photos.path)
        try await fixture.run("edit", "1.jpg", "--caption", "Lake")
        let file = photos.appendingPathComponent("2.jpg")
        let away = fixture.folder.appendingPathComponent("2.jpg")
        func requireUndo(hasCaption: Bool) async throws {
            let undone = try await fixture.run("undo")
            #expect(undone.code == 0 && undone.output.contains("Took this back."), "\(undone)")
            #expect(!undone.output.contains("Files that came in"), "\(undone)")
            let shown = try await fixture.run("show", "1.jpg").output
            #expect(shown.contains("Lake") == hasCaption, "\(shown)")
        }
        try FileManager.default.moveItem(at: file, to: away)
        try await fixture.run("source", "sweep")
        try await requireUndo(hasCaption: false)
        try FileManager.default.moveItem(at: away, to: file)
        try await fixture.run("source", "sweep")
        try await requireUndo(hasCaption: true)
        try await fixture.run("source", "forget", photos.path, "--assets", "keep-offline")
        try await requireUndo(hasCaption: false)
    }

    @Test func `an import of many files is taken back as one, with an album for its folder`()
        async throws
    {
        let fixture = try await ProgramFixture()
        for seed in 1...40 { try fixture.write(picture: "Lake/\(seed).jpg", seed: UInt8(seed)) }
        let line = try #require(
            try await fixture.run(
                "import",
                fixture.source.path,
                "--albums-from-folders",
                "--json"
            ).lines.last
        )
        let report = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let tokens = try #require(report?["changes"] as? [String])
        #expect(!tokens.isEmpty)
        try await fixture.run("favorite", "1.jpg")
        let undone = try await fixture.run(["undo"] + tokens)
        #expect(undone.code == 0, "\(undone)")
        #expect(undone.output.contains("40 photos and videos moved to Recently Deleted."))
        #expect(!undone.output.contains("The change before it"), "\(undone)")
        #expect(try await fixture.run("ls", "--json").objects().isEmpty)
        #expect(try await !fixture.run("album", "ls").output.contains("Lake"))
        let redone = try await fixture.run("undo")
        #expect(redone.code == 0, "\(redone)")
        #expect(try await fixture.run("ls", "--json").objects().count == 40)
        let album = try await fixture.run("ls", "--album", "Lake", "--json").objects()
        #expect(album.count == 40)
        #expect(album.contains { $0["isFavorite"] as? String == "1" })
    }

    @Test func `what an import brought is said to be in Recently Deleted`() async throws {
        let fixture = try await Self.fixture()
        let undone = try await fixture.run("undo")
        #expect(
            undone.output.contains("2 photos and videos moved to Recently Deleted."),
            "\(undone)"
        )
        // The import was one change.
        #expect(!undone.output.contains("change"), "\(undone)")
    }

    @Test func `an import before an import of the same folder is named, as a part of it may be`()
        async throws
    {
        let fixture = try await Self.fixture()
        try fixture.write(picture: "3.jpg", seed: 3)
        try await fixture.run("import", fixture.source.path)
        let undone = try await fixture.run("undo")
        #expect(undone.output.contains("1 photo or video moved to Recently Deleted."), "\(undone)")
        #expect(undone.output.contains("is an import of the same folder, too"), "\(undone)")
    }

    @Test func `a conflict agrees with its noun, and a dry run speaks of what would be`()
        async throws
    {
        let fixture = try await Self.fixture()
        let edit = try await fixture.run("edit", "1.jpg", "--add-keyword", "a", "--json").objects()
        let token = try #require(edit.first?["token"] as? String)
        let dry = try await fixture.run("undo", "--dry-run")
        #expect(dry.output.hasPrefix("Dry run: this would take back a change:\n"), "\(dry)")
        #expect(dry.output.hasSuffix("Nothing was changed.\n"), "\(dry)")
        try await fixture.run("edit", "1.jpg", "--add-keyword", "b")
        let refused = try await fixture.run("undo", token)
        #expect(refused.complaints.contains("The keywords of 1.jpg ("), "\(refused)")
        #expect(refused.complaints.contains(") were changed since."), "\(refused)")
    }

    @Test func `a token that cannot be used is answered with what a person can do`() async throws {
        let (fixture, other) = (try await Self.fixture(), try await ProgramFixture())
        let token = try await other.run("token").output
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let changes = try await fixture.run("changes", "--since", token)
        #expect(changes.code == 4 && !changes.complaints.contains("keep a new"), "\(changes)")
        #expect(
            changes.complaints.contains("\"photokit changes\" without --since lists all changes"),
            "\(changes)"
        )
        let undo = try await fixture.run("undo", token)
        #expect(undo.code == 4, "\(undo)")
        #expect(
            undo.complaints.contains("\"photokit changes --json\" prints the tokens"),
            "\(undo)"
        )
        #expect(!undo.complaints.contains("Read the whole library"), "\(undo)")
    }

    @Test func `what is undone already has nothing left, and a dry run says so`() async throws {
        let fixture = try await Self.fixture()
        let edit = try await fixture.run("edit", "1.jpg", "--caption", "Lake", "--json").objects()
        let token = try #require(edit.first?["token"] as? String)
        #expect(try await fixture.run("undo", token).code == 0)
        for arguments in [["undo", token, "--dry-run"], ["undo", token]] {
            let nothing = try await fixture.run(arguments)
            #expect(nothing.code == 0, "\(nothing)")
            #expect(nothing.output.contains("Nothing of this was left."), "\(nothing)")
            #expect(!nothing.output.contains("would be taken back"), "\(nothing)")
        }
    }

    @Test func `the words of a sidecar that stay with its photo are named`() async throws {
        let fixture = try await Self.fixture()
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmp:Rating="4"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Pond</rdf:li></rdf:Alt>
            </dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try Data(text.utf8).write(to: fixture.source.appendingPathComponent("1.jpg.xmp"))
        try await fixture.run("import", fixture.source.path)
        let undone = try await fixture.run("undo")
        #expect(undone.code == 0, "\(undone)")
        #expect(undone.output.contains("Files that came in stay"), "\(undone)")
        let shown = try await fixture.run("show", "1.jpg").output
        #expect(shown.contains("Pond") && !shown.contains("★★★★"), "\(shown)")
        try await fixture.run("favorite", "2.jpg")
        #expect(try await !fixture.run("undo").output.contains("Files that came in"))
    }

    @Test func `a moved edited version stays, because the library has its only copy`() async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "1.jpg", seed: 1)
        func lastToken() async throws -> String {
            try await fixture.run("token").output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        try await fixture.run("import", fixture.source.path)
        var tokens = [try await lastToken()]
        try fixture.write(picture: "1-edited.jpg", seed: 2)
        let moved = try await fixture.run("import", "--move", fixture.source.path)
        try #require(moved.code == 0 && moved.output.contains("belongs to a photo"), "\(moved)")
        tokens.append(try await lastToken())
        for arguments in [["undo", "--dry-run"], ["undo"]] {
            let refused = try await fixture.run(arguments)
            #expect(refused.code == 1, "\(refused)")
            #expect(refused.complaints.contains("does not remove files that came"), "\(refused)")
        }
        let edited = try fixture.write(picture: "1-edited.jpg", seed: 2)
        let known = try await fixture.run("import", edited.path)
        #expect(known.output.contains("1 already in the library"), "\(known)")
        #expect(try await fixture.run("check", "--read").code == 0)
        // With the photo, it goes to Recently Deleted, and comes back.
        #expect(try await fixture.run(["undo"] + tokens).code == 0)
        #expect(try await fixture.run("ls", "--json").objects().isEmpty)
        #expect(try await fixture.run("undo").code == 0)
        #expect(try await fixture.run("check", "--read").code == 0)
        let photos = try await fixture.run("ls", "--json").objects()
        #expect(photos.count == 1, "\(photos)")
    }

    @Test func `an import is taken back without the edited version that joined a photo`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "1.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        try fixture.write(picture: "1-edited.jpg", seed: 2)
        try fixture.write(picture: "2.jpg", seed: 3)
        try await fixture.run("import", fixture.source.path)
        #expect(try await fixture.run("ls", "--json").objects().count == 2)
        #expect(try await fixture.run("undo", "--dry-run").code == 0)
        let undone = try await fixture.run("undo")
        #expect(undone.code == 0, "\(undone)")
        #expect(undone.output.contains("1 photo or video moved to Recently Deleted."), "\(undone)")
        #expect(undone.output.contains("Files that came in stay"), "\(undone)")
        #expect(try await fixture.run("ls", "--json").objects().count == 1)
        let known = try await fixture.run(
            "import",
            fixture.source.appendingPathComponent("1-edited.jpg").path
        )
        #expect(known.output.contains("1 already in the library"), "\(known)")
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `photos are not deleted for good in passing`() async throws {
        let fixture = try await ProgramFixture()
        let source = fixture.source.path
        for name in ["1.jpg", "2.jpg"] { try fixture.write(picture: name, seed: 1) }
        try await fixture.run("settings", "--recently-deleted-days", "0", "--yes")
        try await fixture.run("import", source, "--duplicates", "keep")
        for arguments in [["merge", "--all"], ["merge", "--all", "--dry-run"]] {
            let merged = try await fixture.run(["duplicates"] + arguments)
            #expect(merged.code == 1, "\(merged)")
            #expect(merged.complaints.contains("keep nothing in Recently Deleted"), "\(merged)")
        }
        #expect(try await fixture.run("ls", "--json").objects().count == 2)
        let undone = try await fixture.run("undo")
        #expect(undone.code == 1 && undone.complaints.contains("keeps nothing"), "\(undone)")
        try fixture.write(picture: "3.jpg", seed: 3)
        try await fixture.run("source", "add", source)
        let forgotten = try await fixture.run("source", "forget", source, "--assets", "delete")
        #expect(forgotten.code == 1, "\(forgotten)")
        #expect(forgotten.complaints.contains("keep nothing in Recently Deleted"), "\(forgotten)")
        #expect(try await fixture.run("ls", "--json").objects().count == 3)
    }
}
