import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// An export of Google Photos gives its words to photos that came in from the card before.
@Suite(.permit) struct TakeoutWordsCommandTests {
    private let fixture: ProgramFixture
    private var takeout: String { fixture.folder.appendingPathComponent("Takeout").path }

    init() async throws {
        fixture = try await ProgramFixture()
        try fixture.write(picture: "IMG_1.jpg", seed: 1)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        var export = TakeoutExport(.supplemental)
        var notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
        notes.caption = "On the summit"
        notes.people = ["Anna"]
        (notes.latitude, notes.longitude) = (48.2, 16.4)
        notes.isFavorite = true
        export.photo(notes, TestJPEG(seed: 1).data(), in: export.year(2020))
        try export.write(to: fixture.folder)
    }

    private func shown() async throws -> [String: any Sendable] {
        try await fixture.run("show", "IMG_1.jpg", "--json").objects().first ?? [:]
    }

    private func filled(_ options: String...) async throws -> String? {
        let outcome = try await fixture.run(["import", "--json", takeout] + options)
        #expect(outcome.code == 0, "\(outcome)")
        return try outcome.objects().last?["filled"] as? String
    }

    @Test func `what the photo lacks comes in once, and what it has stays`() async throws {
        try await fixture.run("edit", "IMG_1.jpg", "--add-keyword", "own")
        #expect(try await filled("--dry-run") == "1")
        let imported = try await fixture.run("import", takeout)
        #expect(imported.output.contains("1 of which got words"), "\(imported)")
        let first = try await shown()
        #expect(first["caption"] as? String == "On the summit", "\(first)")
        #expect(
            first["keywords"] as? String == #"["own"]"# && first["isFavorite"] as? String == "1"
        )
        #expect((first["latitude"] as? String)?.hasPrefix("48.2") == true)
        #expect(first["creationDate"] as? String == "2020-01-01T00:00:00.000Z", "\(first)")
        #expect(try await fixture.run("ls", "--search", "Anna", "--json").lines.count == 1)
        // What a person removes later stays removed.
        try await fixture.run("edit", "IMG_1.jpg", "--caption", "")
        try await fixture.run("unfavorite", "IMG_1.jpg")
        let before = try await shown()
        #expect(try await filled() == "0")
        let after = try await shown()
        #expect(after["caption"] as? String != "On the summit")
        #expect(after["isFavorite"] as? String == before["isFavorite"] as? String)
    }

    @Test func `a photo that is archived there stays visible, and the report names it once`()
        async throws
    {
        var export = TakeoutExport(.supplemental)
        var notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
        notes.isArchived = true
        export.photo(notes, TestJPEG(seed: 1).data(), in: export.year(2020))
        let folder = fixture.folder.appendingPathComponent("archived", isDirectory: true)
        try export.write(to: folder)
        let imported = try await fixture.run("import", folder.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(imported.complaints.contains("IMG_1.jpg: The photo is hidden"), "\(imported)")
        let advice = imported.complaints.split(separator: "\"photokit ").last?.split(
            separator: "\""
        )
        let hidden = try await fixture.run(
            try #require(advice?.first).split(separator: " ").map(String.init)
        )
        #expect(hidden.code == 0, "\(hidden)")
        #expect(try await fixture.run("ls", "--json").lines.isEmpty)
        try await fixture.run("unhide", "IMG_1.jpg")
        let again = try await fixture.run("import", folder.path)
        #expect(!again.complaints.contains("hidden"), "\(again)")
    }

    @Test func `folders of an export become no albums, and the report says so`() async throws {
        let imported = try await fixture.run("import", "--albums-from-folders", takeout)
        #expect(imported.code == 0, "\(imported)")
        #expect(imported.complaints.contains("Its folders become no albums"), "\(imported)")
    }

    @Test func `what was taken back comes in again`() async throws {
        #expect(try await filled() == "1")
        let undone = try await fixture.run("undo")
        #expect(undone.code == 0, "\(undone)")
        let between = try await shown()
        #expect(between["caption"] as? String != "On the summit", "\(between)")
        #expect(try await filled() == "1")
        let after = try await shown()
        #expect(after["caption"] as? String == "On the summit")
        #expect(after["keywords"] as? String == #"["Anna"]"#, "\(after)")
        #expect(after["creationDate"] as? String == "2020-01-01T00:00:00.000Z", "\(after)")
        #expect(try await filled() == "0")
    }

    @Test func `an album that an undo took back comes in again, and a deleted one stays deleted`()
        async throws
    {
        var export = TakeoutExport(.supplemental)
        let notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
        export.photo(notes, TestJPEG(seed: 1).data(), in: "Lake")
        export.album("Lake", in: "Lake")
        let folder = fixture.folder.appendingPathComponent("lake", isDirectory: true)
        try export.write(to: folder)
        let path = folder.appendingPathComponent("Takeout").path
        func members() async throws -> Int? {
            guard try await fixture.run("albums").output.contains("Lake") else { return nil }
            return try await fixture.run("ls", "--album", "Lake", "--json").lines.count
        }
        try #require(try await fixture.run("import", path).code == 0)
        try #require(try await members() == 1)
        // The second undo makes the album again, and the third one takes it back again.
        for expected in [nil, 1, nil] {
            try #require(try await fixture.run("undo").code == 0)
            #expect(try await members() == expected)
        }
        try #require(try await fixture.run("import", path).code == 0)
        #expect(try await members() == 1)
        try await fixture.run("album", "delete", "Lake")
        try #require(try await fixture.run("import", path).code == 0)
        #expect(try await members() == nil)
    }

    @Test func `an undo of a part of an import names the command for the other parts`() async throws
    {
        let other = try await ProgramFixture()
        var export = TakeoutExport(.supplemental)
        let notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
        export.photo(notes, TestJPEG(seed: 1).data(), in: "Lake")
        export.album("Lake", in: "Lake")
        try export.write(to: other.folder)
        let path = other.folder.appendingPathComponent("Takeout").path
        try #require(try await other.run("import", path).code == 0)
        let undone = try await other.run("undo")
        #expect(undone.output.contains("The change before it"), "\(undone)")
        let command = try #require(
            undone.output.split(separator: "\"photokit undo ").last?.split(separator: "\"").first
        )
        let rest = try await other.run(
            ["undo"] + command.split(whereSeparator: \.isWhitespace).map(String.init)
        )
        #expect(rest.code == 0, "\(rest)")
        #expect(try await other.run("ls", "--json").lines.isEmpty)
        try #require(try await other.run("import", path).code == 0)
        #expect(try await other.run("ls", "--album", "Lake", "--json").lines.count == 1)
    }

    @Test func `a favorite mark comes in after an export of this program`() async throws {
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", fixture.source.path)
        try await other.run("edit", "IMG_1.jpg", "--rating", "4")
        let out = fixture.folder.appendingPathComponent("out").path
        try #require(try await other.run("export", "--all", "--to", out).code == 0)
        try #require(try await fixture.run("import", out).code == 0)
        try #require(try await shown()["rating"] as? String == "4")
        #expect(try await filled() == "1")
        #expect(try await shown()["isFavorite"] as? String == "1")
    }

    @Test func `what an undo of the undo gave again counts as given with the next import`()
        async throws
    {
        #expect(try await filled() == "1")
        try #require(try await fixture.run("undo").code == 0)
        try #require(try await fixture.run("undo").code == 0)
        #expect(try await shown()["caption"] as? String == "On the summit")
        _ = try await filled()
        try await fixture.run("edit", "IMG_1.jpg", "--caption", "")
        #expect(try await filled() == "0")
        #expect(try await shown()["caption"] as? String != "On the summit")
    }

    @Test func `what a person removed of a photo that came in with the export stays removed`()
        async throws
    {
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", takeout)
        try await other.run("edit", "IMG_1.jpg", "--caption", "")
        let again = try await other.run("import", "--json", takeout).objects().last
        #expect(again?["filled"] as? String == "0", "\(again ?? [:])")
        let shown = try await other.run("show", "IMG_1.jpg", "--json").objects().first
        #expect(shown?["caption"] as? String != "On the summit")
    }

    private static func sidecar(rating: Int) -> [UInt8] {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/>
            </rdf:RDF></x:xmpmeta>
            """
        return Array(text.utf8)
    }

    @Test func `words of a JSON file stay when a sidecar in a source is read, changed and removed`()
        async throws
    {
        let other = try await ProgramFixture()
        try other.write(picture: "IMG_1.jpg", seed: 1)
        let sidecar = try other.write("IMG_1.jpg.xmp", Self.sidecar(rating: 4))
        try await other.run("source", "add", other.source.path)
        let imported = try await other.run("import", "--json", takeout)
        #expect(try imported.objects().last?["filled"] as? String == "1", "\(imported)")
        func expectWords(rating: String) async throws {
            let shown = try await other.run("show", "IMG_1.jpg", "--json").objects().first ?? [:]
            #expect(shown["rating"] as? String == rating, "\(shown)")
            #expect(shown["caption"] as? String == "On the summit", "\(shown)")
            #expect(shown["keywords"] as? String == #"["Anna"]"#, "\(shown)")
            #expect((shown["latitude"] as? String)?.hasPrefix("48.2") == true, "\(shown)")
        }
        try await expectWords(rating: "4")
        let reread = try await other.run("facts", "--reread", "--all")
        #expect(reread.code == 0, "\(reread)")
        try await expectWords(rating: "4")
        try other.write("IMG_1.jpg.xmp", Self.sidecar(rating: 3))
        try await other.run("source", "sweep")
        try await expectWords(rating: "3")
        try FileManager.default.removeItem(at: sidecar)
        // The rating may be one of the export: a stale word is better than a lost one.
        try await other.run("source", "sweep")
        try await expectWords(rating: "3")
    }

    @Test(arguments: [false, true])
    func `words of a JSON file stay when files are read again, and when a sidecar joins`(
        _ hasSidecar: Bool
    ) async throws {
        #expect(try await filled() == "1")
        if hasSidecar {
            try fixture.write("IMG_1.jpg.xmp", Self.sidecar(rating: 4))
            try await fixture.run("import", fixture.source.path)
        }
        let reread = try await fixture.run("facts", "--reread", "--all")
        #expect(reread.code == 0, "\(reread)")
        let shown = try await shown()
        #expect(shown["caption"] as? String == "On the summit", "\(shown)")
        #expect(shown["keywords"] as? String == #"["Anna"]"#, "\(shown)")
        #expect(shown["rating"] as? String == (hasSidecar ? "4" : "0"), "\(shown)")
        #expect((shown["latitude"] as? String)?.hasPrefix("48.2") == true, "\(shown)")
    }

    @Test func `an export of this program gives its words as well`() async throws {
        #expect(try await filled() == "1")
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", fixture.source.path)
        try await other.run("edit", "IMG_1.jpg", "--rating", "4")
        let out = fixture.folder.appendingPathComponent("out").path
        try #require(try await other.run("export", "--all", "--to", out).code == 0)
        let imported = try await fixture.run("import", "--json", out)
        #expect(try imported.objects().last?["filled"] as? String == "1", "\(imported)")
        #expect(try await shown()["rating"] as? String == "4")
        #expect(try await shown()["caption"] as? String == "On the summit")
    }
}
