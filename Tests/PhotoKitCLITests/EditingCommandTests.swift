import Foundation
import TestPermits
import Testing

@Suite(.permit) struct EditingCommandTests {
    @Test func `albums are made, filled, arranged, renamed and deleted`() async throws {
        let fixture = try await ProgramFixture()
        let identifiers = try await fixture.importPictures(3)
        let (one, two, three) = (
            try #require(identifiers["1.jpg"]), try #require(identifiers["2.jpg"]),
            try #require(identifiers["3.jpg"])
        )
        try await fixture.run("folder", "create", "Italy")
        let made = try await fixture.run("album", "create", "Lake", "--folder", "Italy")
        #expect(made.output.hasPrefix("Made the album \"Lake\" ("))
        #expect(
            try await fixture.run("album", "add", "Lake", one, two, three).output
                == "3 photos added to the album \"Lake\".\n"
        )
        #expect(
            try await fixture.run("album", "move", "Lake", three, "--to", "1").output
                == "Moved 1 photo to position 1 of \"Lake\".\n"
        )
        #expect(try await members(fixture, "Lake") == ["3.jpg", "1.jpg", "2.jpg"])
        try await fixture.run("album", "remove", "Lake", one)
        #expect(try await members(fixture, "Lake") == ["3.jpg", "2.jpg"])
        try await fixture.run("album", "rename", "Lake", "Lago")
        let lines = try await fixture.run("albums").lines.map { $0.dropFirst(15) }
        #expect(
            lines == ["KIND    PHOTOS  TITLE", "folder       -  Italy", "album        2    Lago"]
        )
        #expect(try await fixture.run("album", "delete", "Lago").output == "Deleted 1 album.\n")
        #expect(try await fixture.run("ls").lines.count == 4)
    }

    private func members(_ fixture: ProgramFixture, _ album: String) async throws -> [String] {
        try await fixture.run("ls", "--album", album, "--json").objects().compactMap {
            $0["filename"] as? String
        }
    }

    @Test func `folders are arranged, and deleted with what is in them`() async throws {
        let fixture = try await ProgramFixture()
        for title in ["A", "B", "C"] { try await fixture.run("folder", "create", title) }
        try await fixture.run("album", "create", "Album")
        #expect(try await fixture.run("folder", "move", "/", "C", "--to", "1").code == 0)
        #expect(
            try await fixture.run("folder", "add", "A", "Album", "B").output
                == "Put 2 albums and folders into \"A\".\n"
        )
        try await fixture.run("folder", "rename", "C", "Z")
        let rows = try await fixture.run("albums", "--json").objects()
        #expect(rows.map { $0["title"] as? String } == ["Z", "A", "Album", "B"])
        #expect(rows[2]["folder"] as? String == rows[1]["identifier"] as? String)
        try await fixture.run("folder", "delete", "A")
        #expect(try await fixture.run("albums", "--json").objects().count == 1)
    }

    @Test func `dates, places, captions, ratings and keywords are edited in one change`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let token = try await fixture.run("token").lines[0]
        try await fixture.run(
            "edit",
            identifier,
            "--date",
            "2026-07-04T10:30:00+02:00",
            "--place",
            "46.5,7.25",
            "--caption",
            "At the lake",
            "--rating",
            "4",
            "--add-keyword",
            "lake",
            "--add-keyword",
            "summer"
        )
        try await fixture.run("edit", identifier, "--remove-keyword", "lake")
        let shown = try #require(
            try await fixture.run("show", identifier, "--json").objects().first
        )
        #expect(shown["creationDate"] as? String == "2026-07-04T08:30:00.000Z")
        #expect(shown["latitude"] as? String == "46.5")
        #expect(shown["longitude"] as? String == "7.25")
        #expect(shown["caption"] as? String == "At the lake")
        #expect(shown["rating"] as? String == "4")
        #expect(shown["keywords"] as? String == #"["summer"]"#)
        let changes = try await fixture.run("changes", "--since", token, "--json").objects()
        #expect(changes.count == 3)
        try await fixture.run("edit", identifier, "--no-place")
        let again = try #require(
            try await fixture.run("show", identifier, "--json").objects().first
        )
        #expect(again["latitude"] as? String != "46.5")
    }

    @Test func `a place south of the equator is an argument like any other`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        try await fixture.run("edit", identifier, "--place", "-33.85,-70.5")
        let shown = try #require(
            try await fixture.run("show", identifier, "--json").objects().first
        )
        #expect(shown["latitude"] as? String == "-33.85")
        #expect(shown["longitude"] as? String == "-70.5")
    }

    @Test(arguments: [
        ["--date", "yesterday"], ["--place", "95,7"], ["--rating", "6"], [],
    ])
    func `an edit that makes no sense changes nothing and says why`(
        arguments: [String]
    ) async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let token = try await fixture.run("token").lines
        let outcome = try await fixture.run(["edit", identifier] + arguments)
        #expect(outcome.code == 2)
        #expect(!outcome.complaints.isEmpty)
        #expect(try await fixture.run("token").lines == token)
    }

    @Test func `marks are set and taken away`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        #expect(
            try await fixture.run("favorite", identifier).output == "1 photo marked as favorite.\n"
        )
        #expect(try await fixture.run("ls", "--album", "Favorites").lines.count == 2)
        try await fixture.run("unfavorite", identifier)
        #expect(try await fixture.run("ls", "--album", "Favorites").lines.isEmpty)
        try await fixture.run("hide", identifier)
        #expect(try await fixture.run("ls").lines.isEmpty)
        try await fixture.run("unhide", identifier)
        #expect(try await fixture.run("ls").lines.count == 2)
    }

    @Test func `deleting, restoring and purging go through Recently Deleted`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(2)["1.jpg"])
        #expect(
            try await fixture.run("delete", identifier).output
                == "1 photo moved to Recently Deleted for 30 days.\n"
        )
        let again = try await fixture.run("delete", identifier)
        #expect(again.code == 2)
        #expect(again.complaints.contains("is in Recently Deleted."))
        #expect(try await fixture.run("restore", identifier).output == "1 photo restored.\n")
        let refused = try await fixture.run("purge", identifier)
        #expect(refused.code == 2)
        #expect(refused.complaints.contains("is not in Recently Deleted."))
        try await fixture.run("delete", identifier)
        let purged = try await fixture.run("purge", "--all", "--yes", "--json")
        #expect(purged.output.contains(identifier))
        #expect(try await fixture.run("ls", "--deleted").output.isEmpty)
        #expect(try await fixture.run("check", "--read").code == 0)
    }

    @Test func `a library that keeps nothing deletes at once`() async throws {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        let settings = try await fixture.run("settings", "--recently-deleted-days", "0")
        #expect(
            settings.lines == [
                "Recently Deleted:  nothing is kept", "History:           all changes",
            ]
        )
        let outcome = try await fixture.run("delete", identifier)
        #expect(outcome.output == "1 photo deleted for good, as the library's settings say.\n")
        #expect(try await fixture.run("ls", "--deleted").output.isEmpty)
    }
}
