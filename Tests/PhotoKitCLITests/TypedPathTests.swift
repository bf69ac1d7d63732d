import Foundation
import TestPermits
import Testing

@Suite(.permit) struct TypedPathTests {
    @Test func `paths are shown as they were typed`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("a.xmp", Array("<x:xmpmeta".utf8))
        func run(_ arguments: String...) async throws -> ProgramOutcome {
            let process = fixture.process(arguments)
            process.currentDirectoryURL = fixture.folder
            return try await fixture.run(process)
        }
        let imported = try await run("import", "source/")
        #expect(imported.complaints.hasPrefix("photokit: source/a.xmp: "), "\(imported)")
        let exported = try await run("export", "--all", "--to", "out")
        #expect(exported.lines.first?.contains(" to out") == true, "\(exported)")
        let thumb = try await run("thumb", "a.jpg", "--to", "./out/small")
        #expect(thumb.output.hasPrefix("./out/small/a.jpg"), "\(thumb)")
        let added = try await run("source", "add", "source")
        #expect(added.complaints.hasPrefix("photokit: source/a.xmp: "), "\(added)")
        #expect(added.output.hasPrefix("source: checked 2 files"), "\(added)")
    }
}
