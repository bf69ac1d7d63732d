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

    /// Writes an export of the photo into a folder of its own, and returns its path.
    private func exported(
        _ name: String,
        _ change: (inout TakeoutExport.Notes) -> Void
    ) throws
        -> String
    {
        var export = TakeoutExport(.supplemental)
        var notes = TakeoutExport.Notes("IMG_1.jpg", taken: 1_577_836_800)
        change(&notes)
        export.photo(notes, TestJPEG(seed: 1).data(), in: export.year(2020))
        let folder = fixture.folder.appendingPathComponent(name, isDirectory: true)
        try export.write(to: folder)
        return folder.appendingPathComponent("Takeout").path
    }

    @Test func `an undo of one export leaves what a person removed of another one`() async throws {
        let first = try exported("first") { $0.caption = "On the summit" }
        let second = try exported("second") { ($0.latitude, $0.longitude) = (48.2, 16.4) }
        try #require(try await fixture.run("import", first).code == 0)
        try #require(try await shown()["caption"] as? String == "On the summit")
        try await fixture.run("edit", "IMG_1.jpg", "--caption", "")
        try #require(try await fixture.run("import", second).code == 0)
        try #require((try await shown()["latitude"] as? String)?.hasPrefix("48.2") == true)
        try #require(try await fixture.run("undo").code == 0)
        let again = try await fixture.run("import", "--json", first)
        #expect(try again.objects().last?["filled"] as? String == "0", "\(again)")
        #expect(try await shown()["caption"] as? String != "On the summit")
        // What the undo took back comes in again.
        try #require(try await fixture.run("import", second).code == 0)
        #expect((try await shown()["latitude"] as? String)?.hasPrefix("48.2") == true)
    }

    @Test func `an undo of the second import of an export leaves a removed favorite`() async throws
    {
        _ = try exported("export") { $0.isFavorite = true }
        let export = fixture.folder.appendingPathComponent("export", isDirectory: true)
        let path = export.appendingPathComponent("Takeout").path
        try #require(try await fixture.run("import", path).code == 0)
        try #require(try await shown()["isFavorite"] as? String == "1")
        try await fixture.run("unfavorite", "IMG_1.jpg")
        try FileManager.default.removeItem(at: export)
        _ = try exported("export") { notes in
            notes.isFavorite = true
            notes.caption = "On the summit"
        }
        try #require(try await fixture.run("import", path).code == 0)
        try #require(try await shown()["caption"] as? String == "On the summit")
        try #require(try await fixture.run("undo").code == 0)
        try #require(try await shown()["caption"] as? String != "On the summit")
        try #require(try await fixture.run("import", path).code == 0)
        let later = try await shown()
        #expect(later["isFavorite"] as? String != "1", "\(later)")
        #expect(later["caption"] as? String == "On the summit", "\(later)")
    }

    @Test func `a favorite mark that a person removed stays removed with a later export`()
        async throws
    {
        let first = try exported("first") { $0.isFavorite = true }
        let second = try exported("second") { notes in
            notes.isFavorite = true
            notes.caption = "On the summit"
        }
        try #require(try await fixture.run("import", first).code == 0)
        try #require(try await shown()["isFavorite"] as? String == "1")
        try await fixture.run("unfavorite", "IMG_1.jpg")
        try #require(try await fixture.run("import", second).code == 0)
        let later = try await shown()
        #expect(later["isFavorite"] as? String != "1", "\(later)")
        #expect(later["caption"] as? String == "On the summit", "\(later)")
        // An undo of the mark is no removal.
        let third = try exported("third") { $0.isFavorite = true }
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", fixture.source.path)
        try #require(try await other.run("import", third).code == 0)
        try #require(try await other.run("undo").code == 0)
        try #require(try await other.run("import", third).code == 0)
        let marked = try await other.run("show", "IMG_1.jpg", "--json").objects().first
        #expect(marked?["isFavorite"] as? String == "1", "\(marked ?? [:])")
    }

    @Test func `a new favorite of a later export comes in, once`() async throws {
        let first = try exported("first") { $0.caption = "On the summit" }
        let second = try exported("second") { notes in
            notes.caption = "On the summit"
            notes.isFavorite = true
        }
        let third = try exported("third") { notes in
            notes.caption = "On the summit"
            notes.people = ["Anna"]
            notes.isFavorite = true
        }
        // The photo came in from the card, or with the first export.
        let other = try await ProgramFixture()
        for library in [fixture, other] {
            func isFavorite() async throws -> Bool {
                let shown = try await library.run("show", "IMG_1.jpg", "--json").objects().first
                return shown?["isFavorite"] as? String == "1"
            }
            for path in [first, second] {
                let imported = try await library.run("import", "--no-previews", path)
                try #require(imported.code == 0, "\(imported)")
                #expect(try await isFavorite() == (path == second), "\(imported)")
            }
            try await library.run("unfavorite", "IMG_1.jpg")
            try #require(try await library.run("import", "--no-previews", third).code == 0)
            #expect(try await !isFavorite())
        }
    }

    @Test func `persons of another export come in, and its caption is named, in any order`()
        async throws
    {
        let first = try exported("first") { notes in
            notes.caption = "Old"
            notes.people = ["Anna", "Carl"]
        }
        let second = try exported("second") { notes in
            notes.caption = "New"
            notes.people = ["Anna", "Ben"]
        }
        let nobody = try exported("nobody") { $0.caption = "Old" }
        // The photo came in from the card, or with the first export.
        let other = try await ProgramFixture()
        for library in [fixture, other] {
            func words() async throws -> (caption: String?, keywords: String) {
                let shown = try await library.run("show", "IMG_1.jpg", "--json").objects().first
                return (shown?["caption"] as? String, shown?["keywords"] as? String ?? "")
            }
            func importSecond() async throws {
                let imported = try await library.run("import", second)
                #expect(imported.output.contains("1 of which got words"), "\(imported)")
                #expect(imported.complaints.contains("--caption New"), "\(imported)")
                let new = try await words()
                #expect(new.caption == "Old", "\(new)")
                #expect(new.keywords == #"["Anna", "Carl", "Ben"]"#)
            }
            try #require(try await library.run("import", "--no-previews", first).code == 0)
            try #require(try await words().caption == "Old")
            try await importSecond()
            #expect(try await library.run("ls", "--search", "Ben", "--json").lines.count == 1)
            try #require(try await library.run("undo").code == 0)
            let old = try await words()
            #expect(old.caption == "Old" && old.keywords == #"["Anna", "Carl"]"#, "\(old)")
            try await importSecond()
            // An older export may state no persons.
            try #require(try await library.run("import", nobody).code == 0)
            #expect(try await words().keywords == #"["Anna", "Carl", "Ben"]"#)
            #expect(try await library.run("ls", "--search", "Ben", "--json").lines.count == 1)
        }
        // The older export comes after the newer one.
        let reverse = try await ProgramFixture()
        try #require(try await reverse.run("import", second).code == 0)
        let older = try await reverse.run("import", nobody)
        #expect(older.complaints.contains("--caption Old"), "\(older)")
        let kept = try await reverse.run("show", "IMG_1.jpg", "--json").objects().first
        #expect(kept?["caption"] as? String == "New", "\(older)")
        #expect(kept?["keywords"] as? String == #"["Anna", "Ben"]"#, "\(older)")
        #expect(try await reverse.run("ls", "--search", "Ben", "--json").lines.count == 1)
    }

    @Test func `a later export gives what it states after an undo of an earlier one`() async throws
    {
        let captions = ["New", "Newer", "Newest"]
        for (index, caption) in captions.enumerated() {
            let export = try exported(caption) { notes in
                notes.caption = caption
                notes.people = ["Anna", "Ben", "Carl"].prefix(index + 1).map(\.self)
            }
            let imported = try await fixture.run("import", export)
            #expect(imported.code == 0 && !imported.complaints.contains("caption"), "\(imported)")
            let got = try await shown()
            #expect(got["caption"] as? String == caption, "\(imported)")
            let keywords = got["keywords"] as? String ?? ""
            #expect(keywords.contains("Anna"), "\(keywords)")
            #expect(keywords.contains("Carl") == (index == 2), "\(keywords)")
            guard caption != "Newest" else { continue }
            try #require(try await fixture.run("undo").code == 0)
            #expect(try await shown()["caption"] as? String != caption)
        }
    }

    @Test func `a caption that a person set stays, and the report names that of a later export`()
        async throws
    {
        let exports = try ["Old", "New", "Newest"].map { caption in
            try exported(caption) { $0.caption = caption }
        }
        try #require(try await fixture.run("import", exports[0]).code == 0)
        try await fixture.run("edit", "IMG_1.jpg", "--caption", "Mine")
        let imported = try await fixture.run("import", exports[1])
        #expect(imported.complaints.contains("the caption of IMG_1.jpg"), "\(imported)")
        #expect(try await shown()["caption"] as? String == "Mine")
        let again = try await fixture.run("import", exports[1])
        #expect(!again.complaints.contains("caption"), "\(again)")
        let advice = imported.complaints.split(separator: "\"photokit ").last?.split(
            separator: "\""
        )
        let edited = try await fixture.run(
            try #require(advice?.first).split(separator: " ").map(String.init)
        )
        #expect(edited.code == 0, "\(edited)")
        #expect(try await shown()["caption"] as? String == "New")
        // An export that states what the library has says nothing new.
        let newest = try await fixture.run("import", exports[2])
        #expect(newest.complaints.contains("--caption Newest"), "\(newest)")
        #expect(try await shown()["caption"] as? String == "New")
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
