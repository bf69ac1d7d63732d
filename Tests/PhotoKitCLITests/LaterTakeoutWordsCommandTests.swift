import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Several exports of Google Photos give words to a photo, one after another.
@Suite(.permit) struct LaterTakeoutWordsCommandTests {
    private let fixture: ProgramFixture

    init() async throws {
        fixture = try await ProgramFixture()
        try fixture.write(picture: "IMG_1.jpg", seed: 1)
        try await fixture.run("import", "--no-previews", fixture.source.path)
    }

    private func shown() async throws -> [String: any Sendable] {
        try await fixture.run("show", "IMG_1.jpg", "--json").objects().first ?? [:]
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
}
