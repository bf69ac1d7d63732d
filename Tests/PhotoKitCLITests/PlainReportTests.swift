import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotoKitCLI

/// Reports of commands: what really changed, under one name, and what to do now.
@Suite(.permit) struct PlainReportTests {
    @Test(arguments: [
        (0, 0, "0 photos and videos"), (1, 0, "1 photo"), (0, 2, "2 videos"),
        (1, 2, "3 photos and videos"),
    ])
    func `photos and videos have the names of what they are`(
        images: Int,
        others: Int,
        expected: String
    ) {
        #expect(PhotoCount.text(images: images, others: others) == expected)
    }

    @Test func `a photo that is so already is not counted as changed`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        try await fixture.run("album", "create", "Neu")
        try await fixture.run("album", "add", "Neu", "1.jpg")
        for (command, first, again) in [
            (["favorite", "1.jpg"], "1 photo marked as favorite.", "marked as favorite."),
            (["hide", "1.jpg"], "1 photo hidden.", "hidden."),
            (["unhide", "1.jpg"], "1 photo shown again.", "shown again."),
            (
                ["unfavorite", "1.jpg"], "1 photo no longer marked as favorite.",
                "no longer marked as favorite."
            ),
            (
                ["album", "remove", "Neu", "1.jpg"], "1 photo removed from the album \"Neu\".",
                "removed from the album \"Neu\"."
            ),
            (
                ["album", "add", "Neu", "1.jpg"], "1 photo added to the album \"Neu\".",
                "added to the album \"Neu\"."
            ),
        ] {
            #expect(try await fixture.run(command).output == first + "\n")
            let token = try await fixture.run("token").output
            #expect(
                try await fixture.run(command).output
                    == "0 photos and videos \(again) Nothing to change for 1 photo.\n"
            )
            let json = try await fixture.run(command + ["--json"]).output
            #expect(json.contains("\"identifiers\":[]"), "\(json)")
            #expect(try await fixture.run("token").output == token)
        }
    }

    @Test func `a second album or folder of one title is noticed`() async throws {
        let fixture = try await ProgramFixture()
        for noun in ["album", "folder"] {
            #expect(try await fixture.run(noun, "create", "Falken").complaints.isEmpty)
            let second = try await fixture.run(noun, "create", "Falken")
            #expect(second.code == 0)
            #expect(
                second.complaints.hasPrefix(
                    "photokit: 2 \(noun)s are called \"Falken\" now. Commands need the identifier of one: "
                ),
                "\(second)"
            )
            try await fixture.run(noun, "create", "Edits")
            let renamed = try await fixture.run(noun, "rename", "Edits", "Falken")
            #expect(renamed.complaints.contains("3 \(noun)s are called"), "\(renamed)")
        }
    }

    @Test func `a dry run of a shift shows the dates before and after`() async throws {
        let fixture = try await ProgramFixture()
        var exif = ExifFields()
        exif.dateTimeOriginal = "2019:05:01 12:30:40"
        try fixture.write("a.jpg", TestJPEG(exif: exif).data())
        try await fixture.run("import", fixture.source.path, "--no-previews")
        let outcome = try await fixture.run("edit", "a.jpg", "--date", "+1h", "--dry-run")
        #expect(
            outcome.lines.first?.hasSuffix(
                "  a.jpg  2019-05-01 12:30:40 +00:00 -> 2019-05-01 13:30:40 +00:00"
            ) == true,
            "\(outcome)"
        )
        let caption = try await fixture.run("edit", "a.jpg", "--caption", "x", "--dry-run")
        #expect(caption.lines.first?.hasSuffix("  a.jpg  caption: none -> \"x\"") == true)
    }

    @Test func `a source that is forgotten says how many photos went, and restoring them warns`()
        async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a.jpg", seed: 1)
        try fixture.write(picture: "b.jpg", seed: 2)
        let path = fixture.source.path
        try await fixture.run("source", "add", path)
        let refused = try await fixture.run("source", "forget", path)
        #expect(refused.complaints.contains("2 photos and videos have their files in this source"))
        let forgotten = try await fixture.run("source", "forget", path, "--assets", "delete")
        #expect(
            forgotten.output
                == "Removed the source \(path) from the library. 2 photos and videos moved to Recently Deleted. The files stay in the folder. To have them in the library again, run \"photokit source add \(path)\".\n"
        )
        let restored = try await fixture.run("restore", "a.jpg")
        #expect(restored.output == "1 photo restored.\n")
        #expect(
            restored.complaints.contains("1 photo has no file here: the file is in a source"),
            "\(restored)"
        )
    }

    @Test func `an import names the albums that it made`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "Rome/a.jpg", seed: 1)
        try fixture.write(picture: "Bern/b.jpg", seed: 2)
        let first = try await fixture.run("import", fixture.source.path, "--albums-from-folders")
        #expect(first.lines.contains { $0.hasPrefix("Made 2 albums: ") && $0.contains("\"Bern\"") })
        let again = try await fixture.run("import", fixture.source.path, "--albums-from-folders")
        #expect(!again.output.contains("Made "))
        #expect(
            MadeAlbums.sentence((1...7).map { "A\($0)" })
                == "Made 7 albums: \"A1\", \"A2\", \"A3\", \"A4\", \"A5\" and 2 more."
        )
        #expect(MadeAlbums.sentence([]) == nil)
    }

    @Test func `an export without some files says that they are missing in it`() {
        #expect(ExportReporter.failureTexts(count: 9) == ["the 9 files that could not be exported"])
        #expect(ExportReporter.failureTexts(count: 0).isEmpty)
    }

    @Test func `without any library, the first advice is to create one`() {
        #expect(
            LibraryOptions.firstSentence("/home/a/Pictures/Photos Library.photolib")
                .hasPrefix("There is no library yet. Create one with \"photokit init\"")
        )
    }

    @Test func `wrong usage is said once, with a short usage`() async throws {
        let fixture = try await ProgramFixture()
        let limit = try await fixture.run("ls", "--limit", "0")
        #expect(
            limit.complaints == """
                Error: The limit must be 1 or more.
                Usage: photokit ls [options]
                  See 'photokit ls --help' for more information.

                """
        )
        let search = try await fixture.run("search")
        #expect(search.complaints.contains("Usage: photokit search [options] [<words> ...]\n"))
        let album = try await fixture.run("album", "move", "A", "B")
        #expect(
            album.complaints.contains(
                "Usage: photokit album move [options] --to <position> <album>"
            ),
            "\(album)"
        )
        #expect(album.code == 2 && album.output.isEmpty)
    }

    @Test func `help for programs stays as it is`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let dump = try await fixture.run("--experimental-dump-help").output
        #expect((try? JSONSerialization.jsonObject(with: Data(dump.utf8))) != nil)
        let help = try await fixture.run("help", "contact-sheet")
        #expect(help.code == 0)
        #expect(help.lines.allSatisfy { $0.columns <= 80 })
        // The lines of an example that goes on can be copied as one command.
        for (line, next) in zip(help.lines, help.lines.dropFirst()) where line.hasSuffix(" \\") {
            #expect(line.hasPrefix("  ") && next.hasPrefix("      "))
        }
        #expect(help.output.contains(" \\\n"))
    }

    @Test func `commands are quoted in one way`() {
        #expect(
            CommandQuotes.uniform("Run `photokit check`, or `photokit backup`.")
                == "Run \"photokit check\", or \"photokit backup\"."
        )
    }

    @Test func `a remote that is away is one line, with the number of the other photos`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let remote = fixture.folder.appendingPathComponent("usb", isDirectory: true)
        try FileManager.default.createDirectory(at: remote, withIntermediateDirectories: true)
        for number in 1...6 {
            let tail = [UInt8](repeating: UInt8(number), count: 400 * 1_024)
            try fixture.write("p\(number).jpg", TestJPEG(seed: UInt8(number)).data() + tail)
        }
        try await fixture.run("import", fixture.source.path)
        try await fixture.run("remote", "add", remote.path)
        try await fixture.run("remote", "sync")
        try await fixture.run("remote", "space", "0", "--now")
        let status = try await fixture.run("remote", "status")
        #expect(status.lines[0].contains("has everything, as far as the last sync saw: 6 files"))
        #expect(
            status.lines.last
                == "The remote was not asked now. \"photokit remote check usb\" looks into it."
        )
        try FileManager.default.moveItem(
            at: remote,
            to: fixture.folder.appendingPathComponent("away")
        )
        let out = fixture.folder.appendingPathComponent("out").path
        let outcome = try await fixture.run("export", "--all", "--to", out)
        let complaints = outcome.complaints.split(separator: "\n")
        #expect(complaints.count { $0.contains("cannot be opened") } == 2, "\(outcome)")
        #expect(
            complaints.contains {
                $0.hasPrefix(
                    "photokit: 5 further photos and videos were not exported for the same reason: "
                )
            },
            "\(outcome)"
        )
        #expect(outcome.output.contains("except the 6 files that could not be exported, "))
    }

    @Test func `a watch reports its first look at a source once`() async throws {
        let fixture = try await ProgramFixture()
        try await fixture.run("source", "add", fixture.source.path)
        let process = fixture.process(["watch"])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        defer { process.terminate() }
        var reported = Data()
        while !String(decoding: reported, as: UTF8.self).contains("Watching 1 source.") {
            // Blocks until the program says more; its end is the end of this test.
            let more = pipe.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the program ended before it watched")
            reported.append(more)
        }
        let lines = String(decoding: reported, as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.contains("checked 0 files") } == 1, "\(lines)")
    }
}
