import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Encrypted remotes as people use them, with a folder as the remote.
@Suite(.permit) struct EncryptedRemoteCommandTests {
    private let fixture: ProgramFixture
    private let remote: URL
    private let key: URL

    init() async throws {
        fixture = try await ProgramFixture()
        remote = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        key = fixture.folder.appendingPathComponent("settings/disk.key")
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        for seed in 1...4 { try fixture.write(picture: "IMG_\(seed).JPG", seed: UInt8(seed)) }
        try await fixture.run("import", "--no-previews", fixture.source.path)
        let added = try await fixture.run(
            ["remote", "add", remote.path, "--encrypt", "--key-file", key.path, "--name", "disk"]
        )
        try #require(added.code == 0, "\(added)")
        #expect(added.complaints.contains("Write down the words"))
    }

    /// Runs the program with texts on its standard input.
    private func run(typing text: String, _ arguments: [String]) async throws -> ProgramOutcome {
        let file = fixture.folder.appendingPathComponent("typed")
        try Data(text.utf8).write(to: file)
        return try await fixture.run(
            ["-c", "exec \"$0\" \"$@\" < '\(file.path)'", ProgramFixture.program.path] + arguments,
            program: URL(fileURLWithPath: "/bin/sh")
        )
    }

    private func contents(_ folder: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            contents[path] = try? Data(contentsOf: folder.appendingPathComponent(path))
        }
        return contents
    }

    @Test func `words alone rebuild the library`() async throws {
        #expect(try await fixture.run("remote", "sync").code == 0)
        #expect(try await fixture.run("remote", "list").output.contains("(encrypted)"))
        #expect(try await fixture.run("remote", "check", "disk", "--read").code == 0)
        for (path, data) in try contents(remote) {
            #expect(data.starts(with: Data("OPKSEAL1".utf8)), "\(path)")
        }
        let words = try await fixture.run("remote", "key", "disk").output
        #expect(words.split { $0.isWhitespace }.count == 18)
        let back = fixture.folder.appendingPathComponent("Back.photolib")
        let none = try await fixture.run("remote", "restore", remote.path, back.path)
        #expect(none.code == 2)
        #expect(none.complaints.contains("--words"))
        let few = try await run(
            typing: "babad",
            ["remote", "restore", remote.path, back.path, "--words"]
        )
        #expect(few.code == 2)
        #expect(few.complaints.contains("18 words"))
        #expect(!FileManager.default.fileExists(atPath: back.path))
        let restored = try await run(
            typing: words,
            ["remote", "restore", remote.path, back.path, "--words"]
        )
        #expect(restored.code == 0, "\(restored)")
        #expect(
            try contents(back.appendingPathComponent("originals"))
                == contents(fixture.library.appendingPathComponent("originals"))
        )
        let fromFile = fixture.folder.appendingPathComponent("File.photolib")
        let other = try await fixture.run(
            "remote",
            "restore",
            remote.path,
            fromFile.path,
            "--key-file",
            key.path
        )
        #expect(other.code == 0, "\(other)")
    }

    @Test func `without its key the remote stays as it is`() async throws {
        try await fixture.run("remote", "sync")
        let words = try await fixture.run("remote", "key", "disk").output
        let before = try contents(remote)
        let saved = try Data(contentsOf: key)
        try FileManager.default.removeItem(at: key)
        let missing = try await fixture.run("remote", "sync")
        #expect(missing.code == 8)
        #expect(missing.complaints.contains("--from-words"))
        // Another key, as by a file that was mixed up.
        let plain = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        try await fixture.run(
            ["remote", "add", plain.path, "--encrypt", "--key-file", key.path, "--name", "other"]
        )
        for command in [["sync", "disk"], ["check", "disk", "--read"], ["adopt", "disk"]] {
            let wrong = try await fixture.run(["remote"] + command)
            #expect(wrong.code == 8, "\(wrong)")
            #expect(wrong.complaints.contains("another key"), "\(wrong)")
        }
        #expect(try contents(remote) == before)
        let taken = try await run(typing: words, ["remote", "key", "disk", "--from-words"])
        #expect(taken.code == 2)
        #expect(try Data(contentsOf: key) != saved)
        try FileManager.default.removeItem(at: key)
        let written = try await run(typing: words, ["remote", "key", "disk", "--from-words"])
        #expect(written.code == 0, "\(written)")
        #expect(try Data(contentsOf: key) == saved)
        #expect(try await fixture.run("remote", "sync", "disk").code == 0)
        #expect(try await fixture.run("remote", "status", "--at-least", "1").code == 0)
    }

    @Test func `a remote that could not be added leaves no new file with a key`() async throws {
        let plain = fixture.folder.appendingPathComponent("plain", isDirectory: true)
        let full = fixture.folder.appendingPathComponent("full", isDirectory: true)
        let inside = fixture.library.appendingPathComponent("derived", isDirectory: true)
        for folder in [plain, full] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data("other".utf8).write(to: full.appendingPathComponent("file"))
        #expect(try await fixture.run("remote", "add", plain.path, "--name", "plain").code == 0)
        let new = fixture.folder.appendingPathComponent("settings/new.key")
        for folder in [plain, full, inside] {
            let refused = try await fixture.run(
                ["remote", "add", folder.path, "--encrypt", "--key-file", new.path]
            )
            #expect(refused.code == 2 || refused.code == 1, "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: new.path), "\(folder.path)")
        }
        // A file that was there before stays.
        let old = try Data(contentsOf: key)
        let other = try await fixture.run(
            ["remote", "add", full.path, "--encrypt", "--key-file", key.path]
        )
        #expect(other.code == 2, "\(other)")
        #expect(try Data(contentsOf: key) == old)
    }

    @Test func `a new key goes where the place was not there`() async throws {
        let away = fixture.folder.appendingPathComponent("away", isDirectory: true)
        let new = fixture.folder.appendingPathComponent("settings/new.key")
        let add = ["remote", "add", away.path, "--encrypt", "--key-file", new.path]
        let failed = try await fixture.run(add)
        #expect(failed.code != 0 && !failed.complaints.contains("stays in"), "\(failed)")
        #expect(!FileManager.default.fileExists(atPath: new.path))
        // The words of the right key can go to the same file.
        try await fixture.run("remote", "sync")
        let words = try await fixture.run("remote", "key", "disk").output
        try await fixture.run("remote", "forget", "disk")
        try FileManager.default.moveItem(at: remote, to: away)
        let added = try await run(typing: words, add + ["--words"])
        #expect(added.code == 0, "\(added)")
        #expect(try Data(contentsOf: new) == Data(contentsOf: key))
    }

    @Test func `a new key stays where the place was marked with it`() async throws {
        let plain = fixture.folder.appendingPathComponent("plain", isDirectory: true)
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        let new = fixture.folder.appendingPathComponent("settings/new.key")
        let add = ["remote", "add", plain.path, "--encrypt", "--key-file", new.path]
        // The name is taken, which turns out after the place was marked.
        let failed = try await fixture.run(add + ["--name", "disk"])
        #expect(failed.code != 0 && failed.complaints.contains("stays in \(new.path)"), "\(failed)")
        let made = try Data(contentsOf: new)
        let added = try await fixture.run(add + ["--name", "plain"])
        #expect(added.code == 0, "\(added)")
        #expect(try Data(contentsOf: new) == made)
    }

    @Test func `a file with the key of another remote is not used`() async throws {
        let settings = fixture.folder.appendingPathComponent("config", isDirectory: true)
        let keys = settings.appendingPathComponent("openphotokit/keys", isDirectory: true)
        func add(_ name: String, as remote: String) async throws -> String {
            let folder = fixture.folder.appendingPathComponent(name, isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let added = try await fixture.run(
                [
                    "XDG_CONFIG_HOME=\(settings.path)", ProgramFixture.program.path, "remote",
                    "add", folder.path, "--encrypt", "--name", remote,
                ],
                program: URL(fileURLWithPath: "/usr/bin/env")
            )
            #expect(added.code == 0, "\(added)")
            return try await fixture.run("remote", "key", remote).output
        }
        func count() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: keys.path).count
        }
        var words: Set<String> = []
        for (number, name) in ["Rem_A", "rem_a", "rem a"].enumerated() {
            words.insert(try await add(name, as: "r\(number)"))
        }
        #expect(words.count == 3)
        #expect(try count() == 3)
        // Another disk at the same mount point, and then the first one again.
        let (folder, away) = (
            fixture.folder.appendingPathComponent("Rem_A"),
            fixture.folder.appendingPathComponent("away")
        )
        let first = try await fixture.run("remote", "key", "r0").output
        #expect(try await fixture.run("remote", "forget", "r0").code == 0)
        try FileManager.default.moveItem(at: folder, to: away)
        let second = try await add("Rem_A", as: "second")
        #expect(!words.contains(second))
        #expect(try count() == 4)
        #expect(try await fixture.run("remote", "forget", "second").code == 0)
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: away, to: folder)
        #expect(try await add("Rem_A", as: "r0") == first)
        #expect(try count() == 4)
    }

    @Test func `words are those of the remote's key, and not of another file`() async throws {
        try await fixture.run("remote", "sync")
        let away = remote.appendingPathExtension("away")
        try FileManager.default.moveItem(at: remote, to: away)
        let untried = try await fixture.run("remote", "key", "disk")
        #expect(untried.code == 0 && untried.complaints.contains("not tried"), "\(untried)")
        #expect(untried.output.split { $0.isWhitespace }.count == 18)
        try FileManager.default.moveItem(at: away, to: remote)
        try FileManager.default.removeItem(at: key)
        let missing = try await fixture.run("remote", "key", "disk")
        #expect(missing.code == 2, "\(missing)")
        #expect(missing.complaints.contains("remote key disk --from-words"), "\(missing)")
        // The file of another remote.
        let plain = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        try await fixture.run(
            ["remote", "add", plain.path, "--encrypt", "--key-file", key.path, "--name", "other"]
        )
        #expect(try await fixture.run("remote", "key", "other").code == 0)
        let wrong = try await fixture.run("remote", "key", "disk")
        #expect(wrong.code == 2 && wrong.output.isEmpty, "\(wrong)")
        #expect(wrong.complaints.contains("not that of the remote disk"), "\(wrong)")
    }

    @Test func `words alone add the remote on another machine`() async throws {
        try await fixture.run("remote", "sync")
        let words = try await fixture.run("remote", "key", "disk").output
        try await fixture.run("remote", "forget", "disk")
        try FileManager.default.removeItem(at: key)
        let before = try contents(remote)
        let add = ["remote", "add", remote.path, "--name", "disk"]
        let named = add + ["--encrypt", "--key-file", key.path]
        let cases: [([String], String, String)] = [
            (add, "", "--words reads the words"),
            (add + ["--words"], words, "Add --encrypt"),
            (named + ["--words"], "babad", "18 words"),
            (named, "", "\(key.path), which should have its key, does not exist"),
        ]
        for (arguments, typed, sentence) in cases {
            let refused = try await run(typing: typed, arguments)
            #expect(refused.code == 2, "\(arguments): \(refused)")
            #expect(refused.complaints.contains(sentence), "\(arguments): \(refused)")
            // No file stays behind that would keep the right key out.
            #expect(!FileManager.default.fileExists(atPath: key.path), "\(arguments)")
        }
        #expect(try contents(remote) == before)
        let added = try await run(typing: words, named + ["--words"])
        #expect(added.code == 0, "\(added)")
        #expect(try await fixture.run("remote", "key", "disk").output == words)
        #expect(try await fixture.run("remote", "sync").code == 0)
        let status = try await fixture.run("remote", "status", "--at-least", "1")
        #expect(status.code == 0, "\(status)")
    }

    @Test func `a missing file with the key is called missing, not a remote without an answer`()
        async throws
    {
        let large = [UInt8](repeating: 9, count: 99_999)
        try fixture.write("large.jpg", TestJPEG(seed: 77).data() + large)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("remote", "sync")
        try await fixture.run("remote", "space", "0")
        try FileManager.default.removeItem(at: key)
        for command in [
            ["space", "--now"], ["sync"], ["check", "disk"], ["forget", "disk", "--lost"],
        ] {
            let outcome = try await fixture.run(["remote"] + command)
            #expect(!outcome.complaints.contains("not answer"), "\(command): \(outcome)")
            guard command[0] != "forget" else { continue }
            #expect(outcome.code == (command[0] == "space" ? 5 : 8), "\(command): \(outcome)")
            #expect(outcome.complaints.contains("does not exist: \(key.path)"), "\(outcome)")
        }
    }
}
