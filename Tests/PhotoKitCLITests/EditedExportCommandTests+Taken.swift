import Foundation
import PhotosTestSupport
import Testing

/// What an import took of an export, for the next import and for `photokit undo`.
extension EditedExportCommandTests {
    @Test func `an import that brings conflicts alone is not what undo takes back`() async throws {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        #expect(try await fixture.run("import", out.path).code == 1)
        let undone = try await fixture.run("undo")
        #expect(undone.code == 0, "\(undone)")
        #expect(try await caption(fixture) == "Lake")
    }

    @Test func `what was taken counts as not taken after an undo`() async throws {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try #require(try await fixture.run("import", out.path).code == 0)
        try #require(try await caption(fixture) == "Pond")
        try #require(try await fixture.run("undo").code == 0)
        try #require(try await caption(fixture) == "Lake")
        let again = try await fixture.run("import", out.path)
        #expect(again.code == 0, "\(again)")
        #expect(try await caption(fixture) == "Pond")
        // What a person changes later stays.
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Sea")
        // An undo of an edit gives back what the import took, and no more.
        try #require(try await fixture.run("undo").code == 0)
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Pond")
    }

    @Test func `an undo of a part leaves what an earlier import took of the sidecar`() async throws
    {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try #require(try await fixture.run("import", out.path).code == 0)
        try replace("a.jpg.xmp", "Pond", with: "River")
        try replace("a.jpg.xmp", "Rating>2<", with: "Rating>4<")
        try await fixture.run("edit", "a.jpg", "--rating", "5")
        // The caption comes in, and the rating was changed in both.
        try #require(try await fixture.run("import", out.path).code == 1)
        try #require(try await caption(fixture) == "River")
        try #require(try await fixture.run("undo").code == 0)
        try #require(try await caption(fixture) == "Pond")
        let again = try await fixture.run("import", out.path)
        #expect(again.code == 1 && !again.complaints.contains("The caption of"), "\(again)")
        #expect(try await caption(fixture) == "River")
    }

    @Test(arguments: [["edit", "a.jpg", "--caption", "Lake"], ["undo"]], ["a.jpg.xmp", "a.xmp"])
    func `a value that was left out comes in when the library goes back to the export's`(
        _ wayBack: [String],
        _ name: String
    ) async throws {
        try #require(try await export().code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        let own = out.appendingPathComponent("a.jpg.xmp")
        let sidecar = out.appendingPathComponent(name)
        try String(contentsOf: own, encoding: .utf8).replacing("Lake", with: "Pond")
            .write(to: sidecar, atomically: true, encoding: .utf8)
        for _ in 1...2 {
            let refused = try await fixture.run("import", out.path)
            #expect(refused.code == 1 && refused.complaints.contains("The caption of"))
        }
        try await fixture.run(wayBack)
        try #require(try await caption(fixture) == "Lake")
        let imported = try await fixture.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await caption(fixture) == "Pond", "\(imported)")
        let exported = try await export()
        #expect(exported.code == 0, "\(exported)")
        #expect(try String(contentsOf: own, encoding: .utf8).contains("Pond"))
        // The value is no news to a later import.
        try await fixture.run("edit", "a.jpg", "--caption", "Lake")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Lake")
    }

    @Test func `a value that was left out comes in when the file states it anew`() async throws {
        try #require(try await export().code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        #expect(try await fixture.run("import", out.path).code == 1)
        try replace("a.jpg.xmp", "Pond", with: "Lake")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Sea")
        try await fixture.run("edit", "a.jpg", "--caption", "Lake")
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Pond")
    }

    @Test func `a value that came in beside one that was left out does not come in again`()
        async throws
    {
        try #require(try await export().code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try replace("a.jpg.xmp", "Rating>2<", with: "Rating>4<")
        #expect(try await fixture.run("import", out.path).code == 1)
        // A person goes back to the rating, and another program changes the caption once more.
        try await fixture.run("edit", "a.jpg", "--rating", "2")
        try replace("a.jpg.xmp", "Pond", with: "River")
        let again = try await fixture.run("import", out.path)
        #expect(again.code == 1 && !again.complaints.contains("rating"), "\(again)")
        // The library gets the file's caption, so that nothing is left out any more.
        try await fixture.run("edit", "a.jpg", "--caption", "River")
        #expect(try await fixture.run("import", out.path).code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Lake")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Lake")
        let shown = try await fixture.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["rating"] as? String == "2", "\(String(describing: shown))")
    }

    @Test func `words that photos from elsewhere got come in again after an undo`() async throws {
        try #require(try await export().code == 0)
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", fixture.source.path)
        try #require(try await other.run("import", out.path).code == 0)
        try #require(try await caption(other) == "Lake")
        try #require(try await other.run("undo").code == 0)
        try #require(try await caption(other) != "Lake")
        let again = try await other.run("import", out.path)
        #expect(again.output.contains("1 of which got words"), "\(again)")
        #expect(try await caption(other) == "Lake")
    }

    @Test(arguments: [false, true])
    func `a folder of an export takes what its sidecars state, and the whole knows of it`(
        _ namesFiles: Bool
    ) async throws {
        try fixture.write(picture: "b.jpg", seed: 2)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("album", "create", "Trip")
        try await fixture.run("album", "add", "Trip", "b.jpg")
        try #require(try await export("--paths", "part/{original}").code == 0)
        try replace("part/a.jpg.xmp", "Lake", with: "Pond")
        let part = out.appendingPathComponent("part")
        let paths =
            namesFiles
            ? ["a.jpg", "a.jpg.xmp"].map { part.appendingPathComponent($0).path } : [part.path]
        let first = try await fixture.run(["import"] + paths)
        #expect(first.code == 0, "\(first)")
        if !namesFiles { #expect(try await caption(fixture) == "Pond", "\(first)") }
        let whole = try await fixture.run("import", out.path)
        #expect(whole.code == 0, "\(whole)")
        #expect(try await caption(fixture) == "Pond", "\(whole)")
        // What the library changes later is no conflict with what was taken.
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        for path in [part.path, out.path] {
            let again = try await fixture.run("import", path)
            #expect(again.code == 0, "\(again)")
            #expect(try await caption(fixture) == "Sea")
        }
    }

    @Test func `a folder of an export restores its photos with their words and albums`()
        async throws
    {
        try fixture.write(picture: "b.jpg", seed: 2)
        try fixture.write(picture: "c.jpg", seed: 3)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        for title in ["Trip", "Other"] { try await fixture.run("album", "create", title) }
        try await fixture.run("album", "add", "Trip", "a.jpg", "b.jpg")
        try await fixture.run("album", "add", "Other", "c.jpg")
        try #require(try await export("--paths", "{original}/{original}").code == 0)
        let folders = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
        let part = try #require(folders.first { $0.hasPrefix("a") })
        let other = try await ProgramFixture()
        let imported = try await other.run("import", out.appendingPathComponent(part).path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await caption(other) == "Lake")
        #expect(try await other.run("ls", "--json").lines.count == 1)
        let albums = try await other.run("albums", "--json").objects()
            .compactMap { $0["title"] as? String }
        #expect(albums.contains("Trip") && !albums.contains("Other"), "\(albums)")
    }

    /// Changes the first place at which a sidecar has a text.
    private func replaceFirst(_ text: String, with other: String) throws {
        let url = out.appendingPathComponent("a.jpg.xmp")
        var words = try String(contentsOf: url, encoding: .utf8)
        let range = try #require(words.range(of: text), "\(words)")
        words.replaceSubrange(range, with: other)
        try words.write(to: url, atomically: true, encoding: .utf8)
    }

    @Test(arguments: [true, false])
    func `a keyword that another program removed in one of two lists stays removed`(
        _ isKnown: Bool
    ) async throws {
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old", "--add-keyword", "two")
        try await fixture.run("edit", "a.jpg", "--add-keyword", "a/b")
        try #require(try await export().code == 0)
        // `dc:subject` stands before `digiKam:TagsList`.
        try replaceFirst("<rdf:li>old</rdf:li>", with: "<rdf:li>new</rdf:li>")
        let library = isKnown ? fixture : try await ProgramFixture()
        let imported = try await library.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        func keywords() async throws -> String? {
            let shown = try await library.run("show", "a.jpg", "--json").objects().first
            return shown?["keywords"] as? String
        }
        let found = try #require(try await keywords())
        #expect(
            !found.contains("old") && found.contains("new") && found.contains("two"),
            "\(found)"
        )
        #expect(found.contains("b"), "\(found)")
    }

    @Test func `a keyword that another program may have added is left out, and the sidecar stays`()
        async throws
    {
        let options = ["--sidecars", "--without", "persons"]
        func exported() async throws -> ProgramOutcome {
            try await fixture.run(["export", "--all", "--to", out.path] + options)
        }
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old", "--add-keyword", "two")
        try #require(try await exported().code == 0)
        let old = "<rdf:li>old</rdf:li>"
        try replace("a.jpg.xmp", old, with: old + "<rdf:li>new</rdf:li>")
        try await fixture.run("edit", "a.jpg", "--remove-keyword", "old")
        // The keyword may be the name of a person, so the manifest does not say which keywords the sidecar had.
        try #require(try await exported().code == 1)
        for _ in 1...2 {
            let imported = try await fixture.run("import", out.path)
            #expect(imported.code == 1, "\(imported)")
            let isTrue = !imported.complaints.contains("changed here and in the library")
            #expect(isTrue && imported.complaints.contains("that a.jpg ("), "\(imported)")
            let way = " --add-keyword new --add-keyword old"
            #expect(imported.complaints.contains(way), "\(imported)")
            let again = try await exported()
            #expect(again.code == 1 && again.complaints.contains("a.jpg.xmp"), "\(again)")
        }
        let sidecar = out.appendingPathComponent("a.jpg.xmp")
        #expect(try String(contentsOf: sidecar, encoding: .utf8).contains(">new<"))
        // With the library's values and the file's, nothing is left out.
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old", "--add-keyword", "new")
        let taken = try await fixture.run("import", out.path)
        #expect(taken.code == 0, "\(taken)")
    }

    @Test func `a person of another program's export that was removed in a sidecar stays removed`()
        async throws
    {
        var takeout = TakeoutExport(.supplemental)
        var notes = TakeoutExport.Notes("a.jpg", taken: 1_577_836_800)
        notes.people = ["Ada", "Alan"]
        takeout.photo(notes, TestJPEG(seed: 1).data(), in: takeout.year(2020))
        try takeout.write(to: fixture.folder)
        let path = fixture.folder.appendingPathComponent("Takeout").path
        try #require(try await fixture.run("import", path).code == 0)
        func photos(of person: String) async throws -> Int {
            try await fixture.run("ls", "--where", "\"\(person)\" IN persons", "--json").lines.count
        }
        try #require(try await photos(of: "Alan") == 1)
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", ">Alan<", with: ">Grace<")
        let imported = try await fixture.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await photos(of: "Alan") == 0)
        #expect(try await photos(of: "Grace") == 1)
        #expect(try await photos(of: "Ada") == 1)
    }

    @Test func `persons stay when another program writes a sidecar beside an export`() async throws
    {
        var takeout = TakeoutExport(.supplemental)
        var notes = TakeoutExport.Notes("a.jpg", taken: 1_577_836_800)
        notes.people = ["Ada", "Alan"]
        takeout.photo(notes, TestJPEG(seed: 1).data(), in: takeout.year(2020))
        try takeout.write(to: fixture.folder)
        let path = fixture.folder.appendingPathComponent("Takeout").path
        try #require(try await fixture.run("import", path).code == 0)
        try #require(try await export().code == 0)
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
            <e:PersonInImage><rdf:Bag><rdf:li>Grace</rdf:li></rdf:Bag></e:PersonInImage>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try Data(sidecar.utf8).write(to: out.appendingPathComponent("a.xmp"))
        let imported = try await fixture.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        for person in ["Ada", "Alan", "Grace"] {
            let found = try await fixture.run("ls", "--where", "\"\(person)\" IN persons", "--json")
            #expect(found.lines.count == 1, "\(person): \(found)")
        }
    }

    @Test(arguments: [true, false])
    func `a date that was changed in one of two properties is changed`(
        _ isKnown: Bool
    ) async throws {
        try await fixture.run("edit", "a.jpg", "--date", "2020-01-02T03:04:05+01:00")
        try #require(try await export().code == 0)
        try replaceFirst(
            "<photoshop:DateCreated>2020-01-02T03",
            with: "<photoshop:DateCreated>2020-01-02T05"
        )
        let library = isKnown ? fixture : try await ProgramFixture()
        let imported = try await library.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        let shown = try await library.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["creationDate"] as? String == "2020-01-02T04:04:05.000Z", "\(shown ?? [:])")
    }

    @Test(arguments: ["2020-01-02T03:04+01:00", "2020-01-02"])
    func `a date that another program wrote with fewer digits is no other date`(
        _ text: String
    ) async throws {
        try await fixture.run("edit", "a.jpg", "--date", "2020-01-02T03:04:05+01:00")
        try #require(try await export().code == 0)
        try replaceFirst(
            "<photoshop:DateCreated>2020-01-02T03:04:05+01:00",
            with: "<photoshop:DateCreated>" + text
        )
        try #require(try await fixture.run("import", out.path).code == 0)
        let shown = try await fixture.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["creationDate"] as? String == "2020-01-02T02:04:05.000Z", "\(shown ?? [:])")
    }
}
