import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// `photokit remote` as people use it, with a folder as the remote.
@Suite(.permit) struct RemoteCommandTests {
    let fixture: ProgramFixture
    let remote: URL

    init() async throws {
        fixture = try await ProgramFixture()
        remote = fixture.folder.appendingPathComponent("disk/photos", isDirectory: true)
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        for seed in 1...6 { try fixture.write(picture: "IMG_\(seed).JPG", seed: UInt8(seed)) }
        let outcome = try await fixture.run("import", "--no-previews", fixture.source.path)
        try #require(outcome.code == 0, "\(outcome)")
    }

    /// The bytes of every file below a folder, by path.
    private func contents(_ folder: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            contents[path] = try? Data(contentsOf: folder.appendingPathComponent(path))
        }
        return contents
    }

    @Test func `a sidecar that a photo keeps belongs to the library, also in an adopted remote`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write("a.jpg.xmp", Array("no sidecar".utf8))
        try await fixture.run("import", fixture.source.path)
        let disk = fixture.folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", disk.path, "--name", "disk")
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.output.contains("sent 2 files ("), "\(sync)")
        let adopted = try await fixture.run("remote", "adopt", "disk", "--older")
        #expect(adopted.code == 0, "\(adopted)")
        let check = try await fixture.run("remote", "check", "disk", "--json").objects()
        #expect(check.last?["orphans"] as? String == "0", "\(check)")
        #expect(check.last?["unprovedFiles"] as? String == "2", "\(check)")
    }

    @Test func `the status names commands that work, whatever the names of the remotes are`()
        async throws
    {
        let other = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", remote.path, "--name=-disk")
        let one = try await fixture.run("remote", "status")
        #expect(one.lines.last?.contains("photokit remote check -- '-disk'\"") == true, "\(one)")
        try await fixture.run("remote", "sync")
        #expect(try await fixture.run("remote", "check", "--", "-disk").code == 0)
        try await fixture.run("remote", "add", other.path, "--name", "other")
        let two = try await fixture.run("remote", "status")
        #expect(two.lines.suffix(2).joined().contains("photokit remote check other\""), "\(two)")
    }

    @Test func `a backup that is newer than the remote is not replaced by it`() async throws {
        try await fixture.run("remote", "add", remote.path)
        #expect(try await fixture.run("remote", "sync").code == 0)
        let backup = fixture.folder.appendingPathComponent("Copy.photolib")
        #expect(try await fixture.run("backup", backup.path).code == 0)
        // The remote knows all that the backup has.
        let same = try await fixture.run("remote", "restore", remote.path, backup.path)
        #expect(same.code == 0, "\(same)")
        for seed in 7...9 { try fixture.write(picture: "IMG_\(seed).JPG", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        #expect(try await fixture.run("backup", backup.path).code == 0)
        let before = try contents(backup)
        let refused = try await fixture.run("remote", "restore", remote.path, backup.path)
        #expect(refused.code == 1, "\(refused)")
        #expect(
            refused.complaints.contains("changes that the restored state does not know"),
            "\(refused)"
        )
        #expect(refused.complaints.contains("another folder"))
        #expect(try contents(backup) == before)
        #expect(try await fixture.run("remote", "sync").code == 0)
        #expect(try await fixture.run("remote", "restore", remote.path, backup.path).code == 0)
        #expect(
            try contents(backup.appendingPathComponent("originals"))
                == before.filter { $0.key.hasPrefix("originals/") }
                .reduce(into: [:]) { $0[String($1.key.dropFirst(10))] = $1.value }
        )
    }

    @Test func `a restoration keeps files of sources that only the backup has`() async throws {
        let cards = fixture.folder.appendingPathComponent("cards", isDirectory: true)
        try FileManager.default.createDirectory(at: cards, withIntermediateDirectories: true)
        let card = cards.appendingPathComponent("CARD.JPG")
        try Data(TestJPEG(seed: 50).data()).write(to: card)
        #expect(try await fixture.run("source", "add", cards.path).code == 0)
        try await fixture.run("remote", "add", remote.path)
        #expect(try await fixture.run("remote", "sync").code == 0)
        let backup = fixture.folder.appendingPathComponent("Copy.photolib")
        #expect(try await fixture.run("backup", backup.path, "--with-sources").code == 0)
        let before = try contents(backup.appendingPathComponent("originals"))
        #expect(before.values.contains(try Data(contentsOf: card)))
        let restored = try await fixture.run("remote", "restore", remote.path, backup.path)
        #expect(restored.code == 0, "\(restored)")
        #expect(try contents(backup.appendingPathComponent("originals")) == before)
        let check = try await fixture.run("--library", backup.path, "check", "--read")
        #expect(check.code == 0, "\(check)")
    }

    @Test func `a folder that is no place for a library is wrong input`() async throws {
        try await fixture.run("remote", "add", remote.path)
        #expect(try await fixture.run("remote", "sync").code == 0)
        let file = fixture.source.appendingPathComponent("IMG_1.JPG").path
        for (folder, sentence) in [
            (fixture.source.path, "a folder with other things in it"),
            (fixture.library.path, "a library that has been used"),
            (file + "/deep/Back.photolib", "Check the path"),
        ] {
            let outcome = try await fixture.run("remote", "restore", remote.path, folder)
            #expect(outcome.code == 2, "\(outcome)")
            #expect(outcome.complaints.contains(sentence), "\(outcome)")
        }
    }

    @Test func `a library goes to a folder, and comes back from it`() async throws {
        let added = try await fixture.run("remote", "add", remote.path)
        #expect(added.code == 0, "\(added)")
        #expect(added.complaints.contains("same file system"))
        #expect(try await fixture.run("remote", "status", "--at-least", "1").code == 1)
        let first = try await fixture.run("remote", "sync")
        #expect(first.code == 0, "\(first)")
        #expect(first.output.hasPrefix("photos: sent 6 files ("))
        let second = try await fixture.run("remote", "sync", "--json").objects()
        #expect(second.first?["sentFiles"] as? String == "0")
        #expect(second.first?["event"] as? String == "synced")
        #expect(try await fixture.run("remote", "status", "--at-least", "1").code == 0)
        let check = try await fixture.run("remote", "check", "photos", "--read")
        #expect(check.code == 0, "\(check)")

        let list = ["remote", "restore", remote.path, "--list"]
        let copies = try await fixture.run(list).output.split(separator: "\n").map(String.init)
        let objects = try await fixture.run(list + ["--json"]).objects()
        #expect(!copies.isEmpty && objects.compactMap { $0["copy"] as? String } == copies)

        let back = fixture.folder.appendingPathComponent("Back.photolib")
        let restored = try await fixture.run("remote", "restore", remote.path, back.path)
        #expect(restored.code == 0, "\(restored)")
        #expect(restored.output.hasPrefix("Restored 6 files ("))
        #expect(
            try contents(back.appendingPathComponent("originals"))
                == contents(fixture.library.appendingPathComponent("originals"))
        )
        let checked = try await fixture.run("--library", back.path, "check", "--read")
        #expect(checked.code == 0, "\(checked)")
        // The copy sends nothing before it takes the remote over.
        try await fixture.run("--library", back.path, "album", "create", "New")
        let before = try contents(remote)
        let refused = try await fixture.run("--library", back.path, "remote", "sync")
        #expect(refused.code == 8)
        #expect(refused.complaints.contains("\(back.path) remote adopt photos"))
        #expect(try contents(remote) == before)
        #expect(
            try await fixture.run("--library", back.path, "remote", "adopt", "photos").code == 0
        )
        #expect(try await fixture.run("--library", back.path, "remote", "sync").code == 0)
        #expect(try await fixture.run("remote", "sync").code == 8)
    }

    @Test func `damage in the remote is found and mended`() async throws {
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "sync")
        let names = try contents(remote).keys.filter {
            $0.hasPrefix("originals/") && $0.utf8.count > 20
        }.sorted()
        let damaged = remote.appendingPathComponent(try #require(names.first))
        chmod(damaged.path, 0o644)
        var bytes = try Data(contentsOf: damaged)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: damaged)
        #expect(try await fixture.run("remote", "check", "disk").code == 0)
        let check = try await fixture.run("remote", "check", "disk", "--read")
        #expect(check.code == 1)
        #expect(check.complaints.contains("1 file is lost there"))
        // A file with its old size does not count as one that is there.
        for arguments in [["remote", "check", "disk"], ["remote", "check", "disk", "--read"]] {
            let known = try await fixture.run(arguments)
            #expect(known.code == 1, "\(known)")
            #expect(known.complaints.contains("1 file of the library is not there."), "\(known)")
            #expect(!known.output.contains("not read back yet"), "\(known)")
        }
        #expect(try await fixture.run("remote", "sync", "disk").code == 0)
        #expect(try await fixture.run("remote", "check", "disk", "--read").code == 0)
    }

    /// Returns a picture of 100 KB, most of which is in comments.
    private func largePicture(_ seed: UInt8) -> [UInt8] {
        let picture = TestJPEG(width: 640, height: 480, seed: seed).data()
        let comment = [0xFF, 0xFE, 0xC3, 0x52] + [UInt8](repeating: 0x20, count: 50_000)
        return picture.prefix(2) + comment + comment + picture.dropFirst(2)
    }

    @Test func `a library is larger than its disk`() async throws {
        for seed in 1...4 { try fixture.write("BIG_\(seed).JPG", largePicture(UInt8(40 + seed))) }
        try await fixture.run("import", fixture.source.path)
        #expect(try await fixture.run("remote", "space", "--copies", "2").code == 2)
        let rule = try await fixture.run("remote", "space", "150k")
        #expect(rule.complaints.contains("0 remotes"))
        #expect(rule.output.contains("Rule: at most 150 kB"))
        let early = try await fixture.run("remote", "space", "--now")
        #expect(early.output.contains("0 files (0 B) left this disk."), "\(early)")
        #expect(early.complaints.contains("has 0 remotes, and the rule asks for 1"))
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        let list = try await fixture.run("ls", "--json").objects()
        let names = list.compactMap { $0["identifier"] as? String }
        let big = try await fixture.run("ls", "--search", "BIG_1", "--json").objects()
        let kept = try #require(big.first?["identifier"] as? String)
        #expect(try await fixture.run("remote", "pin", kept).code == 0)
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.output.contains("let 3 files ("), "\(sync)")
        let use = try #require(try await fixture.run("remote", "space", "--json").objects().first)
        #expect(use["elsewhereFiles"] as? String == "3", "\(use)")
        #expect(use["pinnedFiles"] as? String == "1")
        #expect(try await fixture.run("show", kept).output.contains("in remotes alone") == false)
        let ruled = try await fixture.run("remote", "space").output
        #expect(ruled.contains("gave it back within the last "), "\(ruled)")
        let check = try await fixture.run("check", "--read")
        #expect(check.code == 0, "\(check)")
        #expect(check.output.contains("3 files are in remotes alone"))
        #expect(try await fixture.run("remote", "forget", "disk").code == 1)
        let backup = try await fixture.run("backup", fixture.folder.path + "/Copy.photolib")
        #expect(backup.output.contains("Not in the copy: 3 files"))
        // An export fetches what it needs.
        let export = try await fixture.run("export", "--all", "--to", fixture.folder.path + "/out")
        #expect(export.code == 0, "\(export)")
        #expect(
            try await fixture.run("remote", "fetch", "--all").output.hasPrefix("0 files fetched")
        )
        #expect(try await fixture.run("remote", "space", "--keep-all").code == 0)
        #expect(try await fixture.run("remote", "forget", "disk").code == 0)
        #expect(names.count == 10)
    }

    @Test func `originals in a remote that is away are named, and nothing is lost`() async throws {
        try fixture.write("BIG.JPG", largePicture(77))
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "space", "0")
        try await fixture.run("remote", "sync")
        let list = try await fixture.run("ls", "--search", "BIG", "--json").objects()
        let identifier = try #require(list.first?["identifier"] as? String)
        #expect(try await fixture.run("show", identifier).output.contains("in remotes alone"))
        let away = remote.deletingLastPathComponent().appendingPathComponent("away")
        try FileManager.default.moveItem(at: remote, to: away)
        let failed = try await fixture.run("remote", "fetch", identifier)
        #expect(failed.code == 8, "\(failed)")
        #expect(failed.complaints.contains("Connect its disk"))
        let target = fixture.folder.path + "/out"
        #expect(try await fixture.run("export", identifier, "--to", target).code == 1)
        #expect(try await fixture.run("thumb", identifier, "--to", target).code == 0)
        try FileManager.default.moveItem(at: away, to: remote)
        #expect(try await fixture.run("export", identifier, "--to", target).code == 0)
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `a remote that is gone for good is forgotten with what it had`() async throws {
        for number in 1...12 {
            try fixture.write("BIG\(number).JPG", largePicture(UInt8(100 + number)))
        }
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "space", "0")
        try await fixture.run("remote", "sync")
        let shown = try await fixture.run("remote", "forget", "disk", "--lost")
        #expect(shown.code == 1 && shown.complaints.contains("fetch --all"), "\(shown)")
        try FileManager.default.removeItem(at: remote)
        let refused = try await fixture.run("remote", "forget", "disk")
        #expect(refused.code == 1 && refused.complaints.contains("--lost"), "\(refused)")
        let forgotten = try await fixture.run("remote", "forget", "disk", "--lost", "--yes")
        #expect(forgotten.code == 0, "\(forgotten)")
        #expect(forgotten.complaints.contains("disk cannot be asked"), "\(forgotten)")
        #expect(forgotten.complaints.contains("Given up: 12 files ("), "\(forgotten)")
        #expect(forgotten.complaints.contains(" and 2 more."), "\(forgotten)")
        #expect(try await fixture.run("check").code != 0)
        try await fixture.run("import", fixture.source.path)
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `bad input gets a sentence, and changes nothing`() async throws {
        let full = fixture.folder.appendingPathComponent("full", isDirectory: true)
        try FileManager.default.createDirectory(at: full, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: full.appendingPathComponent("letter.txt"))
        let cases: [([String], Int32, String)] = [
            (["remote", "add", full.path], 2, "has other files"),
            (
                ["remote", "add", "/nonexistent/folder"], 2,
                "There is no folder /nonexistent/folder."
            ),
            (["remote", "add", fixture.library.path], 2, "lies in the photo library"),
            (["remote", "add", fixture.folder.path], 2, "holds the library itself"),
            (["remote", "add", "ftp://host/x"], 2, "not a kind of remote"),
            (["remote", "add", "https://me:word@host/x"], 2, "must contain no keys"),
            (["remote", "add", remote.path, "--rate", "fast"], 2, "--rate is a number"),
            (["remote", "sync"], 2, "has no remotes"),
            (["remote", "sync", "cloud"], 2, "has no remotes"),
            (["remote", "forget", "cloud"], 2, "No remote has the name"),
            (["remote", "restore", remote.path, "/tmp/never"], 8, "no remote of a library"),
        ]
        for (arguments, code, sentence) in cases {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == code, "\(arguments): \(outcome)")
            #expect(outcome.complaints.contains(sentence), "\(arguments): \(outcome)")
        }
        #expect(try await fixture.run("remote", "list").output.contains("no remotes"))
        #expect(try contents(full).keys.sorted() == ["letter.txt"])
        #expect(try contents(remote).isEmpty)
    }

    @Test func `without its program a service is named as missing`() async throws {
        let process = fixture.process(["remote", "add", "s3://bucket/photos"])
        process.environment?["PHOTOKIT_TRANSFER"] = "/nonexistent"
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(
            decoding: try errors.fileHandleForReading.readToEnd() ?? Data(),
            as: UTF8.self
        )
        process.waitUntilExit()
        #expect(process.terminationStatus == 8)
        #expect(text.contains("photokit-transfer was not found"))
    }

    @Test func `an application with a selection uses no remotes`() async throws {
        try await fixture.run("access", "limit", "frame")
        for arguments in [
            ["remote", "list"], ["remote", "add", remote.path], ["remote", "sync"],
        ] {
            let outcome = try await fixture.run(["--as", "frame"] + arguments)
            #expect(outcome.code == 1, "\(arguments): \(outcome)")
        }
        #expect(try contents(remote).isEmpty)
    }

    /// A run that is killed anywhere is continued by the next one.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
    func `killed anywhere and run again, it is complete`() async throws {
        try await fixture.run("remote", "add", remote.path)
        var random = SeededNumbers(seed: 20_261_123)
        let calls = ["write", "renameat2", "fsync", "openat", "pread64", "mkdir", "pwrite64"]
        var killed = 0
        for point in 0..<10 {
            try await fixture.run("album", "create", "Album \(point)")
            try fixture.write(picture: "MORE_\(point).JPG", seed: UInt8(100 + point))
            try await fixture.run("import", "--no-previews", fixture.source.path)
            let call = random.pick(calls)
            let number = random.number(below: call == "openat" ? 150 : 20) + 1
            let outcome = try await fixture.run(
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                    "inject=\(call):signal=SIGKILL:when=\(number)", ProgramFixture.program.path,
                    "remote", "sync",
                ],
                program: URL(fileURLWithPath: "/usr/bin/strace")
            )
            if outcome.code != 0 { killed += 1 }
            let again = try await fixture.run("remote", "sync")
            #expect(again.code == 0, "\(again) after \(call) \(number)")
            let check = try await fixture.run("remote", "check", "photos", "--read", "--json")
            #expect(check.code == 0, "\(check) after \(call) \(number)")
            #expect(try check.objects().first?["wholeFiles"] as? String == "\(7 + point)")
        }
        #expect(killed >= 2, "\(killed) of 10 were killed")
        let back = fixture.folder.appendingPathComponent("Back.photolib")
        #expect(try await fixture.run("remote", "restore", remote.path, back.path).code == 0)
        #expect(try await fixture.run("--library", back.path, "check", "--read").code == 0)
    }
}
