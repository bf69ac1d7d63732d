import Foundation
import TestPermits
import Testing

/// What `photokit export --delete-removed` says of files that stay.
@Suite(.permit) struct ExportRemovalCommandTests {
    @Test
    func `a file of a deleted photo that somebody changed stays, with what to do and exit code 1`()
        async throws
    {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        let target = fixture.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let foreign = target.appendingPathComponent("3.jpg")
        try FileManager.default.copyItem(
            at: fixture.source.appendingPathComponent("3.jpg"),
            to: foreign
        )
        try await fixture.run("export", "--all", "--to", target.path)
        try await fixture.run("delete", "1.jpg", "2.jpg", "3.jpg")
        let changed = target.appendingPathComponent("1.jpg")
        try Data("somebody's work".utf8).write(to: changed)
        let export = ["export", "--all", "--to", target.path]

        let before = try await fixture.run(export)
        #expect(before.code == 0)
        #expect(
            before.output.contains("except those that another program wrote or changed"),
            "\(before)"
        )
        for removed in [1, 0] {
            let outcome = try await fixture.run(export + ["--delete-removed"])
            #expect(outcome.code == 1, "\(outcome)")
            #expect(!outcome.output.contains("--delete-removed"), "\(outcome)")
            #expect(outcome.output.contains("2 kept"), "\(outcome)")
            #expect(outcome.lines.count { $0.hasPrefix("removed  ") } == removed, "\(outcome)")
            #expect(
                outcome.complaints.contains(
                    "1.jpg: The library has deleted its photo, version or album, but another program changed the file since it was exported, so it stays. If nobody needs it, remove it yourself."
                ),
                "\(outcome)"
            )
            #expect(outcome.complaints.contains("3.jpg: "), "\(outcome)")
            #expect(outcome.complaints.contains("but no export wrote the file"), "\(outcome)")
        }
        #expect(try Data(contentsOf: changed) == Data("somebody's work".utf8))
        #expect(FileManager.default.fileExists(atPath: foreign.path))
        #expect(
            !FileManager.default.fileExists(atPath: target.appendingPathComponent("2.jpg").path)
        )
        try FileManager.default.removeItem(at: changed)
        try FileManager.default.removeItem(at: foreign)
        #expect(try await fixture.run(export + ["--delete-removed"]).code == 0)
        let last = try await fixture.run(export + ["--delete-removed"])
        #expect(last.code == 0 && !last.output.contains("removed"), "\(last)")
    }

    @Test func `folders of albums that were deleted or renamed are named without --albums, too`()
        async throws
    {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        for (album, photo) in [("Gone", "1.jpg"), ("Before", "2.jpg"), ("Stays", "3.jpg")] {
            try await fixture.run("album", "create", album)
            try await fixture.run("album", "add", album, photo)
        }
        let target = fixture.folder.appendingPathComponent("out")
        let export = ["export", "--all", "--to", target.path]
        try #require(try await fixture.run(export + ["--albums", "copies"]).code == 0)
        try #require(try await fixture.run("album", "delete", "Gone").code == 0)
        try #require(try await fixture.run("album", "rename", "Before", "After").code == 0)
        func outdated(_ word: String, _ options: String...) async throws -> [String] {
            let outcome = try await fixture.run(export + options)
            #expect(outcome.code == 0, "\(outcome)")
            return outcome.lines.filter { $0.hasPrefix(word) }
        }
        for _ in 1...2 {
            let named = try await outdated("deleted")
            #expect(named.count == 2, "\(named)")
            for path in ["Albums/Gone/1.jpg", "Albums/Before/2.jpg"] {
                #expect(named.contains { $0.hasSuffix(path) }, "\(named)")
            }
        }
        #expect(try await outdated("removed", "--delete-removed").count == 2)
        let albums = target.appendingPathComponent("Albums").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: albums) == ["Stays"])
        #expect(try await outdated("deleted").isEmpty)
    }
}
