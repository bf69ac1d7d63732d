import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ListCommandTests {
    /// Imports a picture whose file has the date 2023-11-14 22:13:20 in GMT.
    ///
    /// The returned function runs a command in the zone of Tokyo.
    private func imported(
        _ name: String
    ) async throws -> ([String]) async throws -> ProgramOutcome {
        let fixture = try await ProgramFixture()
        let file = try fixture.write(name, TestPNG().data())
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
            ofItemAtPath: file.path
        )
        let run = { (command: [String]) in
            let process = fixture.process(command)
            process.environment?["TZ"] = "Asia/Tokyo"
            return try await fixture.run(process)
        }
        #expect(try await run(["import", file.path]).code == 0)
        return run
    }

    @Test func `a file without a date is on the day of the zone where it came in`() async throws {
        let run = try await imported("a.png")
        for (command, shown) in [
            (["ls"], "2023-11-15 07:13:20 +09:00?"),
            (
                ["show", "a.png"],
                "2023-11-15 07:13:20 +09:00? (time zone assumed; date of the file itself)"
            ),
            (
                ["edit", "a.png", "--date", "+1h", "--dry-run"],
                "2023-11-15 07:13:20 +09:00 -> 2023-11-15 08:13:20 +09:00"
            ),
            (["search", "2023-11-15"], "a.png"),
        ] {
            let outcome = try await run(command)
            #expect(outcome.output.contains(shown), "\(outcome)")
        }
        #expect(try await !run(["search", "2023-11-14"]).output.contains("a.png"))
    }

    @Test func `a moment without a zone is shown in GMT by all commands, as they count`()
        async throws
    {
        let name = "PXL_20231114_221320000.png"
        let run = try await imported(name)
        for (command, shown) in [
            (["ls"], "2023-11-14 22:13:20 GMT"),
            (["show", name], "2023-11-14 22:13:20 GMT (time zone unknown; from the file's name)"),
            (
                ["edit", name, "--date", "+1h", "--dry-run"],
                "2023-11-14 22:13:20 GMT -> 2023-11-14 23:13:20 GMT"
            ),
            (["search", "2023-11-14"], name),
        ] {
            let outcome = try await run(command)
            #expect(outcome.output.contains(shown), "\(outcome)")
        }
    }

    @Test func `a listing has aligned columns without colours`() async throws {
        let fixture = try await ProgramFixture()
        _ = try await fixture.importPictures(2)
        let outcome = try await fixture.run("ls")
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines[0].hasPrefix("ID             TAKEN "))
        let column = outcome.lines[0].distance(to: "NAME")
        #expect(column != nil && outcome.lines[1].distance(to: "1.jpg") == column)
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test func `predicates, sorting and limits work together`() async throws {
        let fixture = try await ProgramFixture()
        for width in [20, 30, 40] {
            try fixture.write("\(width).jpg", TestJPEG(width: width, height: 10).data())
        }
        try await fixture.run("import", fixture.source.path)
        let outcome = try await fixture.run(
            "ls",
            "--where",
            "pixelWidth > 20",
            "--sort",
            "pixelWidth:desc",
            "--limit",
            "1",
            "--json"
        )
        let objects = try outcome.objects()
        #expect(objects.map { $0["filename"] as? String } == ["40.jpg"])
        #expect(objects.first?["pixelWidth"] as? String == "40")
    }

    @Test(arguments: [
        ("creationDate > \"2020-01-01\"", ["b.jpg"]), ("creationDate == \"2019\"", ["a.jpg"]),
        ("creationDate <= \"2019-05-01 12:30\"", ["a.jpg"]),
        ("mediaType == \"image\"", ["a.jpg", "b.jpg"]), ("mediaType == \"video\"", []),
        ("mediaSubtypes CONTAINS \"photoLive\"", []), ("duration > \"1:30\"", []),
    ])
    func `predicates compare dates and kinds as people write them`(
        predicate: String,
        expected: [String]
    ) async throws {
        let fixture = try await ProgramFixture()
        for (name, date) in [("a", "2019:05:01 12:30:40"), ("b", "2021:05:01 12:30:40")] {
            var exif = ExifFields()
            exif.dateTimeOriginal = date
            let picture = TestJPEG(exif: exif, seed: name.utf8.first ?? 0)
            try fixture.write("\(name).jpg", picture.data())
        }
        try await fixture.run("import", fixture.source.path, "--no-previews")
        #expect(try await names(fixture, "ls", "--where", predicate) == expected)
    }

    @Test func `predicates ask for cameras, persons and words, and results have their order`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
            <e:PersonInImage><rdf:Bag><rdf:li>Anna Arnold</rdf:li></rdf:Bag></e:PersonInImage>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        for (name, model) in [("a", "Z 6"), ("b", "EOS R5"), ("c", nil)] {
            var exif = ExifFields()
            exif.model = model
            let picture = TestJPEG(
                exif: exif,
                xmp: name == "a" ? xmp : nil,
                seed: name.utf8.first ?? 0
            )
            try fixture.write("\(name).jpg", picture.data())
        }
        try await fixture.run("import", fixture.source.path, "--no-previews")
        for (predicate, expected) in [
            ("cameraModel == \"Z 6\"", ["a.jpg"]),
            ("cameraModel CONTAINS[c] \"r5\" OR iso > 100", ["b.jpg"]),
            ("cameraModel == nil", ["c.jpg"]), ("\"Anna Arnold\" IN persons", ["a.jpg"]),
            ("persons CONTAINS \"Anna\"", []), ("persons == nil", ["b.jpg", "c.jpg"]),
            ("exposureTime < \"1/250\"", []), ("caption == nil", ["a.jpg", "b.jpg", "c.jpg"]),
        ] {
            #expect(try await names(fixture, "ls", "--where", predicate) == expected)
        }
        let sorted = try await fixture.run("ls", "--sort", "cameraModel:desc", "--json").objects()
        #expect(sorted.compactMap { $0["filename"] as? String } == ["a.jpg", "b.jpg", "c.jpg"])
        let outcome = try await fixture.run(["ls", "--where", "persons == \"Anna\""])
        #expect(outcome.code == 2 && outcome.complaints.contains("Write CONTAINS"))
        let unsorted = try await fixture.run(["ls", "--sort", "persons"])
        #expect(unsorted.code == 2 && unsorted.complaints.contains("the list \"persons\""))
    }

    @Test func `hidden and deleted ones are listed on request only`() async throws {
        let fixture = try await ProgramFixture()
        let identifiers = try await fixture.importPictures(3)
        try await fixture.run("hide", try #require(identifiers["1.jpg"]))
        try await fixture.run("delete", try #require(identifiers["2.jpg"]))
        #expect(try await names(fixture, "ls") == ["3.jpg"])
        #expect(try await names(fixture, "ls", "--hidden") == ["1.jpg", "3.jpg"])
        #expect(try await names(fixture, "ls", "--deleted") == ["2.jpg"])
    }

    private func names(_ fixture: ProgramFixture, _ arguments: String...) async throws -> [String] {
        try await fixture.run(arguments + ["--json", "--sort", "pixelWidth"]).objects()
            .compactMap { $0["filename"] as? String }.sorted()
    }

    @Test func `showing takes the beginning of an identifier and lists files and albums`()
        async throws
    {
        let fixture = try await ProgramFixture()
        let identifier = try #require(try await fixture.importPictures(1)["1.jpg"])
        try await fixture.run("album", "create", "Walks")
        try await fixture.run("album", "add", "Walks", identifier)
        let outcome = try await fixture.run("show", String(identifier.prefix(8)).lowercased())
        #expect(outcome.code == 0)
        #expect(outcome.lines.first == "Identifier:   \(identifier)")
        #expect(outcome.lines.contains("Album:        Walks"))
        #expect(
            outcome.lines.contains { $0.hasPrefix("File:         photo, 1.jpg, public.jpeg, ") }
        )
        let json = try #require(try await fixture.run("show", identifier, "--json").objects().first)
        #expect((json["albums"] as? String)?.contains("Walks") == true)
    }

    @Test func `control characters of a file name do not reach a terminal`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "a\u{1B}[31mb.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        let imported = try await fixture.run("ls").output
        #expect(imported.contains("[31mb.jpg") && !imported.contains("\u{1B}"))
        // Names in sources are those of the files.
        try fixture.write(picture: "a\u{1B}[31mb.jpg", seed: 2)
        try await fixture.run("source", "add", fixture.source.path)
        #expect(try await fixture.run("ls").output.contains("a?[31mb.jpg"))
        #expect(try await fixture.run("ls", "--json").output.contains("a\\u001b[31mb.jpg"))
    }
}

extension String {
    /// How many characters stand before a text.
    func distance(to text: String) -> Int? {
        range(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
    }
}
