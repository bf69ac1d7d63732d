import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// A backup with files of a source that was forgotten since: it may have the last copies.
@Suite(.permit) struct ForgottenBackupCommandTests {
    @Test(arguments: ["keep-offline", "delete"], [["--with-sources"], []])
    func `a backup keeps files whose source was forgotten`(
        treatment: String,
        options: [String]
    ) async throws {
        let fixture = try await ProgramFixture()
        let photos = fixture.source
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        try await fixture.run("source", "add", photos.path)
        let copy = fixture.folder.appendingPathComponent("Copy.photolib")
        try await fixture.run("backup", copy.path, "--with-sources")
        try FileManager.default.removeItem(at: photos)
        let forgotten = try await fixture.run(
            ["source", "forget", photos.path, "--assets", treatment]
        )
        #expect(!forgotten.output.contains("files stay in the folder"), "\(forgotten)")
        #expect(forgotten.output.contains("The folder is missing or empty now."), "\(forgotten)")

        for _ in 1...2 {
            let backup = try await fixture.run(["backup", copy.path] + options)
            #expect(backup.code == 0, "\(backup)")
            #expect(backup.output.contains("has 3 files"), "\(backup)")
            #expect(!backup.output.contains("Not in the copy"), "\(backup)")
        }
        let check = try await fixture.run("--library", copy.path, "check", "--read")
        #expect(check.code == 0 && check.output.contains("3 files ("), "\(check)")
        let offline = try await fixture.run("--library", copy.path, "ls", "--json").objects()
        #expect(offline.allSatisfy { $0["isOffline"] as? String == "0" }, "\(offline)")

        guard treatment == "keep-offline" else { return }
        let healed = try await fixture.run("check", "--repair", "--from", copy.path)
        #expect(healed.code == 0, "\(healed)")
        #expect(healed.output.contains("Healed 3 files from"), "\(healed)")
        #expect(try await fixture.run("check", "--read").code == 0)
        let mended = try await fixture.run("ls", "--json").objects()
        #expect(mended.allSatisfy { $0["isOffline"] as? String == "0" }, "\(mended)")
    }
}
