import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Importing an export into the library that made it.
@Suite(.permit) struct OwnExportCommandTests {
    private func titles(_ fixture: ProgramFixture) async throws -> [String] {
        try await fixture.run("albums", "--json").objects()
            .filter { $0["kind"] as? String == "album" }
            .compactMap { $0["title"] as? String }
    }

    @Test func `its albums are those that are there, as they are now`() async throws {
        let fixture = try await ProgramFixture()
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("import", "--album", "Trip", fixture.source.path)
        try await fixture.run("album", "create", "Empty")
        let target = fixture.folder.appendingPathComponent("out").path
        try await fixture.run("export", "--all", "--to", target)
        try await fixture.run("album", "remove", "Trip", "1.jpg")

        let again = try await fixture.run("import", target)
        #expect(again.code == 0 && !again.output.contains("Made"), "\(again)")
        #expect(try await titles(fixture).sorted() == ["Empty", "Trip"])
        #expect(try await fixture.run("ls", "--album", "Trip", "--json").lines.count == 2)

        // A photo that is not there any more comes back with its album.
        try await fixture.run("delete", "--yes", "2.jpg")
        try await fixture.run("purge", "--yes", "2.jpg")
        #expect(try await fixture.run("ls", "--album", "Trip", "--json").lines.count == 1)
        try await fixture.run("import", target)
        #expect(try await titles(fixture).count == 2)
        #expect(try await fixture.run("ls", "--album", "Trip", "--json").lines.count == 2)
    }
}
