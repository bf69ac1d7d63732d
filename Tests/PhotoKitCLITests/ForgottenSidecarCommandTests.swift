import Foundation
import TestPermits
import Testing

/// The settings files beside photos whose source is gone or was forgotten.
@Suite(.permit) struct ForgottenSidecarCommandTests {
    let fixture: ProgramFixture
    let photos: URL
    let disk: URL

    init() async throws {
        fixture = try await ProgramFixture()
        photos = fixture.source.appendingPathComponent("photos", isDirectory: true)
        disk = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        for seed in 1...2 { try fixture.write(picture: "photos/\(seed).jpg", seed: UInt8(seed)) }
        try fixture.write("photos/1.jpg.pp3", Array("settings".utf8))
        try await fixture.run("source", "add", photos.path)
        try await fixture.run("remote", "add", disk.path, "--name", "disk", "--with-sources")
        try await fixture.run("remote", "sync")
    }

    /// Exports the photo, and returns its settings.
    private func exportedSettings() async throws -> String? {
        let out = fixture.folder.appendingPathComponent("out-\(UUID().uuidString)")
        let export = try await fixture.run("export", "1.jpg", "--to", out.path)
        #expect(export.code == 0, "\(export)")
        return try? String(contentsOf: out.appendingPathComponent("1.jpg.pp3"), encoding: .utf8)
    }

    @Test func `settings come with the photo that a remote gives back`() async throws {
        for name in ["1.jpg", "1.jpg.pp3"] {
            try FileManager.default.removeItem(at: photos.appendingPathComponent(name))
        }
        try await fixture.run("source", "sweep")
        let fetch = try await fixture.run("remote", "fetch", "1.jpg")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("2 files fetched"), "\(fetch)")
        try await fixture.run("source", "sweep")
        #expect(try await exportedSettings() == "settings")
        let status = try await fixture.run("remote", "status")
        #expect(!status.output.contains("not needed any more"), "\(status)")
    }

    @Test(arguments: [false, true])
    func `settings stay with the photos of a forgotten source`(isAway: Bool) async throws {
        if isAway { try FileManager.default.removeItem(at: photos) }
        let forget = try await fixture.run(
            "source",
            "forget",
            photos.path,
            "--assets",
            "keep-offline"
        )
        #expect(forget.code == 0, "\(forget)")
        #expect(forget.output.contains("keeps 1 sidecar or settings file"), "\(forget)")
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("2 files fetched"), "\(fetch)")
        #expect(try await exportedSettings() == "settings")
        try await fixture.run("remote", "sync")
        let status = try await fixture.run("remote", "status")
        #expect(!status.output.contains("not needed any more"), "\(status)")
        let check = try await fixture.run("check", "--read")
        #expect(check.output.hasPrefix("Nothing found: "), "\(check)")
    }

    @Test func `settings that only a silent remote has stay there, and come back`() async throws {
        let away = fixture.folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: disk, to: away)
        try FileManager.default.removeItem(at: photos)
        let forget = try await fixture.run(
            "source",
            "forget",
            photos.path,
            "--assets",
            "keep-offline"
        )
        #expect(forget.output.contains("exports lack it"), "\(forget)")
        #expect(forget.output.contains("1.jpg.pp3"), "\(forget)")
        #expect(forget.output.contains("\"photokit check --repair\" brings it back"), "\(forget)")
        try FileManager.default.moveItem(at: away, to: disk)
        // The remote would drop in 30 days what nobody needs.
        let status = try await fixture.run("remote", "status")
        #expect(!status.output.contains("no file of the library has"), "\(status)")
        let check = try await fixture.run("check")
        #expect(check.code != 0, "\(check)")
        #expect((check.output + check.complaints).contains("1.jpg.pp3"), "\(check)")
        let repair = try await fixture.run("check", "--repair")
        #expect(repair.code == 0, "\(repair)")
        #expect(try await exportedSettings() == "settings")
        #expect(try await fixture.run("check", "--read").code == 0)
        try await fixture.run("remote", "sync")
        let after = try await fixture.run("remote", "status")
        #expect(!after.output.contains("not needed any more"), "\(after)")
    }

    @Test func `settings that nobody has are named`() async throws {
        try FileManager.default.removeItem(at: photos)
        let objects = disk.appendingPathComponent("originals")
        try FileManager.default.removeItem(at: objects)
        try FileManager.default.createDirectory(at: objects, withIntermediateDirectories: true)
        let forget = try await fixture.run(
            "source",
            "forget",
            photos.path,
            "--assets",
            "keep-offline"
        )
        #expect(forget.output.contains("1.jpg.pp3: exports lack it"), "\(forget)")
        #expect(!forget.output.contains("check --repair"), "\(forget)")
        let status = try await fixture.run("remote", "status")
        #expect(status.output.contains("no file of the library has its bytes"), "\(status)")
    }
}
