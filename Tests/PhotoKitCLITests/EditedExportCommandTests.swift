import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Files of an export that other programs change while the library goes on.
@Suite(.permit) struct EditedExportCommandTests {
    let fixture: ProgramFixture
    let out: URL

    init() async throws {
        fixture = try await ProgramFixture()
        out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("edit", "a.jpg", "--caption", "Lake", "--rating", "2")
    }

    func export(_ options: String...) async throws -> ProgramOutcome {
        try await fixture.run(["export", "--all", "--to", out.path] + options)
    }

    func replace(_ name: String, _ text: String, with other: String) throws {
        let file = out.appendingPathComponent(name)
        var bytes = [UInt8](try Data(contentsOf: file))
        let (old, new) = (Array(text.utf8), Array(other.utf8))
        var index = 0
        var found = false
        while index + old.count <= bytes.count {
            if bytes[index..<(index + old.count)].elementsEqual(old) {
                bytes.replaceSubrange(index..<(index + old.count), with: new)
                index += new.count
                found = true
            } else {
                index += 1
            }
        }
        try #require(found, "\(name) does not state \(text)")
        try Data(bytes).write(to: file)
    }

    func caption(_ fixture: ProgramFixture) async throws -> String? {
        try await fixture.run("show", "a.jpg", "--json").objects().first?["caption"] as? String
    }

    @Test func `a later caption of the library is not replaced by one of another program`()
        async throws
    {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Tool's pond")
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        let again = try await export()
        #expect(again.code == 1 && again.complaints.contains("a.jpg.xmp"), "\(again)")
        // A third export repeats what the first one wrote.
        #expect(try await export().code == 1)

        let planned = try await fixture.run("import", out.path, "--dry-run")
        #expect(planned.code == 1, "\(planned)")
        let imported = try await fixture.run("import", out.path, "--json")
        let events = try imported.objects()
        #expect(imported.code == 1, "\(imported)")
        #expect(try await caption(fixture) == "Sea")
        let conflict = try #require(events.first { $0["event"] as? String == "conflict" })
        let reason = try #require(conflict["reason"] as? String)
        #expect((conflict["path"] as? String)?.hasSuffix("a.jpg.xmp") == true)
        #expect(reason.hasPrefix("The caption of a.jpg ("), "\(reason)")
        #expect(reason.contains("--caption 'Tool'\\''s pond'\""), "\(reason)")
        #expect(events.last?["conflicts"] as? String == "1", "\(events)")

        // Another library decides in the same way, by what the manifest has of the library.
        let other = try await ProgramFixture()
        let brought = try await other.run("import", out.path)
        #expect(brought.code == 1, "\(brought)")
        #expect(brought.complaints.contains("The caption of a.jpg ("), "\(brought)")
        #expect(try await caption(other) == "Sea")
    }

    @Test func `what only the file changed comes in, and what only the library changed stays`()
        async throws
    {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try await fixture.run("edit", "a.jpg", "--rating", "5")
        #expect(try await export().code == 1)
        let imported = try await fixture.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await caption(fixture) == "Pond")
        let shown = try await fixture.run("show", "a.jpg", "--json").objects()
        #expect(shown.first?["rating"] as? String == "5", "\(shown)")
        // The same file is edited again: the import had taken its caption.
        try replace("a.jpg.xmp", "Pond", with: "River")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "River")
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        try replace("a.jpg.xmp", "River", with: "Spring")
        #expect(try await fixture.run("import", out.path).code == 1)
        #expect(try await caption(fixture) == "Sea")
    }

    @Test func `photos that came in from elsewhere get the words of an export, once`() async throws
    {
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old")
        try await fixture.run("favorite", "a.jpg")
        try #require(try await export().code == 0)
        let other = try await ProgramFixture()
        try await other.run("import", "--no-previews", fixture.source.path)
        try await other.run("edit", "a.jpg", "--rating", "5")
        let imported = try await other.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(imported.output.contains("1 of which got words"), "\(imported)")
        let shown = try await other.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["caption"] as? String == "Lake")
        #expect(shown?["keywords"] as? String == #"["old"]"# && shown?["rating"] as? String == "5")
        #expect(shown?["isFavorite"] as? String == "1")
        // What a person removes later stays removed.
        try await other.run("edit", "a.jpg", "--caption", "")
        let again = try await other.run("import", out.path)
        #expect(!again.output.contains("of which"), "\(again)")
        #expect(try await caption(other) != "Lake")
        // A change of the exported photo itself is later than its export.
        try await fixture.run("edit", "a.jpg", "--caption", "")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) != "Lake")
    }

    /// Exports a second time to another folder, and returns it.
    private func exportElsewhere() async throws -> URL {
        let other = fixture.folder.appendingPathComponent("second", isDirectory: true)
        try #require(
            try await fixture.run("export", "--all", "--to", other.path).code == 0
        )
        return other
    }

    @Test func `two exports that were both edited are decided by what each of them stated`()
        async throws
    {
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old")
        try #require(try await export().code == 0)
        let second = try await exportElsewhere()
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try replace("a.jpg.xmp", ">old<", with: ">one<")
        let path = second.appendingPathComponent("a.jpg.xmp")
        let text = try String(contentsOf: path, encoding: .utf8)
        try text.replacing("Lake", with: "River").replacing(">old<", with: ">two<")
            .write(to: path, atomically: true, encoding: .utf8)
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Pond")
        // The second one knows nothing of the first one's words. Each import names the conflict until a person decides.
        for _ in 1...2 {
            let imported = try await fixture.run("import", second.path)
            #expect(imported.code == 1, "\(imported)")
            #expect(imported.complaints.contains("The caption of a.jpg ("), "\(imported)")
            #expect(try await caption(fixture) == "Pond")
        }
        let shown = try await fixture.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["keywords"] as? String == #"["one", "two"]"#, "\(String(describing: shown))")
        // What came in from the first one is no news, whatever came in from the second.
        let again = try await fixture.run("import", out.path)
        #expect(again.code == 0, "\(again)")
        #expect(try await caption(fixture) == "Pond")
        try await fixture.run("edit", "a.jpg", "--caption", "River")
        #expect(try await fixture.run("import", second.path).code == 0)
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "River")
    }

    @Test func `a sidecar that is changed back gives the words of the export`() async throws {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try replace("a.jpg.xmp", "Rating>2<", with: "Rating>4<")
        try #require(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Pond")
        try await fixture.run("edit", "a.jpg", "--rating", "5")
        try replace("a.jpg.xmp", "Pond", with: "Lake")
        try replace("a.jpg.xmp", "Rating>4<", with: "Rating>2<")
        let planned = try await fixture.run("import", out.path, "--dry-run")
        #expect(planned.code == 1, "\(planned)")
        let back = try await fixture.run("import", out.path)
        // The library has a later rating, which stays, and the import says so.
        #expect(back.code == 1 && back.complaints.contains("The rating of a.jpg ("), "\(back)")
        let shown = try await fixture.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["caption"] as? String == "Lake")
        #expect(shown?["rating"] as? String == "5")
        // A later export that writes the sidecar is no change of a person.
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        try FileManager.default.removeItem(at: out.appendingPathComponent("a.jpg.xmp"))
        try #require(try await export().code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Lake")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await caption(fixture) == "Lake")
    }

    @Test func `an import does not undo what a person decided after an earlier one`() async throws {
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old")
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        try #require(try await fixture.run("import", out.path).code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        try replace("a.jpg.xmp", "Pond", with: "River")
        try replace("a.jpg.xmp", "Rating>2<", with: "Rating>5<")
        try replace("a.jpg.xmp", ">old<", with: ">new<")
        #expect(try await fixture.run("import", out.path).code == 1)
        let arguments = ["--rating", "2", "--remove-keyword", "new", "--add-keyword", "old"]
        try await fixture.run(["edit", "a.jpg"] + arguments)
        let again = try await fixture.run("import", out.path)
        #expect(again.code == 1 && again.complaints.contains("caption"), "\(again)")
        let shown = try await fixture.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["rating"] as? String == "2", "\(String(describing: shown))")
        #expect(shown?["keywords"] as? String == #"["old"]"#, "\(String(describing: shown))")
    }

    @Test func `a keyword that is put back comes in again`() async throws {
        try await fixture.run("edit", "a.jpg", "--add-keyword", "old", "--add-keyword", "two")
        try #require(try await export().code == 0)
        func keywords() async throws -> String? {
            let shown = try await fixture.run("show", "a.jpg", "--json").objects().first
            return shown?["keywords"] as? String
        }
        try replace("a.jpg.xmp", ">old<", with: ">one<")
        try #require(try await fixture.run("import", out.path).code == 0)
        #expect(try await keywords() == #"["two", "one"]"#)
        try replace("a.jpg.xmp", ">one<", with: ">old<")
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        #expect(try await fixture.run("import", out.path).code == 0)
        #expect(try await keywords() == #"["two", "old"]"#)
    }

    @Test(arguments: [true, false])
    func `two sidecars of one photo that were both edited both count`(
        _ isKnown: Bool
    ) async throws {
        try #require(try await export().code == 0)
        let path = out.appendingPathComponent("a.jpg.xmp")
        let text = try String(contentsOf: path, encoding: .utf8)
        try Data(text.replacing("Rating>2<", with: "Rating>4<").utf8)
            .write(to: out.appendingPathComponent("a.xmp"))
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        let other = isKnown ? fixture : try await ProgramFixture()
        let imported = try await other.run("import", out.path)
        let shown = try await other.run("show", "a.jpg", "--json").objects().first
        #expect(shown?["rating"] as? String == "4", "\(imported)")
        #expect(shown?["caption"] as? String == "Pond", "\(imported)")
    }

    @Test func `a partial export knows what the sidecars of other photos stated`() async throws {
        try fixture.write(picture: "b.jpg", seed: 2)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try #require(try await export().code == 0)
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        let part = try await fixture.run("export", "b.jpg", "--sidecars", "--to", out.path)
        #expect(part.code == 0, "\(part)")
        try replace("a.jpg.xmp", "Lake", with: "Pond")
        let imported = try await fixture.run("import", out.path)
        #expect(imported.code == 1 && imported.complaints.contains("caption"), "\(imported)")
        #expect(try await caption(fixture) == "Sea")
    }

    @Test func `a caption that was removed inside a copy stays removed, and the import says so`()
        async throws
    {
        try #require(try await export("--embed").code == 0)
        try replace("a.jpg", "Lake", with: "    ")
        let other = try await ProgramFixture()
        let imported = try await other.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(
            imported.complaints.contains("It does not state the caption of the photo any more"),
            "\(imported)"
        )
        let shown = try await other.run("show", "a.jpg", "--json").objects()
        #expect(shown.first?["caption"] as? String != "Lake", "\(shown)")
        #expect(shown.first?["rating"] as? String == "2", "\(shown)")
    }

    @Test func `a caption of the original itself that was removed in the export stays removed`()
        async throws
    {
        try #require(try await export("--embed").code == 0)
        // This library has the caption from the file alone.
        let second = try await ProgramFixture()
        let original = second.source.appendingPathComponent("a.jpg")
        try FileManager.default.copyItem(at: out.appendingPathComponent("a.jpg"), to: original)
        try await second.run("import", "--no-previews", original.path)
        try #require(try await caption(second) == "Lake")
        try FileManager.default.removeItem(at: out)
        let exported = try await second.run("export", "a.jpg", "--to", out.path)
        #expect(exported.code == 0 && !exported.output.contains("said about"), "\(exported)")
        try FileManager.default.removeItem(at: out)
        try #require(try await second.run("export", "--all", "--to", out.path).code == 0)
        try replace("a.jpg", "Lake", with: "    ")
        let third = try await ProgramFixture()
        let imported = try await third.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(imported.complaints.contains("does not state the caption"), "\(imported)")
        #expect(try await caption(third) != "Lake")
    }

    @Test func `a caption that was changed inside a copy and in the library is named`()
        async throws
    {
        try #require(try await export("--embed").code == 0)
        try replace("a.jpg", "Lake", with: "Pond")
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        #expect(try await export("--embed").code == 1)
        let other = try await ProgramFixture()
        let imported = try await other.run("import", out.path)
        #expect(imported.code == 1, "\(imported)")
        #expect(imported.complaints.contains("--caption Pond"), "\(imported)")
        #expect(try await caption(other) == "Sea")
    }

    @Test func `a caption that was removed in a sidecar stays removed`() async throws {
        try #require(try await export().code == 0)
        try replace("a.jpg.xmp", "Lake", with: "")
        let other = try await ProgramFixture()
        let imported = try await other.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(imported.complaints.contains("does not state the caption"), "\(imported)")
        #expect(try await caption(other) != "Lake")
    }

    @Test func `an export without sidecars says how many photos it leaves words out of`()
        async throws
    {
        try fixture.write(picture: "b.jpg", seed: 2)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let plain = try await fixture.run("export", "a.jpg", "b.jpg", "--to", out.path)
        #expect(plain.code == 0, "\(plain)")
        #expect(plain.output.contains("what people said about 1 photo or video"), "\(plain)")
        #expect(plain.output.contains("--sidecars"), "\(plain)")
        let again = try await fixture.run("export", "a.jpg", "--to", out.path, "--json")
        #expect(try again.objects().last?["unstated"] as? String == "1", "\(again)")
        for arguments in [["b.jpg"], ["a.jpg", "--no-metadata"], ["a.jpg", "--sidecars"]] {
            let folder = fixture.folder.appendingPathComponent("other-\(arguments.count)").path
            let quiet = try await fixture.run(["export"] + arguments + ["--to", folder])
            #expect(quiet.code == 0 && !quiet.output.contains("said about"), "\(quiet)")
        }
    }

    @Test(arguments: [[], ["--sidecars"]])
    func `a sidecar that came in is exported with the library's values`(
        _ options: [String]
    ) async throws {
        let foreign = "<crs:Exposure2012>+0.35</crs:Exposure2012>"
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
                xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
               \(foreign)
               <xmp:Rating>3</xmp:Rating>
               <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Old words</rdf:li></rdf:Alt></dc:description>
              </rdf:Description>
             </rdf:RDF>
            </x:xmpmeta>
            """
        try fixture.write(picture: "c.jpg", seed: 3)
        try fixture.write("c.jpg.xmp", Array(xmp.utf8))
        try await fixture.run("import", "--no-previews", fixture.source.path)
        func sidecar() async throws -> String {
            let folder = fixture.folder.appendingPathComponent(UUID().uuidString)
            let arguments = ["export", "c.jpg", "--to", folder.path] + options
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 0 && !outcome.output.contains("said about"), "\(outcome)")
            return try String(
                contentsOf: folder.appendingPathComponent("c.jpg.xmp"),
                encoding: .utf8
            )
        }
        let same = try await sidecar()
        #expect(same.contains("Old words") && same.contains(foreign))
        if options.isEmpty { #expect(same == xmp) }
        try await fixture.run("edit", "c.jpg", "--caption", "New words")
        let changed = try await sidecar()
        #expect(changed.contains("New words") && !changed.contains("Old words"), "\(changed)")
        #expect(changed.contains(foreign) && changed.contains("<xmp:Rating>3"), "\(changed)")
        // A value that the library has no more is stated no more.
        try await fixture.run("edit", "c.jpg", "--caption", "", "--rating", "0")
        let removed = try await sidecar()
        #expect(!removed.contains("words") && !removed.contains("Rating>3"), "\(removed)")
        #expect(removed.contains(foreign))
    }
}
