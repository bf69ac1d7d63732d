import Foundation
import Glibc
import PhotosTestSupport
import TestPermits
import Testing

/// What commands refuse or leave out, and the sentences that say so.
@Suite(.permit) struct RefusalCommandTests {
    @Test func `a file with a picture's name that holds none is named, and the code is 1`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let fake = try fixture.write("fake.jpg", Array("no picture".utf8))
        let outcome = try await fixture.run("import", fixture.source.path)
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("Imported 1 file ("))
        #expect(outcome.complaints.hasPrefix("photokit: \(fake.path): Its name ends in .jpg"))
    }

    @Test func `a sidecar that is no XMP is kept and named, and the library is not blamed`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let broken = try fixture.write("a.xmp", Array("<x:xmpmeta".utf8))
        let outcome = try await fixture.run("import", fixture.source.path)
        #expect(
            outcome.complaints.hasPrefix(
                "photokit: \(broken.path): imported, but not all of its content could be read. It is no sidecar that can be read (its text is not XMP)."
            ),
            "\(outcome)"
        )
        #expect(!outcome.complaints.contains("could not be used"), "\(outcome)")
        #expect(outcome.output.contains("Report: "))
    }

    @Test func `a file is no folder of a backup or a remote, and nothing is left beside it`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        let file = try fixture.write("notes.txt", Array("notes".utf8)).path
        let copy = fixture.folder.path + "/Copy.photolib"
        let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.source.path)
        for arguments in [
            ["backup", file], ["backup", file + "/Copy.photolib"], ["remote", "add", file],
            ["remote", "add", file + "/disk"], ["remote", "restore", file, copy],
            ["remote", "add", file, "--encrypt"],
        ] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 2, "\(arguments): \(outcome)")
            #expect(outcome.complaints.contains("notes.txt"), "\(arguments): \(outcome)")
        }
        let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.source.path)
        #expect(Set(after) == Set(before))
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func `a table of places that is missing is named in the words of the system`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let path = fixture.folder.appendingPathComponent("places.csv").path
        let outcome = try await fixture.run("places", "use", path)
        #expect(outcome.complaints.contains("It cannot be read (No such file or directory)."))
        let folder = try await fixture.run("places", "use", fixture.folder.path)
        #expect(
            folder.complaints.contains("It cannot be read. Check that it is a file"),
            "\(folder)"
        )
    }

    @Test func `files that equal photos in Recently Deleted are counted, also in a dry run`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        let path = fixture.source.path
        let first = try await fixture.run("import", path)
        #expect(!first.output.contains("Recently Deleted"), "\(first)")
        #expect(try await fixture.run("delete", "a.jpg", "--yes").code == 0)
        let sentence =
            "1 imported file equals a photo in Recently Deleted. \"photokit ls --deleted\" lists that photo, and \"photokit restore ID\" brings it back with captions, keywords and albums."
        let planned = try await fixture.run("import", path, "--dry-run")
        let plan = sentence.replacing("1 imported file", with: "1 file to be imported")
        #expect(planned.lines.contains { $0 == plan }, "\(planned)")
        let again = try await fixture.run("import", path, "--json").objects()
        #expect(again.last?["equalDeleted"] as? String == "1", "\(again)")
        #expect(again.last?["imported"] as? String == "1", "\(again)")
    }

    @Test func `exclusions and rules are counted`() async throws {
        let fixture = try await ProgramFixture()
        for (seed, name) in ["a.jpg", "@eaDir/a.jpg", "raw/b.jpg"].enumerated() {
            try fixture.write(picture: name, seed: UInt8(seed + 1))
        }
        let outcome = try await fixture.run("import", fixture.source.path, "--exclude", "raw")
        #expect(outcome.code == 0 && outcome.complaints.isEmpty)
        #expect(outcome.output.contains("Imported 1 file ("))
        #expect(outcome.output.contains("2 left out by a rule"))
        let added = try await fixture.run("source", "add", fixture.source.path, "--exclude", "raw")
        #expect(added.code == 0 && added.output.contains("checked 1 file"), "\(added)")
        #expect(try await fixture.run("source", "list").output.contains("raw"))
        let swept = try await fixture.run("source", "sweep", "--json").objects()
        #expect(swept.last?["passedOver"] as? String == "2")
        #expect(try await fixture.run("import", "x", "--exclude", "").code == 2)
    }

    @Test func `policies for duplicates say that they do nothing to what was imported before`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        for policy in ["keep", "album"] {
            let again = try await fixture.run(
                "import",
                fixture.source.path,
                "--duplicates",
                policy
            )
            #expect(again.code == 0)
            #expect(again.complaints.contains("--duplicates \(policy) has no effect on 1 file: "))
        }
        #expect(try await fixture.run("import", fixture.source.path).complaints.isEmpty)
    }

    @Test func `nothing is written into a library, and none is a source`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let library = fixture.library.path
        for arguments in [
            ["export", "--all", "--to", library + "/out"], ["thumb", identifier, "--to", library],
            ["contact-sheet", "--to", library + "/sheet.jpg"],
            ["show", identifier, "--preview", library + "/originals/look.jpg"],
        ] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 2, "\(arguments): \(outcome)")
            #expect(outcome.complaints.contains("Choose a folder outside of it."))
        }
        for path in [library, library + "/originals"] {
            #expect(try await fixture.run("source", "add", path).code == 2)
            #expect(try await fixture.run("import", path).code == 1)
        }
        let inner = try await fixture.run("--library", library + "/In.photolib", "init")
        #expect(inner.code == 2 && inner.complaints.contains("Choose a folder outside of it."))
        #expect(try await fixture.run("init").output.hasPrefix("There is a library already"))
        #expect(try await fixture.run("check").code == 0)
    }

    @Test func `a page that is too large is refused before it is drawn`() async throws {
        let fixture = try await ProgramFixture()
        let names = try await fixture.importPictures(1)
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg")
        let identifier = try #require(names["1.jpg"])
        // The same photo many times.
        let outcome = try await fixture.run(
            ["contact-sheet", "--to", sheet.path, "--columns", "50", "--rows", "50", "--size"]
                + ["1024"] + [String](repeating: identifier, count: 150)
        )
        #expect(outcome.code == 2, "\(outcome)")
        #expect(outcome.complaints.contains("Ask for fewer or smaller fields"))
    }

    @Test func `a wrong picture file is told in a sentence`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let outcome = try await fixture.run("show", identifier, "--preview", "look.bmp")
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("Name a file that ends in .jpg or .png."))
        #expect(!outcome.complaints.contains("CommandFailure"))
    }

    @Test func `a page without any picture is not written`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("source", "add", fixture.source.path, "--no-previews")
        try FileManager.default.removeItem(at: fixture.source)
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg")
        let outcome = try await fixture.run("contact-sheet", "--to", sheet.path)
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty && outcome.complaints.contains("gives no picture"))
        #expect(access(sheet.path, F_OK) != 0)
    }

    @Test func `files in place show where they lie and what they are called now`() async throws {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(picture: "sub/a.jpg", seed: 1)
        try fixture.write(picture: "other.jpg", seed: 2)
        try await fixture.run("source", "add", fixture.source.path)
        #expect(try await fixture.run("previews").output.hasPrefix("2 of about 256 pixels"))
        let moved = fixture.source.appendingPathComponent("b.jpg")
        try FileManager.default.moveItem(at: file, to: moved)
        let token = try await fixture.run("token").lines[0]
        try await fixture.run("source", "sweep")
        let listed = try #require(
            try await fixture.run("ls", "--json").objects().first {
                $0["filename"] as? String == "b.jpg"
            }
        )
        let identifier = try #require(listed["identifier"] as? String)
        let shown = try await fixture.run("show", identifier)
        #expect(shown.lines.contains("In place:     \(moved.path)"), "\(shown.output)")
        #expect(shown.lines.contains { $0.hasPrefix("File:         photo, b.jpg, ") })
        try FileManager.default.removeItem(at: moved)
        try await fixture.run("source", "sweep")
        let gone = try await fixture.run("show", identifier)
        #expect(gone.output.contains("(away or missing)"))
        let line = try await fixture.run("ls").lines.first { $0.hasSuffix("b.jpg") }
        #expect(line?.contains("  o  ") == true)
        let changes = try await fixture.run("changes", "--since", token)
        #expect(
            changes.output.contains("state (before: online, time zone assumed)"),
            "\(changes.output)"
        )
        #expect(!changes.output.contains("traits"))
    }

    @Test func `a check does not send people to itself`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        let database = fixture.library.appendingPathComponent("database/library.sqlite")
        var bytes = try Data(contentsOf: database)
        for start in stride(from: 4_096 * 3, to: bytes.count - 4_096, by: 4_096) {
            bytes.replaceSubrange(start..<start + 64, with: [UInt8](repeating: 0xAB, count: 64))
        }
        try bytes.write(to: database)
        let outcome = try await fixture.run("check")
        #expect(outcome.code != 0)
        #expect(!(outcome.output + outcome.complaints).contains("photokit check"), "\(outcome)")
        #expect((outcome.output + outcome.complaints).contains("Restore a backup"), "\(outcome)")
    }

    @Test(.enabled(if: getuid() == 0))
    func `a library of somebody else is told apart from a folder that is none`() async throws {
        let fixture = try await ProgramFixture()
        chmod(fixture.folder.path, 0o755)
        let program = URL(fileURLWithPath: "/usr/bin/setpriv")
        let outcome = try await fixture.run(
            [
                "--reuid=65534", "--clear-groups", ProgramFixture.program.path, "--library",
                fixture.library.path, "ls",
            ],
            program: program
        )
        #expect(outcome.code == 3, "\(outcome)")
        #expect(outcome.complaints.contains("This user may not read the library"), "\(outcome)")
        #expect(!outcome.complaints.contains("not a photo library"))
    }

    @Test(.enabled(if: getuid() == 0))
    func `a file that this user may not read is not called lost`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try await fixture.run("import", "--no-previews", fixture.source.path)
        chmod(fixture.folder.path, 0o777)
        let script = """
            chown -R 65534 "$2"; find "$2/originals" -type f -exec chmod 0 {} +
            exec /usr/bin/setpriv --reuid=65534 --clear-groups "$1" --library "$2" export --all --to "$3"
            """
        let outcome = try await fixture.run(
            [
                "-c", script, "sh", ProgramFixture.program.path, fixture.library.path,
                fixture.folder.path + "/out",
            ],
            program: URL(fileURLWithPath: "/bin/sh")
        )
        #expect(outcome.code == 1, "\(outcome)")
        #expect(outcome.complaints.contains("cannot be read (Permission denied)"), "\(outcome)")
        #expect(!outcome.complaints.contains("lost"), "\(outcome)")
    }
}
