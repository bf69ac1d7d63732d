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
