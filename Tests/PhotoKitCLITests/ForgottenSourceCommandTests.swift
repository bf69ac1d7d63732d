import Foundation
import PhotosStore
import TestPermits
import Testing

/// What commands say of photos whose files stay in a folder that is no longer a source.
@Suite(.permit) struct ForgottenSourceCommandTests {
    @Test func `every command says the same of a photo whose source was forgotten`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        let forgotten = try await fixture.run("source", "forget", path, "--assets", "delete")
        #expect(forgotten.output.contains("run \"photokit source add \(path)\""), "\(forgotten)")
        try await fixture.run("restore", "a.jpg")

        let out = fixture.folder.appendingPathComponent("out").path
        let export = try await fixture.run("export", "a.jpg", "--to", out)
        #expect(export.code == 1)
        #expect(
            export.complaints.contains(
                "a.jpg is offline: it stays in a folder that is no longer a source of the library."
            ),
            "\(export)"
        )
        #expect(export.complaints.contains("\"photokit source add\""), "\(export)")
        let sentence =
            "1 file stays in folders that are no longer sources of the library: a.jpg. \"photokit source add FOLDER\""
        let check = try await fixture.run("check")
        #expect(check.code == 0)
        #expect(check.output.contains(sentence), "\(check)")
        let json = try await fixture.run("check", "--json").output
        #expect(json.contains("\"filename\":\"a.jpg\""), "\(json)")
        let show = try await fixture.run("show", "a.jpg").output
        #expect(show.contains("its file stays in a folder that is no longer a source"), "\(show)")
        let disk = fixture.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path)
        for command in [["remote", "sync"], ["remote", "status"]] {
            let outcome = try await fixture.run(command)
            #expect(outcome.output.contains("Not in the remotes: \(sentence)"), "\(outcome)")
        }
        let fetch = try await fixture.run("remote", "fetch", "a.jpg")
        #expect(fetch.complaints.contains(sentence), "\(fetch)")
        let backup = try await fixture.run("backup", fixture.folder.path + "/Copy.photolib")
        #expect(
            backup.output.contains("stay in folders that are no longer sources of the library"),
            "\(backup)"
        )

        let added = try await fixture.run("source", "add", path)
        #expect(added.output.contains("1 returned"), "\(added)")
        #expect(try await fixture.run("export", "a.jpg", "--to", out).code == 0)
        #expect(try await !fixture.run("check").output.contains("no longer sources"))
    }

    @Test func `a file that a remote has of a forgotten source is in the remotes, and is fetched`()
        async throws
    {
        let fixture = try await ProgramFixture()
        for seed in UInt8(1)...2 { try fixture.write(picture: "\(seed).jpg", seed: seed) }
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        let disk = fixture.folder.appendingPathComponent("disk")
        let away = fixture.folder.appendingPathComponent("away")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--with-sources")
        try await fixture.run("remote", "sync")
        try await fixture.run("source", "forget", path, "--assets", "keep-offline")

        for command in [["remote", "sync"], ["remote", "status"]] {
            let outcome = try await fixture.run(command)
            #expect(!outcome.output.contains("Not in the remotes"), "\(outcome)")
        }
        let check = try await fixture.run("check")
        #expect(check.output.contains("Remotes have them: \"photokit remote fetch\""), "\(check)")
        let dry = try await fixture.run("remote", "fetch", "1.jpg", "--dry-run")
        #expect(dry.output.contains("1 photo would be fetched"), "\(dry)")
        try FileManager.default.moveItem(at: disk, to: away)
        let silent = try await fixture.run("remote", "fetch", "--all")
        #expect(silent.code == 8 && silent.complaints.contains("1.jpg"), "\(silent)")
        try FileManager.default.moveItem(at: away, to: disk)
        let one = try await fixture.run("remote", "fetch", "1.jpg")
        #expect(one.code == 0 && one.output.hasPrefix("1 file fetched"), "\(one)")
        let all = try await fixture.run("remote", "fetch", "--all")
        #expect(all.code == 0 && all.output.hasPrefix("1 file fetched"), "\(all)")
        let whole = try await fixture.run("check", "--read")
        #expect(whole.code == 0 && whole.output.contains("2 files ("), "\(whole)")
        let listed = try await fixture.run("ls", "--json").objects()
        #expect(listed.allSatisfy { $0["isOffline"] as? String == "0" }, "\(listed)")
    }

    @Test func `an import of the file gives it back`() async throws {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("source", "add", fixture.source.path)
        try await fixture.run("source", "forget", fixture.source.path, "--assets", "keep-offline")
        try await fixture.run("import", file.path)
        let check = try await fixture.run("check")
        #expect(check.code == 0 && !check.output.contains("no longer sources"), "\(check)")
        let out = fixture.folder.appendingPathComponent("out").path
        #expect(try await fixture.run("export", "a.jpg", "--to", out).code == 0)
    }

    @Test
    func
        `a photo that is restored after its source was added again has its file and is there once`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        try await fixture.run("edit", "a.jpg", "--caption", "Harbour")
        try await fixture.run("source", "forget", path, "--assets", "delete")
        try await fixture.run("source", "add", path)
        let restored = try await fixture.run("restore", "--all")
        #expect(restored.code == 0 && restored.complaints.isEmpty, "\(restored)")
        #expect(
            restored.output.contains(
                "1 photo restored. 1 photo or video that had come in again from the same file moved to Recently Deleted."
            ),
            "\(restored)"
        )
        #expect(try await fixture.run("ls", "--json").objects().count == 1)
        let show = try await fixture.run("show", "a.jpg").output
        #expect(show.contains("Harbour"), "\(show)")
        let out = fixture.folder.appendingPathComponent("out").path
        #expect(try await fixture.run("export", "a.jpg", "--to", out).code == 0)
        let check = try await fixture.run("check")
        #expect(check.code == 0 && !check.output.contains("no longer sources"), "\(check)")
        #expect(try await fixture.run("source", "sweep").output.contains("nothing new"))

        let again = try await fixture.run("restore", "--all")
        #expect(again.code == 0 && again.output == "Nothing was restored.\n", "\(again)")
        #expect(
            again.complaints.contains("1 photo or video stays in Recently Deleted")
                && again.complaints.contains("a.jpg"),
            "\(again)"
        )
        #expect(try await fixture.run("ls", "--json").objects().count == 1)
        // Both in Recently Deleted: the one with the file comes back.
        try await fixture.run("delete", "a.jpg")
        let both = try await fixture.run("restore", "--all")
        #expect(both.output.hasPrefix("1 photo restored."), "\(both)")
        let kept = try await fixture.run("show", "a.jpg").output
        #expect(kept.contains("Harbour") && !kept.contains("offline"), "\(kept)")
        // Who names it has it, too.
        let named = try await fixture.run("restore", "a.jpg")
        #expect(named.complaints.contains("\"photokit duplicates\""), "\(named)")
        #expect(try await fixture.run("ls", "--json").objects().count == 2)
    }

    @Test func `a photo that stays beside a restored one with the same file is named`() async throws
    {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        try await fixture.run("source", "forget", path, "--assets", "delete")
        try fixture.write("a.jpg.xmp", Array("no sidecar".utf8))
        try await fixture.run("import", path)
        let restored = try await fixture.run("restore", "--all")
        #expect(restored.code == 0, "\(file): \(restored)")
        #expect(
            restored.complaints.contains(
                "1 photo or video has the same file as another one in the library: a.jpg."
            ),
            "\(restored)"
        )
        #expect(try await fixture.run("ls", "--json").objects().count == 2)
    }

    @Test(arguments: [false, true])
    func `a photo is there once after each of three rounds of forgetting and adding`(
        isCaptioned: Bool
    ) async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        let first = try await fixture.run("ls", "--ids").output
        if isCaptioned { try await fixture.run("edit", "a.jpg", "--caption", "Harbour") }
        for round in 1...3 {
            try await fixture.run("source", "forget", path, "--assets", "delete")
            try await fixture.run("source", "add", path)
            let restored = try await fixture.run("restore", "--all")
            #expect(restored.code == 0, "\(round): \(restored)")
            #expect(restored.output.hasPrefix("1 photo restored."), "\(round): \(restored)")
            #expect(try await fixture.run("ls", "--ids").output == first, "\(round)")
            let check = try await fixture.run("check", "--read")
            #expect(check.output.hasPrefix("Nothing found: "), "\(round): \(check)")
            #expect(try fixture.originals().isEmpty)
        }
    }

    @Test func `photos without files are restored once, and their source gives the file back`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        // Another photo gives its file to the first one, and stays in Recently Deleted.
        try await fixture.run("source", "forget", path, "--assets", "delete")
        try await fixture.run("source", "add", path)
        try await fixture.run("restore", "--all")
        for _ in 1...2 {
            try await fixture.run("source", "forget", path, "--assets", "delete")
            try await fixture.run("restore", "--all")
            #expect(try await fixture.run("ls", "--ids").lines.count == 1)
            try await fixture.run("source", "add", path)
            #expect(try await fixture.run("ls", "--ids").lines.count == 1)
        }
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
    }

    @Test func `both photos in Recently Deleted come back as one, with the file of the other`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        let first = try await fixture.run("ls", "--ids").output
        try await fixture.run("source", "forget", path, "--assets", "delete")
        try await fixture.run("source", "add", path)
        try await fixture.run("delete", "a.jpg")
        let restored = try await fixture.run("restore", "--all")
        #expect(restored.output.hasPrefix("1 photo restored."), "\(restored)")
        #expect(restored.complaints.contains("1 photo or video stays"), "\(restored)")
        #expect(try await fixture.run("ls", "--ids").output == first)
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
    }

    @Test func `the advice for a photo whose twin is in Recently Deleted gives it its file`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        let first = try #require(
            UUID(uuidString: try await String(fixture.run("ls", "--ids").output.prefix(36)))
        )
        try await fixture.run("delete", "a.jpg")
        try await fixture.run("source", "forget", path, "--assets", "keep-offline")
        try await fixture.run("source", "add", path)
        try await fixture.run("delete", "a.jpg")
        // As PhotoKit programs restore, which look for no file.
        let library = try Library.open(fixture.library)
        try library.commits.commit(ChangeBlock([.restoreAssets([first])]))
        library.close()
        let check = try await fixture.run("check").output
        #expect(check.contains("perhaps in Recently Deleted"), "\(check)")
        let out = fixture.folder.appendingPathComponent("out").path
        let export = try await fixture.run("export", "a.jpg", "--to", out)
        for text in [check, export.complaints] {
            let advised = text.matches(of: /"photokit ([^"]+)"/).map { String($0.output.1) }
            #expect(advised == ["check --repair"], "\(text)")
        }
        #expect(try await fixture.run("check", "--repair").code == 0)
        #expect(try await fixture.run("export", "a.jpg", "--to", out).code == 0)
        #expect(try await fixture.run("check").output.hasPrefix("Nothing found: "))
        #expect(try await !fixture.run("check").output.contains("no longer sources"))
    }
}
