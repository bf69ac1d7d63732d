import Foundation
import TestPermits
import Testing

/// Which commands find a photo in Recently Deleted by its name.
@Suite(.permit) struct DeletedNameCommandTests {
    @Test func `commands that read refuse the name of a deleted photo, and say how to restore it`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "lake 1.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("delete", "lake 1.jpg")
        let out = fixture.folder.appendingPathComponent("out").path
        for command in [
            ["export", "lake 1.jpg", "--to", out],
            ["export", "lake 1.jpg", "--to", out, "--dry-run"],
            ["thumb", "lake 1.jpg", "--to", out],
            ["contact-sheet", "lake 1.jpg", "--to", out + "/sheet.jpg"],
            ["duplicates", "ignore", "lake 1.jpg", "b.jpg"],
            ["access", "select", "frame", "lake 1.jpg"],
            ["favorite", "lake 1.jpg"],
        ] {
            let outcome = try await fixture.run(command)
            #expect(outcome.code == 2, "\(command): \(outcome)")
            #expect(
                outcome.complaints.contains(
                    "lake 1.jpg is in Recently Deleted. Restore it first with \"photokit restore 'lake 1.jpg'\"."
                ),
                "\(command): \(outcome)"
            )
        }
        // Who deletes again wants the photo gone.
        let again = try await fixture.run("delete", "lake 1.jpg")
        #expect(again.code == 2, "\(again)")
        #expect(
            again.complaints.contains(
                "lake 1.jpg is in Recently Deleted. \"photokit purge 'lake 1.jpg'\" deletes it for good, and \"photokit restore 'lake 1.jpg'\" brings it back."
            ),
            "\(again)"
        )
        for command in ["restore", "purge"] {
            let outcome = try await fixture.run(command, "b.jpg")
            #expect(outcome.code == 2, "\(outcome)")
            #expect(
                outcome.complaints.contains("b.jpg is not in Recently Deleted. "),
                "\(outcome)"
            )
        }
        #expect(!FileManager.default.fileExists(atPath: out + "/lake 1.jpg"))
        #expect(try await fixture.run("show", "lake 1.jpg").output.contains("Deleted"))
        let dry = try await fixture.run("export", "--all", "--deleted", "--dry-run", "--to", out)
        #expect(dry.output.contains("lake 1.jpg") && dry.output.contains("2 photos"), "\(dry)")
        let export = try await fixture.run("export", "lake 1.jpg", "--deleted", "--to", out)
        #expect(export.code == 0, "\(export)")
        #expect(FileManager.default.fileExists(atPath: out + "/lake 1.jpg"))
        #expect(try await fixture.run("restore", "lake 1.jpg").code == 0)
        #expect(try await fixture.run("thumb", "lake 1.jpg", "--to", out).code == 0)
    }
}
