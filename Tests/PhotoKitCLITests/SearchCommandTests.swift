import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct SearchCommandTests {
    private func fixture() async throws -> ProgramFixture {
        let fixture = try await ProgramFixture()
        for (name, date) in [("IMG_a", "2019:05:01 12:30:40"), ("IMG_b", "2021:05:01 12:30:40")] {
            var exif = ExifFields()
            exif.dateTimeOriginal = date
            exif.make = "NIKON"
            let picture = TestJPEG(exif: exif, seed: name.utf8.last ?? 0)
            try fixture.write("\(name).jpg", picture.data())
        }
        try await fixture.run("import", fixture.source.path, "--no-previews")
        return fixture
    }

    private func names(_ outcome: ProgramOutcome) throws -> [String?] {
        try outcome.objects().map { $0["filename"] as? String }
    }

    @Test(arguments: [
        ("img", ["IMG_b.jpg", "IMG_a.jpg"]), ("img_a", ["IMG_a.jpg"]), ("2019", ["IMG_a.jpg"]),
        ("since 2020", ["IMG_b.jpg"]), ("camera:nikon 2021", ["IMG_b.jpg"]),
        ("img -2019", ["IMG_b.jpg"]),
        ("nothing", []), ("video", []),
    ])
    func `a search finds photos with and without an index`(
        text: String,
        expected: [String]
    ) async throws {
        let fixture = try await fixture()
        #expect(try names(await fixture.run("search", text, "--json")) == expected)
        #expect(try names(await fixture.run("ls", "--search", text, "--json")) == expected)
        try await fixture.run("search", "--index")
        #expect(try names(await fixture.run("search", text, "--json")) == expected)
        let count = try await fixture.run("search", text, "--count")
        #expect(count.lines == ["\(expected.count)"])
    }

    @Test func `the understanding and problems go to standard error`() async throws {
        let fixture = try await fixture()
        let outcome = try await fixture.run("search", "pictures of img 2019-13")
        #expect(outcome.complaints.contains("photokit: Searched for: photos, img…, 2019-13… (…"))
        #expect(outcome.complaints.contains("photokit: Left out: of."))
        #expect(outcome.complaints.contains("“2019-13” is not a date."))
        let explained = try await fixture.run("search", "img 2019 -dog", "--explain")
        #expect(explained.lines == ["img…", "taken in 2019", "without dog…"])
        let object = try #require(
            try await fixture.run("search", "img (", "--explain", "--json").objects().first
        )
        #expect(object["understanding"] as? String == "img…")
        #expect((object["problems"] as? String)?.contains("closing bracket") == true)
    }

    @Test func `suggestions complete the last word`() async throws {
        let fixture = try await fixture()
        for isIndexed in [false, true] {
            if isIndexed { try await fixture.run("search", "--index") }
            let outcome = try await fixture.run("search", "--suggest", "2019 -ni")
            #expect(outcome.lines == ["2  2019 -nikon"])
            let object = try #require(
                try await fixture.run("search", "--suggest", "im", "--json", "--limit", "1")
                    .objects()
                    .first
            )
            #expect(object["text"] as? String == "img")
            #expect(object["word"] as? String == "img")
            #expect(object["count"] as? String == "2")
            let nothing = try await fixture.run("search", "--suggest", "caption:im")
            #expect(nothing.lines.isEmpty && nothing.code == 0)
        }
    }

    @Test func `a saved search is a smart album until it is deleted`() async throws {
        let fixture = try await fixture()
        let saved = try await fixture.run("search", "--save", "Old ones", "before 2020")
        #expect(saved.code == 0, "\(saved)")
        #expect(saved.lines.first?.hasPrefix("Made the smart album \"Old ones\" (") == true)
        #expect(
            try names(await fixture.run("ls", "--album", "Old ones", "--json")) == ["IMG_a.jpg"]
        )
        let row = try #require(try await fixture.run("albums", "--json").objects().first)
        #expect(row["kind"] as? String == "smart")
        #expect(row["assetCount"] as? String == "1")
        #expect(row["search"] as? String == "before 2020")
        #expect(try await fixture.run("album", "add", "Old ones", "3F").code == 2)
        #expect(try await fixture.run("album", "search", "Old ones", "since", "2020").code == 0)
        #expect(
            try names(await fixture.run("ls", "--album", "Old ones", "--json")) == ["IMG_b.jpg"]
        )
        #expect(try await fixture.run("album", "rename", "Old ones", "New ones").code == 0)
        let backup = fixture.library.path + "-copy"
        #expect(try await fixture.run("backup", backup).code == 0)
        #expect(try await fixture.run("album", "delete", "New ones").code == 0)
        #expect(try await fixture.run("albums", "--json").lines.isEmpty)
        #expect(try await fixture.run("album", "delete", "Favorites").code == 2)
        #expect(try await fixture.run("album", "search", "Favorites", "a").code == 2)
        #expect(try await fixture.run("check").code == 0)
        let copy = try await fixture.run("albums", "--library", backup, "--json")
        #expect(try copy.objects().map { $0["search"] as? String } == ["since 2020"])
    }

    @Test func `options that exclude each other are refused`() async throws {
        let fixture = try await fixture()
        for arguments in [
            ["search"], ["search", "a", "--count", "--explain"], ["search", "a", "--limit", "0"],
            ["search", "a", "--suggest", "--count"], ["search", "--save", "A"],
            ["search", "--save", "A", "a", "--count"],
            ["ls", "--search", "a", "--deleted"], ["ls", "--search", "a", "--album", "b"],
        ] {
            let outcome = try await fixture.run(arguments)
            #expect(outcome.code == 2, "\(arguments)")
        }
    }

    @Test func `a search without the right to write uses and makes no index`() async throws {
        let fixture = try await fixture()
        try await fixture.run("search", "img")
        let index = fixture.library.appendingPathComponent("derived/search")
        #expect(!FileManager.default.fileExists(atPath: index.path))
        try await fixture.run("search", "--index")
        #expect(FileManager.default.fileExists(atPath: index.path))
        #expect(try await fixture.run("check").code == 0)
    }
}
