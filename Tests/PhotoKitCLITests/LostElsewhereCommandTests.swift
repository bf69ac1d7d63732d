import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// What commands say of files that left this disk, where their remote lost them or cannot be asked.
@Suite(.permit) struct LostElsewhereCommandTests {
    let fixture: ProgramFixture
    let remote: URL

    /// Makes a library of three photos, whose files are in a remote alone.
    init() async throws {
        fixture = try await ProgramFixture()
        remote = fixture.folder.appendingPathComponent("disk", isDirectory: true)
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        for seed in UInt8(1)...3 {
            let tail = [UInt8](repeating: seed, count: 100_000)
            try fixture.write("BIG_\(seed).JPG", TestJPEG(seed: seed).data() + tail)
        }
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("remote", "add", remote.path, "--name", "disk")
        try await fixture.run("remote", "space", "0")
        let sync = try await fixture.run("remote", "sync")
        try #require(sync.output.contains("let 3 files ("), "\(sync)")
    }

    /// Removes the objects of two photos, and returns the names of these.
    private func loseTwo() throws -> [String] {
        var names: [String] = []
        let paths = try FileManager.default.subpathsOfDirectory(atPath: remote.path)
        for path in paths where path.hasPrefix("originals/") && names.count < 2 {
            let url = remote.appendingPathComponent(path)
            guard let data = try? Data(contentsOf: url), let last = data.last else { continue }
            names.append("BIG_\(last).JPG")
            try FileManager.default.removeItem(at: url)
        }
        return names.sorted()
    }

    @Test func `every command says of files that nobody has that they are lost`() async throws {
        let names = try loseTwo()
        let list = names.joined(separator: ", ")
        let copy = fixture.folder.appendingPathComponent("Copy.photolib").path

        let backup = try await fixture.run("backup", copy)
        #expect(backup.code == 1, "\(backup)")
        for name in names { #expect(backup.complaints.contains(name), "\(backup)") }
        #expect(backup.output.contains("Not in the copy: 1 file ("), "\(backup)")

        let check = try await fixture.run("remote", "check", "disk")
        #expect(check.code == 1, "\(check)")
        #expect(check.complaints.contains("2 files are lost there."), "\(check)")
        #expect(check.complaints.contains("nor in another remote: \(list)."), "\(check)")
        #expect(!check.complaints.contains("sends"), "\(check)")
        let json = try await fixture.run("remote", "check", "disk", "--json").objects()
        let without = (json.last?["filesWithoutCopy"] as? String)?.filter {
            !"\n []()\"".contains($0)
        }
        #expect(without == names.joined(separator: ","))

        let sync = try await fixture.run("remote", "sync")
        #expect(sync.code == 1, "\(sync)")
        #expect(sync.complaints.contains("neither on this disk nor whole in"), "\(sync)")
        #expect(!sync.complaints.contains("originals/"), "\(sync)")

        let own = try await fixture.run("check")
        #expect(own.code == 1, "\(own)")
        #expect(own.output.contains("1 file is in remotes alone."), "\(own)")
        let doctor = try await fixture.run("doctor")
        #expect(doctor.output.contains("1 file ("), "\(doctor)")

        // Who has them gives them back, and all is well.
        #expect(try await fixture.run("import", fixture.source.path).code == 0)
        #expect(try await fixture.run("check").code == 0)
        #expect(try await fixture.run("remote", "sync").code == 0)
        #expect(try await fixture.run("backup", copy).code == 0)
    }

    @Test func `a known loss is called so, and nothing is promised for it`() async throws {
        let names = try loseTwo()
        for _ in 1...2 {
            let fetch = try await fixture.run("remote", "fetch", "--all")
            #expect(fetch.code == 1, "\(fetch)")
            #expect(
                fetch.complaints.contains("No remote has a whole copy of 2 files any more."),
                "\(fetch)"
            )
        }
        #expect(try await fixture.run("remote", "fetch", names[0]).code == 1)

        let objects = try await fixture.run("ls", "--json").objects()
        let lost = objects.filter { $0["isLost"] as? String == "1" }
        #expect(lost.compactMap { $0["filename"] as? String }.sorted() == names)
        #expect(objects.allSatisfy { $0["isElsewhere"] as? String == "0" })
        let table = try await fixture.run("ls").lines.filter { $0.hasSuffix(names[0]) }
        #expect(table.first?.contains(" l ") == true, "\(table)")
        let show = try await fixture.run("show", names[0]).output
        #expect(show.contains("lost: no remote had it at the last look"), "\(show)")

        let facts = try await fixture.run("facts", "--reread", "--all")
        #expect(facts.code == 1, "\(facts)")
        for name in names {
            let reason =
                "photokit: \(name) left this disk, and no remote had it at the last look. \"photokit check\""
            #expect(facts.complaints.contains(reason), "\(facts)")
        }
        #expect(facts.complaints.split(separator: "\n").count == 2, "\(facts)")

        let pin = try await fixture.run("remote", "pin", names[0])
        #expect(
            pin.output
                == "1 photo is pinned. Its file is lost: \"photokit check\" says how it comes back.\n"
        )
        let forget = try await fixture.run("remote", "forget", "disk")
        #expect(forget.code == 1 && !forget.complaints.contains("fetch"), "\(forget)")
        #expect(
            forget.complaints.contains(
                "2 files left this disk, and no remote had them at the last look."
            ),
            "\(forget)"
        )
        #expect(try await fixture.run("remote", "forget", "disk", "--lost").code == 0)
    }

    @Test func `an emptied remote is adopted, and what it lost is named`() async throws {
        try await fixture.run("remote", "space", "--keep-all")
        let all = "BIG_1.JPG, BIG_2.JPG, BIG_3.JPG"
        func empty() throws {
            try FileManager.default.removeItem(at: remote)
            try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        }
        let nothing = "The remote has nothing of the library: 3 files that it had are not there."
        try empty()
        let adopted = try await fixture.run("remote", "adopt", "disk")
        #expect(adopted.code == 1 && adopted.complaints.contains(nothing), "\(adopted)")
        #expect(
            adopted.complaints.contains(
                "3 files are neither there, nor on this disk, nor in another remote: \(all)."
            ),
            "\(adopted)"
        )
        #expect(!adopted.complaints.contains("sends"), "\(adopted)")
        try await fixture.run("import", fixture.source.path)
        #expect(try await fixture.run("remote", "sync").code == 0)

        try empty()
        let again = try await fixture.run("remote", "adopt", "disk")
        #expect(again.code == 1 && again.complaints.contains(nothing), "\(again)")
        #expect(again.complaints.contains("\"photokit remote sync disk\", which sends"))
        #expect(!again.complaints.contains("neither"), "\(again)")
        #expect(try await fixture.run("remote", "sync").code == 0)
        #expect(try await fixture.run("remote", "adopt", "disk").code == 0)
    }

    @Test func `adopting an emptied remote says which files it can get from where`() async throws {
        let other = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", other.path, "--name", "other")
        #expect(try await fixture.run("remote", "sync").code == 0)
        try await fixture.run("remote", "space", "--keep-all")
        try await fixture.run("remote", "fetch", "BIG_1.JPG")
        for folder in [remote, other] {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
        let adopted = try await fixture.run("remote", "adopt", "disk")
        #expect(adopted.code == 1, "\(adopted)")
        #expect(adopted.complaints.contains("1 file is on this disk or in sources."), "\(adopted)")
        #expect(
            adopted.complaints.contains(
                "2 files are not on this disk: by the library's records the remote other has them, from where they are fetched if they are still there."
            ),
            "\(adopted)"
        )
        #expect(!adopted.complaints.contains("sends them"), "\(adopted)")
    }

    @Test func `files are said to be in one remote alone only where no other has them`()
        async throws
    {
        let other = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", other.path, "--name", "other")
        #expect(try await fixture.run("remote", "sync").code == 0)
        for folder in [remote, other] {
            try FileManager.default.moveItem(
                at: folder,
                to: URL(fileURLWithPath: folder.path + ".away")
            )
        }
        let check = try await fixture.run("check")
        #expect(check.code == 8 && !check.complaints.contains("alone"), "\(check)")
        for name in ["disk", "other"] {
            #expect(
                check.complaints.contains(
                    "3 files that no remote which can be asked has are said to be in the remote \(name): "
                ),
                "\(check)"
            )
        }
    }

    @Test func `a pinned file that is elsewhere is not said to be here`() async throws {
        let pin = try await fixture.run("remote", "pin", "BIG_1.JPG")
        #expect(
            pin.output
                == "1 photo is pinned. Its file is not on this disk yet: \"photokit remote fetch\" with the same choice brings it here.\n"
        )
        try await fixture.run("remote", "fetch", "BIG_1.JPG")
        let again = try await fixture.run("remote", "pin", "BIG_1.JPG")
        #expect(again.output == "1 photo stays on this disk.\n", "\(again)")
    }

    @Test func `what another photo has on this disk is sent again`() async throws {
        let names = try loseTwo()
        try await fixture.run("remote", "space", "--keep-all")
        try await fixture.run("import", "--duplicates", "keep", fixture.source.path)
        let sync = try await fixture.run("remote", "sync")
        #expect(sync.code == 0, "\(sync)")
        let check = try await fixture.run("remote", "check", "disk", "--read")
        #expect(check.code == 0, "\(names): \(check)")
    }

    @Test func `what another remote has is sent again`() async throws {
        let other = fixture.folder.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try await fixture.run("remote", "add", other.path, "--name", "other")
        #expect(try await fixture.run("remote", "sync").code == 0)
        _ = try loseTwo()
        let check = try await fixture.run("remote", "check", "disk")
        #expect(check.code == 1, "\(check)")
        #expect(check.complaints.contains("\"photokit remote sync\" sends them"), "\(check)")
        #expect(!check.complaints.contains("nor in another remote"), "\(check)")
        #expect(try await fixture.run("remote", "sync").code == 0)
        #expect(try await fixture.run("remote", "check", "disk").code == 0)
    }

    @Test func `a remote that cannot be asked is named, and nothing is called found or lost`()
        async throws
    {
        let markers = remote.appendingPathComponent("library")
        let away = fixture.folder.appendingPathComponent("markers")
        try FileManager.default.moveItem(at: markers, to: away)
        let check = try await fixture.run("check")
        #expect(check.code == 8, "\(check)")
        #expect(!check.output.contains("Nothing found"), "\(check)")
        #expect(!check.output.contains("in remotes alone"), "\(check)")
        #expect(
            check.complaints.contains("3 files that are said to be in the remote disk alone"),
            "\(check)"
        )
        #expect(check.complaints.contains("\"photokit remote adopt disk\""), "\(check)")
        let copy = fixture.folder.appendingPathComponent("Copy.photolib").path
        let backup = try await fixture.run("backup", copy)
        #expect(!backup.output.contains("in remotes alone"), "\(backup)")
        #expect(
            backup.complaints.contains("The remotes could not be asked for them. disk: "),
            "\(backup)"
        )
        try FileManager.default.removeItem(at: remote.appendingPathComponent("originals"))
        let fetch = try await fixture.run("remote", "fetch", "--all")
        #expect(fetch.code == 8, "\(fetch)")
        #expect(!fetch.complaints.contains("originals/"), "\(fetch)")
        try? FileManager.default.removeItem(at: markers)
        try FileManager.default.moveItem(at: away, to: markers)
        let status = try await fixture.run("remote", "status")
        #expect(!status.output.contains("missing"), "\(status)")
    }

    @Test func `a remote that lost its marker is adopted`() async throws {
        try FileManager.default.removeItem(at: remote.appendingPathComponent("library"))
        #expect(try await fixture.run("remote", "adopt", "disk").code == 0)
        #expect(try await fixture.run("check").code == 0)
        #expect(try await fixture.run("remote", "fetch", "--all").code == 0)
    }

    @Test func `an unplugged disk with the only copies is named`() async throws {
        let away = fixture.folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: remote, to: away)
        let check = try await fixture.run("check")
        #expect(check.code == 8, "\(check)")
        #expect(check.complaints.contains("Connect its disk"), "\(check)")
        let json = try #require(try await fixture.run("check", "--json").objects().last)
        #expect(json["filesElsewhere"] as? String == "0", "\(json)")
        #expect((json["unansweredRemotes"] as? String)?.contains("disk") == true, "\(json)")
        try FileManager.default.moveItem(at: away, to: remote)
        let again = try await fixture.run("check")
        #expect(again.code == 0, "\(again)")
        #expect(again.output.hasPrefix("Nothing found: "), "\(again)")
        #expect(again.output.contains("3 files are in remotes alone."), "\(again)")
    }
}
