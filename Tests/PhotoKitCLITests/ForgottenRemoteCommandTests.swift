import Foundation
import Glibc
import PhotosTestSupport
import TestPermits
import Testing

/// Giving files up with a remote that does not answer, and finding them again.
@Suite(.permit) struct ForgottenRemoteCommandTests {
    let fixture: ProgramFixture
    let remote: URL
    let away: URL

    /// Makes a library of three photos, whose files are in a remote alone.
    init() async throws {
        fixture = try await ProgramFixture()
        remote = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        away = fixture.folder.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        for seed in UInt8(1)...3 {
            let tail = [UInt8](repeating: seed, count: 100_000)
            try fixture.write("BIG_\(seed).JPG", TestJPEG(seed: seed).data() + tail)
        }
        try await fixture.run("import", fixture.source.path)
        try FileManager.default.removeItem(at: fixture.source)
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "space", "0")
        let sync = try await fixture.run("remote", "sync")
        try #require(sync.output.contains("let 3 files ("), "\(sync)")
    }

    private func unplug() throws { try FileManager.default.moveItem(at: remote, to: away) }

    private func connect() throws { try FileManager.default.moveItem(at: away, to: remote) }

    @Test func `a remote that is another name of the same folder is named`() async throws {
        let link = fixture.folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: remote)
        let added = try await fixture.run("remote", "add", link.path, "--name", "twin")
        #expect(added.code == 0, "\(added)")
        try await fixture.run("remote", "sync", "twin")
        let forgotten = try await fixture.run("remote", "forget", "disk")
        #expect(forgotten.code == 0, "\(forgotten)")
        #expect(forgotten.output.contains("The remote twin ("), "\(forgotten)")
        #expect(forgotten.output.contains("Before you remove the folder"), "\(forgotten)")
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("3 files fetched"), "\(fetch)")
    }

    @Test func `files of a remote that does not answer are given up only by who agrees`()
        async throws
    {
        try unplug()
        let question = "It is not known whether 3 files of 3 photos and videos are in disk."
        let refused = try await fixture.run("remote", "forget", "disk", "--lost")
        #expect(refused.code == 2 && refused.output.isEmpty, "\(refused)")
        #expect(refused.complaints.contains("disk cannot be asked: "), "\(refused)")
        #expect(
            refused.complaints.contains("it is not known whether 3 files of 3 photos and videos"),
            "\(refused)"
        )
        #expect(refused.complaints.contains("with --yes"), "\(refused)")
        let no = try await fixture.run(["remote", "forget", "disk", "--lost"], typing: "n")
        #expect(no.code == 7 && no.complaints.contains(question), "\(no)")
        #expect(no.complaints.contains("Nothing was given up."), "\(no)")
        #expect(try await fixture.run("remote", "list").output.contains("disk"))
        #expect(try await fixture.run("remote", "forget", "disk", "--yes").code == 2)

        // Nothing was changed: the files come back with the disk.
        try connect()
        let shown = try await fixture.run("remote", "forget", "disk", "--lost", "--yes")
        #expect(shown.code == 1 && shown.complaints.contains("fetch --all"), "\(shown)")
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("3 files fetched"), "\(fetch)")
    }

    @Test func `what nobody has is asked about on a terminal alone`() async throws {
        try FileManager.default.removeItem(at: remote.appendingPathComponent("originals"))
        let forget = ["remote", "forget", "disk", "--lost"]
        let no = try await fixture.run(forget, typing: "n")
        #expect(no.code == 7, "\(no)")
        #expect(
            no.complaints.contains("Give up 3 files of 3 photos and videos that no remote has?"),
            "\(no)"
        )
        let done = try await fixture.run(forget)
        #expect(done.code == 0 && done.complaints.contains("Given up: 3 files ("), "\(done)")
    }

    @Test(arguments: [[], ["sync"], ["fetch"], ["repair"]])
    func `files that were given up are found when the folder is added again`(
        _ way: [String]
    ) async throws {
        try unplug()
        let given = try await fixture.run("remote", "forget", "disk", "--lost", "--yes")
        #expect(given.code == 0 && given.complaints.contains("Given up: 3 files ("), "\(given)")
        #expect(try await fixture.run("check").code == 1)
        try connect()
        let added = try await fixture.run("remote", "add", remote.path, "--name", "disk")
        #expect(
            added.complaints.contains(
                "The remote lists 3 files that are not on this disk. They were not read yet: "
            ),
            "\(added)"
        )
        let check = try await fixture.run("check")
        #expect(check.code == 0 && check.output.contains("3 files are in remotes"), "\(check)")
        for command in way {
            let outcome = try await fixture.run(
                command == "sync"
                    ? ["remote", "sync"]
                    : command == "fetch" ? ["remote", "fetch", "--all"] : ["check", "--repair"]
            )
            #expect(outcome.code == 0, "\(outcome)")
            if command == "fetch" {
                #expect(outcome.output.hasPrefix("3 files fetched"), "\(outcome)")
            }
        }
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0, "\(fetch)")
        let whole = try await fixture.run("check", "--read")
        #expect(whole.code == 0 && whole.output.contains("3 files ("), "\(whole)")
    }

    @Test func `an original that is missing is fetched from a remote that has it`() async throws {
        try await fixture.run("remote", "space", "--keep-all")
        try await fixture.run("remote", "fetch", "--all")
        let original = try #require(try fixture.originals().first)
        try FileManager.default.removeItem(at: original)
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("1 file fetched"), "\(fetch)")
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `a check sees that lost files are in the remote again`() async throws {
        let originals = remote.appendingPathComponent("originals")
        let kept = fixture.folder.appendingPathComponent("kept")
        try FileManager.default.moveItem(at: originals, to: kept)
        #expect(try await fixture.run("remote", "check", "disk").code == 1)
        let lost = try await fixture.run("check")
        #expect(lost.code == 1, "\(lost)")
        #expect(lost.output.contains("and no remote had it at the last look."), "\(lost)")

        try FileManager.default.moveItem(at: kept, to: originals)
        let found = try await fixture.run("check")
        #expect(found.code == 0 && found.output.contains("3 files are in remotes"), "\(found)")
        // What the remote has is not given up, whatever rows say.
        let forget = try await fixture.run("remote", "forget", "disk", "--lost", "--yes")
        #expect(forget.code == 1 && forget.complaints.contains("shows 3 files"), "\(forget)")
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 0 && fetch.output.hasPrefix("3 files fetched"), "\(fetch)")
    }

    @Test func `other bytes of the right size are no lost file`() async throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: remote.path)
            .filter { $0.hasPrefix("originals/") }.map(remote.appendingPathComponent)
        for url in paths where (try? Data(contentsOf: url)) != nil {
            var data = try Data(contentsOf: url)
            data[data.count / 2] ^= 1
            chmod(url.path, 0o644)
            try data.write(to: url)
        }
        #expect(try await fixture.run("remote", "check", "disk", "--read").code == 1)
        let check = try await fixture.run("check")
        #expect(check.code == 1 && check.output.contains("3 findings"), "\(check)")
        let forget = try await fixture.run("remote", "forget", "disk", "--lost")
        #expect(forget.code == 0 && forget.complaints.contains("Given up: 3"), "\(forget)")
    }

    @Test func `a remote that is added by another path has no object that is known to be damaged`()
        async throws
    {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: remote.path)
            .filter { $0.hasPrefix("originals/") }.map(remote.appendingPathComponent)
        let damaged = try #require(paths.first { (try? Data(contentsOf: $0)) != nil })
        var data = try Data(contentsOf: damaged)
        data[data.count / 2] ^= 1
        chmod(damaged.path, 0o644)
        try data.write(to: damaged)
        #expect(try await fixture.run("remote", "check", "disk", "--read").code == 1)
        let link = fixture.folder.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: remote)
        let added = try await fixture.run("remote", "add", link.path, "--name", "link")
        #expect(added.code == 0 && !added.complaints.contains("The remote lists"), "\(added)")
        let space = try await fixture.run("remote", "space", "--json").objects()
        #expect(space.first?["elsewhereFiles"] as? String == "2", "\(space)")
        #expect(space.first?["lostFiles"] as? String == "1", "\(space)")
    }
}
