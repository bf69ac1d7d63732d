import Foundation
import MediaSynthesis
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ExportAndCheckTests {
    @Test func `exported originals have the bytes and names of the imported files`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        let target = fixture.folder.appendingPathComponent("out")
        let outcome = try await fixture.run("export", "--all", "--to", target.path)
        #expect(outcome.lines.first == "Exported 2 files to \(target.path).")
        for name in ["1.jpg", "2.jpg"] {
            let original = try Data(contentsOf: fixture.source.appendingPathComponent(name))
            #expect(try Data(contentsOf: target.appendingPathComponent(name)) == original)
        }
        let again = try await fixture.run("export", "--all", "--to", target.path)
        #expect(
            again.lines.first
                == "Exported 0 files to \(target.path), 2 there already, sidecars included."
        )
    }

    @Test func `an import names files of an export that somebody edited, and takes them`()
        async throws
    {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        let target = fixture.folder.appendingPathComponent("out")
        try await fixture.run("export", "--all", "--to", target.path)
        let edited = target.appendingPathComponent("1.jpg")
        let exif = ExifFields(description: "made darker")
        try Data(TestJPEG(width: 24, height: 16, exif: exif).data()).write(to: edited)
        let other = fixture.folder.path + "/Other.photolib"
        try await fixture.run("--library", other, "init")
        let dry = try await fixture.run("--library", other, "import", "--dry-run", target.path)
        #expect(dry.complaints.contains("1.jpg: would be imported. Its bytes are not those"))
        let outcome = try await fixture.run("--library", other, "import", target.path)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.lines.first?.contains("1 of them changed since the export") == true)
        #expect(!outcome.output.contains("readable"), "\(outcome)")
        #expect(
            outcome.complaints.contains(
                "1.jpg: imported. Its bytes are not those that the export wrote: another program has changed it, or it is damaged."
            ),
            "\(outcome)"
        )
        #expect(!outcome.complaints.contains("could be read"), "\(outcome)")
        let originals = other + "/originals"
        let taken = try FileManager.default.subpathsOfDirectory(atPath: originals).compactMap {
            FileManager.default.contents(atPath: originals + "/" + $0)
        }
        #expect(taken.contains(try Data(contentsOf: edited)))
        let third = fixture.folder.path + "/Third.photolib"
        try await fixture.run("--library", third, "init")
        let events = try await fixture.run("--library", third, "import", "--json", target.path)
            .objects()
        #expect(events.count { $0["event"] as? String == "changed" } == 1)
        let finished = events.first { $0["event"] as? String == "finished" }
        #expect(finished?["changed"] as? String == "1" && finished?["incomplete"] as? String == "0")
    }

    @Test func `an import takes what somebody changed in a sidecar of an export, and names it`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(2)["1.jpg"])
        try await fixture.run("edit", identifier, "--caption", "harbour")
        let target = fixture.folder.appendingPathComponent("out")
        try await fixture.run("export", "--all", "--to", target.path)
        let sidecar = target.appendingPathComponent("1.jpg.xmp")
        let text = try String(contentsOf: sidecar, encoding: .utf8)
        #expect(text.contains("harbour"))
        try text.replacing("harbour", with: "lighthouse")
            .write(to: sidecar, atomically: true, encoding: .utf8)
        let other = fixture.folder.path + "/Other.photolib"
        try await fixture.run("--library", other, "init")
        let outcome = try await fixture.run("--library", other, "import", target.path)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.lines.first?.contains("1 of them changed since the export") == true)
        #expect(
            outcome.complaints.contains(
                "1.jpg.xmp: imported. Its bytes are not those that the export wrote: another program has changed it. What was changed in it comes in"
            ),
            "\(outcome)"
        )
        let found = try await fixture.run("--library", other, "search", "lighthouse", "--json")
        #expect(try found.objects().count == 1, "\(found)")
        let before = try await fixture.run("--library", other, "search", "harbour", "--json")
        #expect(try before.objects().isEmpty, "\(before)")
    }

    @Test func `an export never overwrites a file`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let target = fixture.folder.appendingPathComponent("out")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        let mine = target.appendingPathComponent("1.jpg")
        try Data("mine".utf8).write(to: mine)
        try await fixture.run("export", identifier, "--to", target.path)
        #expect(try Data(contentsOf: mine) == Data("mine".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: target.path)
            .filter { !$0.hasPrefix(".") }.sorted()
        #expect(names == ["1 (2).jpg", "1.jpg"])
    }

    @Test
    func `a copy that states a withheld place is named at each export, unless it takes metadata`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let exif = ExifFields(place: .init(latitude: 46.5, longitude: 9.25))
        let picture = try fixture.write("a.jpg", TestJPEG(exif: exif).data())
        try await fixture.run("import", picture.path)
        let sidecars = fixture.folder.appendingPathComponent("sidecars").path
        for _ in 0..<2 {
            let export = try await fixture.run(
                "export",
                "--all",
                "--without",
                "places",
                "--to",
                sidecars
            )
            #expect(export.complaints.contains("may still state a place"))
        }
        let copies = fixture.folder.appendingPathComponent("copies").path
        let export = try await fixture.run(
            "export",
            "--all",
            "--embed",
            "--without",
            "places",
            "--to",
            copies
        )
        #expect(!export.complaints.contains("may still state a place"))
        let facts = try await fixture.run("facts", copies + "/a.jpg")
        #expect(facts.lines.contains("  pixelWidth            32"))
        #expect(!facts.lines.contains { $0.contains("latitude") })
    }

    @Test func `smart albums come back by an import, and are named where they are left out`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let names = try await fixture.importPictures(2)
        try await fixture.run("search", "--save", "Lakes", "lake 2019")
        try await fixture.run("duplicates", "ignore", names["1.jpg"] ?? "", names["2.jpg"] ?? "")
        let whole = fixture.folder.appendingPathComponent("whole").path
        let export = try await fixture.run("export", "--all", "--to", whole)
        #expect(export.complaints.isEmpty)
        #expect(export.lines.last?.contains("smart albums") == false)
        let new = fixture.folder.appendingPathComponent("New.photolib").path
        try await fixture.run("init", "--library", new)
        try await fixture.run("import", "--library", new, whole)
        let albums = try await fixture.run("albums", "--library", new, "--json")
        #expect(albums.lines.contains { $0.contains("\"search\":\"lake 2019\"") })
        let different = try await fixture.run("duplicates", "ignored", "--library", new, "--json")
        #expect(different.lines.count == 1)

        let part = fixture.folder.appendingPathComponent("part").path
        let without = try await fixture.run("export", "--all", "--without", "places", "--to", part)
        #expect(without.complaints.contains("Lakes: The smart album was left out"))
        #expect(without.lines.last?.hasSuffix("places and smart albums.") == true)
        let json = try await fixture.run(
            "export",
            "--all",
            "--without",
            "places",
            "--to",
            part,
            "--json"
        )
        #expect(json.lines.contains { $0.hasPrefix("{\"event\":\"leftOut\"") })
        #expect(json.lines.last?.contains("\"leftOut\":1") == true)
    }

    @Test func `a missing original is found, and its export is refused with a reason`() async throws
    {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let original = try #require(try fixture.originals().first)
        try FileManager.default.removeItem(at: original)
        // A repair would find the bytes where the picture came from.
        try FileManager.default.removeItem(at: fixture.source)
        let check = try await fixture.run("check")
        #expect(check.code == 1)
        #expect(
            check.lines.first?.hasPrefix(
                "damage: The file 1.jpg of asset \(identifier) is not there."
            )
                == true
        )
        #expect(check.lines.contains("  \(original.path) (originalMissing)"))
        let repair = try await fixture.run("check", "--repair")
        #expect(repair.code == 1)
        #expect(try await fixture.run("ls").lines.count == 2)
        let export = try await fixture.run("export", identifier, "--to", fixture.folder.path)
        #expect(export.code == 1)
        #expect(export.complaints.contains("was not exported"))
    }

    @Test func `an orphan goes to quarantine on request only`() async throws {
        let fixture = try await ProgramFixture()
        let folder = fixture.library.appendingPathComponent("originals/ab")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let orphan = folder.appendingPathComponent("abc.jpg")
        try Data([1]).write(to: orphan)
        let check = try await fixture.run("check", "--json")
        #expect(check.code == 1)
        #expect(try check.objects().first?["code"] as? String == "orphanFile")
        #expect(FileManager.default.fileExists(atPath: orphan.path))
        let repair = try await fixture.run("check", "--repair")
        #expect(repair.code == 0)
        #expect(repair.output.contains("1 file moved to quarantine"))
        #expect(!FileManager.default.fileExists(atPath: orphan.path))
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `the doctor tells versions, settings and the file system`() async throws {
        let fixture = try await ProgramFixture()
        let outcome = try await fixture.run("doctor", "--json")
        let facts = try #require(try outcome.objects().first)
        #expect(facts["synchronous"] as? String == "FULL")
        #expect(facts["journal"] as? String == "wal")
        #expect((facts["sqlite"] as? String)?.hasPrefix("3.") == true)
        #expect((facts["fileSystem"] as? String)?.isEmpty == false)
        #expect((facts["mediaWorker"] as? String)?.hasSuffix("photokit-media") == true)
        let parts = String(describing: facts["workerWalls"])
        for part in ["landlock", "seccomp", "limits"] { #expect(parts.contains(part)) }
        #expect(facts["missingWalls"] == nil)
        let versions = String(describing: facts["workerVersions"])
        for program in ["photokit-media", "photokit-decoders"] {
            #expect(versions.contains(program))
        }
        #expect(facts["workerRefuses"] == nil)
        let missing = try await ProgramFixture(makingLibrary: false).run("doctor")
        #expect(missing.code == 3)
        #expect(missing.output.contains("Problem:            There is no library at"))
    }

    @Test func `every command's help has an example, and the document names every command`()
        async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let dump = try await fixture.run("--experimental-dump-help").output
        let program = try JSONDecoder().decode(ProgramTree.self, from: Data(dump.utf8)).command
        let document = try String(
            contentsOf: URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Documentation/CommandLine.md"),
            encoding: .utf8
        )
        let commands = program.paths
        #expect(commands.count > 50)
        for command in commands {
            let outcome = try await fixture.run(command + ["--help"])
            let example = (["photokit"] + command).joined(separator: " ")
            #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(example)")
            #expect(
                outcome.output.contains("EXAMPLE") && outcome.output.contains("  \(example)"),
                "The help of \(example) has no example."
            )
            let explanation = outcome.lines.prefix { !$0.hasPrefix("USAGE:") }
            #expect(explanation.allSatisfy { $0.count <= 80 }, "\(example)")
            if let name = command.first {
                let isNamed = ["`\(name)`", "`\(name) ", "photokit \(name)"].contains {
                    document.contains($0)
                }
                #expect(isNamed, "CommandLine.md does not name \(name).")
            }
        }
    }
}

/// The commands of the program, as the argument parser describes them.
private struct ProgramTree: Decodable {
    struct Command: Decodable {
        var commandName: String
        var shouldDisplay: Bool
        var subcommands: [Command]?

        /// The names of this command and of all shown commands below it, each without the program's name.
        var paths: [[String]] {
            [[]]
                + (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
                .flatMap { command in command.paths.map { [command.commandName] + $0 } }
        }
    }

    var command: Command
}

extension ProgramFixture {
    func originals() throws -> [URL] {
        let folder = library.appendingPathComponent("originals")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    }
}
