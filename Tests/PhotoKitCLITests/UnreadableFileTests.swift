import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// How imports and sources count files whose content cannot be read completely.
@Suite(.permit) struct UnreadableFileTests {
    @Test func `an unreadable sidecar counts as a sidecar, and is listed with its photo`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("a.xmp", Array("<x:xmpmeta".utf8))
        let imported = try await fixture.run("import", fixture.source.path)
        #expect(imported.output.contains("and 1 that belongs to a photo"), "\(imported)")
        #expect(imported.output.contains(", 1 sidecar not fully readable."), "\(imported)")
        let show = try await fixture.run("show", "a.jpg")
        #expect(show.lines.contains { $0.hasPrefix("Kept:") && $0.contains("a.xmp, 10 B") })
        let json = try #require(try await fixture.run("show", "a.jpg", "--json").lines.first)
        #expect(json.contains("\"keptFiles\":[{\"filename\":\"a.xmp\",\"bytes\":10}]"), "\(json)")

        let source = try await ProgramFixture()
        try source.write(picture: "a.jpg", seed: 1)
        try source.write("a.xmp", Array("<x:xmpmeta".utf8))
        let added = try await source.run("source", "add", source.source.path)
        #expect(added.output.contains("1 sidecar not fully readable"), "\(added)")
        #expect(!added.output.contains("refused"), "\(added)")
    }

    @Test func `a damaged picture in a source is named as an import names it`() async throws {
        let fixture = try await ProgramFixture()
        let whole = TestJPEG(width: 400, height: 300).data()
        try fixture.write("a.jpg", Array(whole.prefix(whole.count * 2 / 3)))
        let imported = try await fixture.run("import", fixture.source.path)
        #expect(imported.output.contains("1 imported file not fully readable"), "\(imported)")
        let other = try await ProgramFixture()
        try other.write("a.jpg", Array(whole.prefix(whole.count * 2 / 3)))
        let added = try await other.run("source", "add", other.source.path)
        #expect(added.output.contains("1 new, 1 not fully readable"), "\(added)")
        #expect(
            added.complaints.contains(
                "a.jpg: in the library, but not all of its content could be read."
            ),
            "\(added)"
        )
    }
}
