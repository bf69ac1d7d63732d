import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Imports into a library that may take little space, and onto disks that are full.
@Suite(.permit) struct RemoteSpaceCommandTests {
    let fixture: ProgramFixture
    let remote: URL

    init() async throws {
        fixture = try await ProgramFixture()
        remote = fixture.folder.appendingPathComponent("place", isDirectory: true)
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
    }

    /// Writes pictures that are large enough to leave a library.
    private func write(_ count: Int, kilobytes: Int) throws {
        for number in 1...count {
            // The bytes after the picture's end belong to the file, and no two files are equal.
            var tail = [UInt8](repeating: UInt8(number), count: kilobytes * 1_024)
            tail[0] = 1
            try fixture.write("p\(number).jpg", TestJPEG(seed: UInt8(number % 250)).data() + tail)
        }
    }

    private func space() async throws -> [String: any Sendable] {
        try #require(try await fixture.run("remote", "space", "--json").objects().first)
    }

    @Test func `an import keeps within the rule, and every photo can be had`() async throws {
        try write(150, kilobytes: 100)
        try await fixture.run("remote", "add", remote.path)
        #expect(try await fixture.run("remote", "space", "3M").code == 0)
        let outcome = try await fixture.run("import", fixture.source.path)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("Imported 150 files"), "\(outcome)")
        #expect(outcome.output.contains("leave this disk"), "\(outcome)")
        let use = try await space()
        #expect(Int(use["localBytes"] as? String ?? "") ?? .max <= 3_200_000, "\(use)")
        #expect(Int(use["elsewhereFiles"] as? String ?? "") ?? 0 > 100, "\(use)")
        #expect(try await fixture.run("check").code == 0)
        try await listingsSayWhichPhotosAreElsewhere(use)
        // The same files are no news, wherever their bytes are.
        let again = try await fixture.run("import", "--json", fixture.source.path)
        #expect(try again.objects().last?["imported"] as? String == "0", "\(again)")
        let copies = fixture.folder.appendingPathComponent("copies")
        try FileManager.default.copyItem(at: fixture.source, to: copies)
        let twins = try await fixture.run("import", "--json", copies.path)
        #expect(try twins.objects().last?["duplicates"] as? String == "150", "\(twins)")
        #expect(try twins.objects().last?["healed"] as? String == "0", "\(twins)")
        // The remote knows what its files are.
        #expect(try await fixture.run("remote", "sync").code == 0)
        let back = fixture.folder.appendingPathComponent("Back.photolib")
        let restored = try await fixture.run("remote", "restore", remote.path, back.path)
        #expect(restored.output.hasPrefix("Restored 150 files"), "\(restored)")
        #expect(try await fixture.run("--library", back.path, "check", "--read").code == 0)
    }

    /// Checks the flags of `ls`, and the members of `ls` and `search`, while each photo has one file.
    private func listingsSayWhichPhotosAreElsewhere(_ use: [String: any Sendable]) async throws {
        let expected = try #require(Int(use["elsewhereFiles"] as? String ?? ""))
        for arguments in [["ls", "--json"], ["search", "jpg", "--json"]] {
            let listed = try await fixture.run(arguments).lines
            #expect(listed.count == 150)
            #expect(listed.filter { $0.contains("\"isElsewhere\":true") }.count == expected)
        }
        let rows = try await fixture.run("ls").lines.dropFirst()
        let flags = rows.map { $0.split(separator: " ").dropLast().last }
        #expect(flags.filter { $0 == "r" }.count == expected)
    }

    @Test func `an import ends with a sentence where nothing can leave, and goes on later`()
        async throws
    {
        try write(90, kilobytes: 100)
        try await fixture.run("remote", "add", remote.path)
        try await fixture.run("remote", "space", "2M")
        let away = fixture.folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: remote, to: away)
        let refused = try await fixture.run("import", fixture.source.path)
        #expect(refused.code == 5, "\(refused)")
        #expect(refused.complaints.contains("cannot leave this disk"), "\(refused)")
        #expect(refused.complaints.contains("more than the 2.0 MB of the rule"), "\(refused)")
        let again = refused.complaints.components(separatedBy: "start the same import again")
        #expect(again.count == 2, "\(refused)")
        #expect(refused.complaints.contains("\"photokit remote space --keep-all\""), "\(refused)")
        #expect(try await fixture.run("check", "--read").code == 0)
        try FileManager.default.moveItem(at: away, to: remote)
        let outcome = try await fixture.run("import", fixture.source.path)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try await fixture.run("ls", "--json").lines.count == 90)
        let use = try await space()
        #expect(Int(use["localBytes"] as? String ?? "") ?? .max <= 2_100_000, "\(use)")
    }

    @Test func `files that should leave and cannot give the exit code of a full disk`() async throws
    {
        try write(3, kilobytes: 100)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("remote", "space", "0")
        let alone = try await fixture.run("remote", "space", "--now")
        #expect(alone.code == 5, "\(alone)")
        #expect(alone.complaints.contains("has 0 remotes, and the rule asks for 1"), "\(alone)")
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "space", "--copies", "2")
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.code == 5, "\(sync)")
        #expect(sync.complaints.contains("more should leave, but stay. The library has"), "\(sync)")
        let objects = try await fixture.run("remote", "sync", "--json").objects()
        #expect(Int(objects.first?["stuckBytes"] as? String ?? "") ?? 0 > 300_000, "\(objects)")
        // Pinned files stay, and nothing is wrong with that.
        try await fixture.run("remote", "space", "--copies", "1")
        try await fixture.run("remote", "pin", "--where", "isFavorite == NO")
        let pinned = try await fixture.run("remote", "space", "--now")
        #expect(pinned.code == 0 && pinned.complaints.contains("3 files ("), "\(pinned)")
        #expect(try await fixture.run("remote", "sync").code == 0)
        try await fixture.run("remote", "unpin", "--where", "isFavorite == NO")
        #expect(try await fixture.run("remote", "sync").code == 0)
        #expect(try await space()["elsewhereFiles"] as? String == "3")
    }

    @Test func `files leave after the last remote, so that none is fetched back for it`()
        async throws
    {
        let second = fixture.folder.appendingPathComponent("second", isDirectory: true)
        try FileManager.default.createDirectory(at: second, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", remote.path, "--name", "first")
        try await fixture.run("remote", "add", second.path, "--name", "second")
        try write(3, kilobytes: 100)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("remote", "space", "0")
        let sync = try await fixture.run("remote", "sync", "--json").objects()
        #expect(sync.map { $0["sentFiles"] as? String } == ["3", "3"], "\(sync)")
        #expect(sync.map { $0["releasedFiles"] as? String } == ["0", "3"], "\(sync)")

        // Without the last remote files leave nevertheless.
        try FileManager.default.moveItem(at: second, to: fixture.folder.appending(path: "away"))
        try await fixture.run("remote", "space", "--keep-all")
        try fixture.write("q.jpg", TestJPEG(seed: 99).data() + [UInt8](repeating: 7, count: 99_999))
        try await fixture.run("import", "--no-previews", fixture.source.path)
        try await fixture.run("remote", "space", "0")
        let partly = try await fixture.run("remote", "sync", "--json")
        #expect(partly.code == 8, "\(partly)")
        let events = try partly.objects()
        #expect(
            events.map { $0["event"] as? String } == ["synced", "failed", "released"],
            "\(events)"
        )
        #expect(events.last?["releasedFiles"] as? String == "1", "\(events)")
    }

    @Test(arguments: [
        ("500k", 500_000), ("500K", 500_000), ("1.5m", 1_500_000), ("2 GB", 2_000_000_000),
        ("7tb", 7_000_000_000_000), ("12b", 12),
    ])
    func `a space has a unit in small or capital letters`(
        _ text: String,
        _ bytes: Int
    )
        async throws
    {
        let outcome = try await fixture.run("remote", "space", text)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(try await space()["space"] as? String == "\(bytes)")
    }

    @Test(arguments: ["K", "five", "0x10", "1e3x", "2000T", "-5", "nan", "b"])
    func `another text is no space, and the refusal says what is one`(
        _ text: String
    ) async throws {
        let outcome = try await fixture.run("remote", "space", "--", text)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(
            outcome.complaints.contains(
                "a number of bytes, such as 500k, 2M or 50G, and at most 1000T"
            ),
            "\(outcome)"
        )
    }

    @Test(arguments: [false, true])
    func `the rule ends with the last remote, and imports go on`(isLost: Bool) async throws {
        try write(12, kilobytes: 100)
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "space", "500k", "--proof-days", "9")
        if isLost { try FileManager.default.removeItem(at: remote) }
        let forgotten = try await fixture.run(
            ["remote", "forget", "disk"] + (isLost ? ["--lost"] : [])
        )
        #expect(forgotten.code == 0, "\(forgotten)")
        #expect(
            forgotten.complaints.contains(
                "The rule for space (500 kB, 1 copy) ended, because the library has no remote now, so that no file could leave this disk."
            ),
            "\(forgotten)"
        )
        #expect(
            forgotten.complaints.contains("\"photokit remote space 500000 --proof-days 9\""),
            "\(forgotten)"
        )
        #expect(try await fixture.run("import", fixture.source.path).code == 0)
        #expect(try await space()["localFiles"] as? String == "12")
    }

    @Test(
        .enabled(
            if: FaultCommandTests.canMount,
            "No file system of one's own can be mounted here, so no full disk can be tried."
        )
    )
    func `a library larger than its disk is imported, fetched and edited`() async throws {
        try write(150, kilobytes: 300)
        let script = """
            cd "$2"; mkdir disk; mount -t tmpfs -o size=32m tmpfs disk || exit 99
            export PHOTOKIT_LIBRARY="$2/disk/My.photolib"
            "$1" init > /dev/null
            "$1" import source > /dev/null 2> refused; echo "without $?"
            "$1" remote add "$2/place" > /dev/null
            "$1" remote space 1G > /dev/null
            "$1" import source > /dev/null; echo "import $?"
            "$1" ls --json | wc -l
            "$1" check > /dev/null; echo "check $?"
            "$1" remote sync > /dev/null; echo "sync $?"
            "$1" ls --json | grep '"isElsewhere":true' | sed 's/.*"identifier":"\\([0-9A-F-]*\\).*/\\1/' > away
            first=$(head -1 away)
            "$1" remote fetch $(tail -10 away) > /dev/null; echo "fetch $?"
            cat /dev/zero > disk/ballast 2> /dev/null; sync -f disk
            "$1" remote fetch --all > /dev/null; echo "fetch $?"
            cat /dev/zero > disk/ballast2 2> /dev/null; sync -f disk
            "$1" edit $first --caption "On a full disk" > /dev/null; echo "edit $?"
            rm disk/ballast disk/ballast2
            "$1" check > /dev/null; echo "check $?"
            mkdir second; "$1" remote add "$2/second" --name second > /dev/null
            "$1" remote sync second > /dev/null; echo "second $?"
            "$1" remote check second --read > /dev/null; echo "read $?"
            "$1" remote fetch --all > /dev/null 2> full; echo "all $?"; grep -c "The disk is full: " full
            """
        let outcome = try await fixture.run(
            ["-m", "sh", "-c", script, "sh", ProgramFixture.program.path, fixture.folder.path],
            program: FaultCommandTests.unshare
        )
        guard outcome.code != 99 else { return }
        #expect(
            outcome.output
                == "without 5\nimport 0\n150\ncheck 0\nsync 0\nfetch 0\nfetch 5\nedit 0\ncheck 0\nsecond 0\nread 0\nall 5\n1\n",
            "\(outcome)"
        )
    }
}
