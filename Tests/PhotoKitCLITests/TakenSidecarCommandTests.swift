import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Exports after an import took what another program wrote into the folder.
@Suite(.permit) struct TakenSidecarCommandTests {
    private let fixture: ProgramFixture
    private let out: URL
    private let sidecar: URL

    init() async throws {
        fixture = try await ProgramFixture()
        out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        sidecar = out.appendingPathComponent("a.jpg.xmp")
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("edit", "a.jpg", "--caption", "Lake")
        try #require(try await export().code == 0)
    }

    private func export() async throws -> ProgramOutcome {
        try await fixture.run(["export", "--all", "--to", out.path])
    }

    private func text() throws -> String { try String(contentsOf: sidecar, encoding: .utf8) }

    private func replace(_ word: String, with other: String) throws {
        let text = try text()
        try #require(text.contains(word), "\(text)")
        try Data(text.replacing(word, with: other).utf8).write(to: sidecar)
    }

    @Test func `a sidecar whose values were taken is the export's again`() async throws {
        try replace("Lake", with: "Pond")
        #expect(try await export().code == 1)
        #expect(try await fixture.run("import", out.path).code == 0)
        let again = try await export()
        #expect(again.code == 0 && again.complaints.isEmpty, "\(again)")
        #expect(try text().contains("Pond"))
        // It gets what the library changes later.
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        #expect(try await export().code == 0)
        #expect(try text().contains("Sea"))
        let imported = try await fixture.run("import", out.path)
        #expect(imported.code == 0, "\(imported)")
        #expect(try await fixture.run("show", "a.jpg").output.contains("Sea"))
    }

    @Test func `a sidecar with values that were left out stays as it is`() async throws {
        try replace("Lake", with: "Pond")
        try await fixture.run("edit", "a.jpg", "--caption", "Sea")
        #expect(try await fixture.run("import", out.path).code == 1)
        #expect(try await export().code == 1)
        #expect(try text().contains("Pond"))
    }

    @Test
    func `words that were removed stay removed beside a sidecar that another program changed`()
        async throws
    {
        try await fixture.run("edit", "a.jpg", "--add-keyword", "k", "--rating", "5")
        try await fixture.run("favorite", "a.jpg")
        try #require(try await export().code == 0)
        try Data((text() + "\n").utf8).write(to: sidecar)
        let options = ["--caption", "", "--remove-keyword", "k", "--rating", "0"]
        try #require(try await fixture.run(["edit", "a.jpg"] + options).code == 0)
        try await fixture.run("unfavorite", "a.jpg")
        for _ in 1...2 {
            let again = try await export()
            #expect(again.code == 1 && again.complaints.contains("a.jpg.xmp"), "\(again)")
        }
        func words(_ library: ProgramFixture) async throws -> [String?] {
            let shown = try await library.run("show", "a.jpg", "--json").objects().first
            return ["caption", "keywords", "rating", "isFavorite"].map { shown?[$0] as? String }
        }
        let before = try await words(fixture)
        try #require(before[0] != "Lake")
        let other = try await ProgramFixture()
        for library in [fixture, other] {
            let imported = try await library.run("import", "--no-previews", out.path)
            #expect(imported.code == 0, "\(imported)")
            #expect(try await words(library) == before)
        }
    }

    private static let words = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4">
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Side</rdf:li></rdf:Alt></dc:description>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    /// Adds a photo without words to the library and to the export.
    private func addPlainPhoto() async throws {
        try fixture.write(picture: "b.jpg", seed: 2)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try #require(try await export().code == 0)
    }

    private func caption() async throws -> String? {
        let photo = try await fixture.run("show", "b.jpg", "--json").objects().first
        let caption = photo?["caption"] as? String
        return caption == "<null>" ? nil : caption
    }

    @Test(arguments: ["b.jpg.xmp", "b.xmp"])
    func `a sidecar of another program beside an export does not replace later words`(
        _ name: String
    ) async throws {
        try await addPlainPhoto()
        try Data(Self.words.utf8).write(to: out.appendingPathComponent(name))
        try await fixture.run("edit", "b.jpg", "--caption", "Typed", "--rating", "1")
        for _ in 1...2 {
            #expect(try await export().code == (name == "b.xmp" ? 0 : 1))
            let imported = try await fixture.run("import", out.path)
            #expect(imported.code == 1 && imported.complaints.contains("rating"), "\(imported)")
            #expect(try await caption() == "Typed")
        }
    }

    @Test(arguments: ["b.jpg.xmp", "b.xmp"])
    func `a sidecar of another program that was taken stays taken, and an export goes on`(
        _ name: String
    ) async throws {
        try await addPlainPhoto()
        try Data(Self.words.utf8).write(to: out.appendingPathComponent(name))
        try #require(try await fixture.run("import", out.path).code == 0)
        try #require(try await caption() == "Side")
        #expect(try await export().code == 0)
        for text in ["Typed", ""] {
            try await fixture.run("edit", "b.jpg", "--caption", text)
            let again = try await export()
            #expect(again.code == 0, "\(again)")
            let imported = try await fixture.run("import", out.path)
            #expect(imported.code == 0, "\(imported)")
            #expect(try await caption() ?? "" == text)
        }
    }

    @Test func `of a sidecar that nobody can read nothing is said to come in`() async throws {
        try Data("<x:xmpmeta".utf8).write(to: sidecar)
        let imported = try await fixture.run("import", out.path)
        #expect(imported.complaints.contains("takes nothing from it"), "\(imported)")
        #expect(imported.complaints.contains("another program has changed it."), "\(imported)")
        #expect(!imported.complaints.contains("comes in"), "\(imported)")
    }

    @Test func `backups of other programs in an export are no refused files`() async throws {
        for ending in ["_original", "~"] {
            try FileManager.default.copyItem(
                atPath: sidecar.path,
                toPath: sidecar.path + ending
            )
        }
        try Data("notes".utf8).write(to: out.appendingPathComponent("notes.txt"))
        let imported = try await fixture.run("import", out.path, "--json")
        #expect(imported.code == 0 && imported.complaints.isEmpty, "\(imported)")
        let last = try #require(try imported.objects().last)
        #expect(last["others"] as? String == "3" && last["refused"] as? String == "0", "\(last)")
        // What a person names is refused.
        let named = try await fixture.run("import", out.path + "/notes.txt")
        #expect(named.code == 1, "\(named)")
    }
}
