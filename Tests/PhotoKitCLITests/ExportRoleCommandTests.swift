import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// What `photokit export` says of files that photos go on without.
@Suite(.permit) struct ExportRoleCommandTests {
    @Test func `a JPEG whose photo goes on with its RAW stays, and each export says so`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let photos = fixture.source.appendingPathComponent("photos", isDirectory: true)
        try fixture.write(picture: "photos/1.jpg", seed: 1)
        try await fixture.run("source", "add", photos.path)
        let target = fixture.folder.appendingPathComponent("out")
        let export = ["export", "--all", "--to", target.path]
        #expect(try await fixture.run(export).code == 0)
        let exported = target.appendingPathComponent("1.jpg")
        let picture = try Data(contentsOf: exported)
        try fixture.write("photos/1.dng", TestDNG().data())
        try await fixture.run("source", "sweep")
        try FileManager.default.removeItem(at: photos.appendingPathComponent("1.jpg"))
        try await fixture.run("source", "sweep")
        let edit = try await fixture.run("edit", "1.jpg", "--without-missing-files")
        #expect(edit.code == 0, "\(edit)")
        for options in [[], ["--delete-removed"]] {
            let outcome = try await fixture.run(export + options)
            #expect(outcome.code == 0, "\(outcome)")
            #expect(
                outcome.complaints.contains(
                    "1.jpg: The library has no such file of the photo any more, so the export keeps it."
                ),
                "\(outcome)"
            )
            #expect(outcome.output.contains("1 that the library has no more"), "\(outcome)")
            #expect(!outcome.output.contains("deleted"), "\(outcome)")
        }
        let json = try await fixture.run(export + ["--json"]).objects()
        let named = json.filter { $0["event"] as? String == "givenUp" }
        #expect(named.map { $0["path"] as? String } == [exported.path], "\(json)")
        #expect(json.last?["givenUp"] as? String == "1", "\(json)")
        #expect(try Data(contentsOf: exported) == picture)
        let raw = target.appendingPathComponent("1.dng").path
        #expect(FileManager.default.fileExists(atPath: raw))
    }
}
