import Foundation
import TestPermits
import Testing

/// What remotes have of sources that were forgotten comes back, and what they lack is named.
@Suite(.permit) struct ForgottenRestoreCommandTests {
    let fixture: ProgramFixture
    let disk: URL

    init() async throws {
        fixture = try await ProgramFixture()
        disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        for seed in 1...2 { try fixture.write(picture: "sent/\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("source", "add", folder("sent"))
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        try await fixture.run("remote", "sync")
    }

    private func folder(_ name: String) -> String {
        fixture.source.appendingPathComponent(name).path
    }

    private func forgetSource(_ name: String) async throws {
        let forget = try await fixture.run(
            "source",
            "forget",
            folder(name),
            "--assets",
            "keep-offline"
        )
        #expect(forget.code == 0, "\(forget)")
    }

    /// Runs a command in another library.
    private func run(in library: String, _ arguments: String...) async throws -> ProgramOutcome {
        try await fixture.run(["--library", library] + arguments)
    }

    @Test func `a rebuilt library has the files that were sent, and names others`() async throws {
        try fixture.write(picture: "unsent/3.jpg", seed: 3)
        try await fixture.run("source", "add", folder("unsent"))
        for name in ["sent", "unsent"] { try await forgetSource(name) }
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.output.contains("Not in the remotes: 1 file stays"), "\(sync)")
        let status = try await fixture.run("remote", "status")
        #expect(status.output.contains("every file that the library can reach"), "\(status)")
        #expect(status.output.contains(": 2 files ("), "\(status)")
        let json = try #require(try await fixture.run("remote", "status", "--json").objects().first)
        #expect(json["forgottenFiles"] as? String == "1", "\(json)")

        let back = fixture.folder.appendingPathComponent("Back.photolib").path
        let restore = try await fixture.run("remote", "restore", disk.path, back)
        #expect(restore.code == 0 && restore.output.hasPrefix("Restored 2 files"), "\(restore)")
        #expect(
            restore.output.contains("Not in the remote: 1 file of a forgotten source: 3.jpg."),
            "\(restore)"
        )
        let check = try await run(in: back, "check", "--read")
        #expect(check.code == 0, "\(check)")
        #expect(check.output.contains("1 file stays in folders"), "\(check)")
        let out = fixture.folder.appendingPathComponent("out").path
        #expect(try await run(in: back, "export", "1.jpg", "2.jpg", "--to", out).code == 0)
    }

    @Test func `a rebuilding names the files that the remote has lost`() async throws {
        try await forgetSource("sent")
        try await fixture.run("remote", "sync")
        let objects = disk.appendingPathComponent("originals")
        try FileManager.default.removeItem(at: objects)
        try FileManager.default.createDirectory(at: objects, withIntermediateDirectories: true)
        let back = fixture.folder.appendingPathComponent("Back.photolib").path
        let restore = try await fixture.run("remote", "restore", disk.path, back)
        #expect(restore.code == 1, "\(restore)")
        for name in ["1.jpg", "2.jpg"] {
            #expect(restore.complaints.contains("The file \(name) of asset"), "\(restore)")
        }
    }

    @Test func `a copy that adopts the remote fetches them`() async throws {
        try await forgetSource("sent")
        try await fixture.run("remote", "sync")
        let copy = fixture.folder.appendingPathComponent("Copy.photolib").path
        try await fixture.run("backup", copy)
        let adopt = try await run(in: copy, "remote", "adopt", "disk", "--as-library")
        #expect(adopt.code == 0, "\(adopt)")
        for command in ["status", "sync"] {
            let outcome = try await run(in: copy, "remote", command)
            #expect(outcome.code == 0, "\(outcome)")
            #expect(!outcome.output.contains("Not in the remotes"), "\(outcome)")
        }
        let show = try await run(in: copy, "show", "1.jpg")
        #expect(show.output.contains("\"photokit remote fetch\" brings it"), "\(show)")
        let fetch = try await run(in: copy, "remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("2 files fetched"), "\(fetch)")
        #expect(try await run(in: copy, "check", "--read").code == 0)
    }

    @Test func `a remote that lacks what another one has does not have everything`() async throws {
        try await forgetSource("sent")
        let other = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", other.path, "--name", "other")
        let sentence = "Not in other, but in another remote: 2 files of forgotten sources"
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.code == 0 && sync.output.contains(sentence), "\(sync)")
        let before = try await fixture.run("remote", "status", "other")
        #expect(before.output.contains(sentence), "\(before)")
        #expect(!before.output.contains("has everything"), "\(before)")
        let disk = try await fixture.run("remote", "status", "disk")
        #expect(disk.output.contains("has everything"), "\(disk)")
        #expect(!disk.output.contains("Not in"), "\(disk)")
        try await fixture.run("remote", "fetch", "--all")
        try await fixture.run("remote", "sync")
        let after = try await fixture.run("remote", "status", "other")
        #expect(after.output.contains("has everything"), "\(after)")
    }

    @Test func `a remote that alone has them names them when it is forgotten, and has them again`()
        async throws
    {
        try await forgetSource("sent")
        let forget = try await fixture.run("remote", "forget", "disk")
        #expect(
            forget.complaints.contains("No remote of the library has 2 files of forgotten sources"),
            "\(forget)"
        )
        #expect(forget.complaints.contains("1.jpg, 2.jpg"), "\(forget)")
        let added = try await fixture.run("remote", "add", disk.path, "--name", "disk")
        #expect(added.complaints.contains("The remote lists 2 files"), "\(added)")
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("2 files fetched"), "\(fetch)")
    }

    @Test func `a fetch that finds nothing names what stays in their folders`() async throws {
        try await fixture.run("remote", "forget", "disk")
        try await forgetSource("sent")
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.complaints.contains("Nothing is known to be in remotes alone."), "\(fetch)")
        #expect(fetch.complaints.contains("2 files stay in folders"), "\(fetch)")
    }
}
