import Foundation
import PhotosTestSupport
import TestPermits
import Testing

/// Commands that work on many photos at once, chosen by names, conditions or standard input.
@Suite(.permit) struct ChosenAssetsCommandTests {
    private func names(_ fixture: ProgramFixture, _ arguments: String...) async throws -> [String] {
        try await fixture.run(["ls", "--sort", "creationDate"] + arguments + ["--json"]).objects()
            .compactMap { $0["filename"] as? String }.sorted()
    }

    /// Runs the program with a text as its standard input.
    private func run(
        _ fixture: ProgramFixture,
        _ arguments: [String],
        input: String
    ) throws -> (output: String, code: Int32) {
        let process = fixture.process(arguments)
        let (input, output) = (Data(input.utf8), Pipe())
        let file = fixture.folder.appendingPathComponent(UUID().uuidString)
        try input.write(to: file)
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    @Test func `photos are chosen by predicate, search, album, file name and standard input`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let identifiers = try await fixture.importPictures(4)
        #expect(
            try await fixture.run("favorite", "1.jpg", "2.JPG").output
                == "2 photos marked as favorite.\n"
        )
        try await fixture.run("album", "create", "Best")
        #expect(
            try await fixture.run("album", "add", "best", "--where", "isFavorite == YES").output
                == "2 photos added to the album \"Best\".\n"
        )
        #expect(
            try await fixture.run("edit", "--album", "BEST", "--add-keyword", "lake").output
                == "2 photos changed.\n"
        )
        #expect(try await names(fixture, "--search", "keyword:lake") == ["1.jpg", "2.jpg"])
        #expect(
            try await fixture.run("hide", "--search", "keyword:lake").output == "2 photos hidden.\n"
        )
        #expect(
            try await fixture.run("unhide", "--where", "isHidden == YES").output
                == "2 photos shown again.\n"
        )
        let ids = try await fixture.run("ls", "--ids", "--where", "isFavorite == NO")
        #expect(
            Set(ids.lines) == Set([identifiers["3.jpg"], identifiers["4.jpg"]].compactMap(\.self))
        )
        let marked = try run(fixture, ["favorite", "-"], input: ids.output + "\n1.jpg\n1.jpg\n")
        #expect(marked.output == "2 photos marked as favorite. Nothing to change for 1 photo.\n")
        let folder = fixture.folder.appendingPathComponent("out").path
        #expect(try await fixture.run("export", "--search", "lake", "--to", folder).code == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.filter { $0.hasSuffix(".jpg") }.sorted() == ["1.jpg", "2.jpg"])
        #expect(
            try await fixture.run("remote", "fetch", "--where", "isFavorite == YES").output
                .hasPrefix("0 files fetched")
        )
    }

    @Test func `a command makes one change, however many photos it changes`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        let token = try await fixture.run("token").lines[0]
        try await fixture.run("edit", "--where", "mediaType == \"image\"", "--rating", "3")
        let changes = try await fixture.run("changes", "--since", token, "--json").objects()
        #expect(changes.count == 2)
        #expect(changes[0]["event"] as? String == "change")
    }

    @Test func `a file name of two photos is refused with both`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a/same.jpg", seed: 1)
        try fixture.write(picture: "b/same.jpg", seed: 2)
        try await fixture.run("import", fixture.source.path)
        let ids = try await fixture.run("ls", "--ids").lines
        let outcome = try await fixture.run("favorite", "same.jpg")
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("2 photos and videos have the file name \"same.jpg\""))
        for id in ids { #expect(outcome.complaints.contains(id.prefix(13))) }
        // In Recently Deleted, the name means the other one.
        try await fixture.run("delete", ids[0])
        #expect(try await fixture.run("favorite", "same.jpg").code == 0)
        #expect(try await fixture.run("restore", "same.jpg").output == "1 photo restored.\n")
        let path = try await fixture.run("favorite", fixture.source.path + "/a/same.jpg")
        #expect(path.code == 2 && path.complaints.contains("without its folder"))
    }

    @Test(arguments: [
        (["favorite"], 2), (["hide"], 2), (["delete"], 2), (["edit", "--rating", "5"], 2),
        (["album", "add", "Album"], 2), (["export", "--to", "out"], 2),
        // Nothing of this is so, and nothing is in a remote.
        (["unfavorite"], 0), (["unhide"], 0), (["album", "remove", "Album"], 0),
        (["remote", "fetch"], 0),
    ])
    func `a dry run names the photos that would change, and changes nothing`(
        command: [String],
        count: Int
    ) async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        try await fixture.run("album", "create", "Album")
        let token = try await fixture.run("token").output
        let out = fixture.folder.appendingPathComponent("out").path
        let outcome = try await fixture.run(
            command.map { $0 == "out" ? out : $0 } + ["--where", "rating == 0", "--dry-run"]
        )
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.lines.count == count + 1)
        #expect(outcome.lines.last?.hasPrefix("Dry run: ") == true)
        #expect(try await fixture.run("token").output == token)
        #expect(!FileManager.default.fileExists(atPath: out))
    }

    @Test func `deleting by a condition needs an answer, and never deletes for good`()
        async throws
    {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(3)
        let asked = try await fixture.run("delete", "--where", "rating == 0")
        #expect(asked.code == 2 && asked.output.isEmpty)
        #expect(asked.complaints.contains("the conditions choose 3 photos"))
        #expect(asked.complaints.contains("--yes"))
        #expect(try await names(fixture).count == 3)
        try await fixture.run("settings", "--recently-deleted-days", "0")
        let refused = try await fixture.run("delete", "--where", "rating == 0", "--yes")
        #expect(refused.code == 2 && refused.complaints.contains("for good"))
        #expect(try await names(fixture).count == 3)
        try await fixture.run("settings", "--recently-deleted-days", "30")
        let done = try await fixture.run("delete", "--where", "rating == 0", "--yes")
        #expect(done.output == "3 photos moved to Recently Deleted for 30 days.\n")
        #expect(try await names(fixture, "--deleted").count == 3)
    }

    @Test(arguments: [
        (["--date", "2026-07-04T10:30"], "2026-07-04T08:30:00.000Z", 7_200),
        (["--date", "2026-07-04 10:30:15.5"], "2026-07-04T08:30:15.500Z", 7_200),
        (["--date", "+1h"], "2020-01-01T11:00:00.000Z", 7_200),
        (["--date", "-1d2h30m"], "2019-12-31T07:30:00.000Z", 7_200),
        (["--zone", "+09:00"], "2020-01-01T03:00:00.000Z", 32_400),
        (["--zone", "-5"], "2020-01-01T17:00:00.000Z", -18_000),
        (["--zone", "Europe/Rome"], "2020-01-01T11:00:00.000Z", 3_600),
        (["--date", "+1h", "--zone", "Z"], "2020-01-01T13:00:00.000Z", 0),
        (
            ["--date", "2026-07-04T10:30", "--zone", "Europe/Rome"], "2026-07-04T08:30:00.000Z",
            7_200
        ),
    ])
    func `dates are set on the photo's clock, shifted, and given a zone`(
        arguments: [String],
        date: String,
        zone: Int
    ) async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        try await fixture.run("edit", "1.jpg", "--date", "2020-01-01T12:00:00+02:00")
        let outcome = try await fixture.run(["edit", "1.jpg"] + arguments)
        #expect(outcome.code == 0, "\(outcome)")
        let shown = try #require(try await fixture.run("show", "1.jpg", "--json").objects().first)
        #expect(shown["creationDate"] as? String == date)
        #expect(shown["timeZoneOffset"] as? String == String(zone))
    }

    @Test(arguments: [
        ["edit", "1.jpg", "--date", "+1"], ["edit", "1.jpg", "--date", "2026-02-30T10:00"],
        ["edit", "1.jpg", "--zone", "+15:00"], ["edit", "1.jpg", "--zone", "Atlantis/Town"],
        ["edit", "1.jpg", "--date", "2026-07-04T10:30:00Z", "--zone", "+01:00"],
        ["edit", "1.jpg", "--add-keyword", " "], ["edit", "1.jpg", "--remove-keyword", ""],
        ["album", "create", ""], ["folder", "create", " \t"], ["search", "--save", "", "lake"],
        ["favorite"], ["favorite", "1.jpg", "--where", "rating == 0"], ["delete", "--hidden"],
        ["delete", "--search", "", "--yes"], ["hide", "--search", "  "], ["search", ""],
        ["edit", "--search", "\t", "--rating", "1"], ["favorite", "--search", ""],
        ["export", "--search", "", "--to", "x"],
        ["export"], ["remote", "fetch", "--all", "1.jpg"], ["favorite", "-", "-"],
    ])
    func `a choice or value that makes no sense changes nothing`(
        arguments: [String]
    ) async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(1)
        let token = try await fixture.run("token").output
        let outcome = try await fixture.run(arguments)
        #expect(outcome.code == 2, "\(outcome)")
        #expect(!outcome.complaints.isEmpty)
        #expect(try await fixture.run("token").output == token)
    }
}
