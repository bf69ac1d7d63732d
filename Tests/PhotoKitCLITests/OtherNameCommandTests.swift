import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Sidecars beside files that the library has under other names.
@Suite(.permit) struct OtherNameCommandTests {
    private let fixture: ProgramFixture

    init() async throws {
        fixture = try await ProgramFixture()
        try fixture.write(picture: "card/IMG_1.jpg", seed: 1)
        try await fixture.run("import", "--no-previews", path("card"))
    }

    private func path(_ name: String) -> String { fixture.source.appendingPathComponent(name).path }

    private static func sidecar(_ caption: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">\(caption)</rdf:li></rdf:Alt></dc:description>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8
        )
    }

    private func captions() async throws -> [String?] {
        try await fixture.run("ls", "--json").objects().map { $0["caption"] as? String }
    }

    @Test(
        arguments: ["copy.jpg.xmp", "copy.xmp"],
        [["import"], ["import", "--move"], ["source", "add"]]
    )
    func `a sidecar belongs to the photo whose bytes lie beside it under its name`(
        _ name: String,
        _ command: [String]
    ) async throws {
        try fixture.write(picture: "other/copy.jpg", seed: 1)
        try fixture.write("other/\(name)", Self.sidecar("Lake"))
        if command == ["import"] {
            let planned = try await fixture.run("import", "--dry-run", "--json", path("other"))
            let joined = try planned.objects().last?["joined"] as? String
            #expect(joined == "1", "\(planned)")
        }
        let outcome = try await fixture.run(command + [path("other")])
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try await captions() == ["Lake"], "\(outcome)")
        let left = try FileManager.default.contentsOfDirectory(atPath: path("other"))
        #expect(left.isEmpty == command.contains("--move"), "\(left)")
        let check = try await fixture.run("check")
        #expect(check.code == 0, "\(check)")
    }

    @Test func `a sidecar that comes later, or is changed, finds the photo as well`() async throws {
        try fixture.write(picture: "other/copy.jpg", seed: 1)
        try await fixture.run("import", path("other"))
        for caption in ["Lake", "Pond"] {
            try fixture.write("other/copy.jpg.xmp", Self.sidecar(caption))
            let outcome = try await fixture.run("import", path("other"))
            #expect(outcome.code == 0, "\(outcome)")
            #expect(try await captions() == [caption], "\(outcome)")
        }
        let again = try await fixture.run("import", "--json", path("other")).objects().last
        #expect(again?["unchanged"] as? String == "2", "\(again ?? [:])")
    }

    @Test(arguments: [false, true])
    func `a sidecar of a second file with the bytes of a new photo is its`(
        _ isDryRun: Bool
    ) async throws {
        try fixture.write(picture: "new/a.jpg", seed: 2)
        try fixture.write(picture: "new/b.jpg", seed: 2)
        try fixture.write("new/b.jpg.xmp", Self.sidecar("Lake"))
        let options = isDryRun ? ["--dry-run"] : []
        let outcome = try await fixture.run(["import", "--json", path("new")] + options)
        let counts = try outcome.objects().last
        #expect(counts?["imported"] as? String == "1", "\(outcome)")
        #expect(counts?["joined"] as? String == "1", "\(outcome)")
        if !isDryRun { #expect(try await captions().contains("Lake"), "\(outcome)") }
    }

    @Test func `a sidecar without a picture stays where it is`() async throws {
        try fixture.write("other/copy.xmp", Self.sidecar("Lake"))
        let outcome = try await fixture.run("import", "--move", path("other"))
        #expect(FileManager.default.fileExists(atPath: path("other/copy.xmp")), "\(outcome)")
        #expect(try await !captions().contains("Lake"), "\(outcome)")
    }
}
