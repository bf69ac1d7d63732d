import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FactsCommandTests {
    private static let exif = ExifFields(
        dateTimeOriginal: "2024:05:01 12:30:00",
        offset: "+02:00",
        make: "Maker",
        place: .init(latitude: 48.2, longitude: 16.375)
    )

    @Test func `each fact is printed with its tag, without any library`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let file = try fixture.write("a.jpg", TestJPEG(exif: Self.exif).data())
        let outcome = try await fixture.run("facts", file.path)
        #expect(outcome.code == 0)
        #expect(outcome.complaints.isEmpty)
        #expect(outcome.lines.first == file.path)
        #expect(
            outcome.lines.contains(
                "  creationDate          2024-05-01 12:30:00 +02:00  [Exif.Photo.DateTimeOriginal]"
            )
        )
        #expect(outcome.lines.contains("  cameraMake            Maker  [Exif.Image.Make]"))
        #expect(outcome.lines.contains("  pixelWidth            32"))
    }

    @Test
    func `dates of files are shown with an offset, in the zone of this process if none is known`()
        async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let assumed = ExifFields(dateTimeOriginal: "2024:05:01 12:30:00")
        let stated = try fixture.write("a.jpg", TestJPEG(exif: assumed).data())
        let plain = try fixture.write("b.png", TestPNG().data())
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
            ofItemAtPath: plain.path
        )
        let process = fixture.process(["facts", stated.path, plain.path])
        process.environment?["TZ"] = "Asia/Tokyo"
        let outcome = try await fixture.run(process)
        #expect(outcome.output.contains("2024-05-01 12:30:00 +09:00?  [Exif"), "\(outcome)")
        #expect(outcome.output.contains("2023-11-15 07:13:20 +09:00  [file]"), "\(outcome)")
        #expect(!outcome.output.contains("GMT"), "\(outcome)")
    }

    @Test func `JSON has the milliseconds of a date, and not one less`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let digits = ["123", "987", "001", "999"]
        let files = try digits.map {
            try fixture.write("PXL_20210304_050607\($0).png", TestPNG().data()).path
        }
        let outcome = try await fixture.run(["facts", "--json"] + files)
        for (line, digits) in zip(outcome.lines, digits) {
            #expect(line.contains("\"creationDate\":\"2021-03-04T05:06:07.\(digits)Z\""), "\(line)")
        }
    }

    @Test func `a time that a change of clocks skips is shown as an import stores it`() async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let exif = ExifFields(dateTimeOriginal: "2021:03:28 02:30:00")
        let file = try fixture.write("a.jpg", TestJPEG(exif: exif).data())
        let process = fixture.process(["facts", file.path])
        process.environment?["TZ"] = "Europe/Berlin"
        let outcome = try await fixture.run(process)
        #expect(outcome.output.contains("2021-03-28 02:30:00 +01:00?  [Exif"), "\(outcome)")
    }

    @Test func `a name that is no path is recognised as one of the library's photos`() async throws
    {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "my lake.jpg", seed: 1)
        try await fixture.run("import", fixture.source.path)
        let outcome = try await fixture.run("facts", "my lake.jpg")
        #expect(outcome.code == 2)
        #expect(outcome.complaints.contains("\"photokit show 'my lake.jpg'\""), "\(outcome)")
        let unknown = try await fixture.run("facts", "other.jpg")
        #expect(!unknown.complaints.contains("photokit show"), "\(unknown)")
    }

    @Test func `with JSON there is one object a line`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let first = try fixture.write("a.jpg", TestJPEG(exif: Self.exif).data())
        let second = try fixture.write("IMG_20200131_123456.png", TestPNG().data())
        let outcome = try await fixture.run("facts", "--json", first.path, second.path)
        let objects = try outcome.objects()
        #expect(objects.count == 2)
        #expect(objects[0]["path"] as? String == first.path)
        #expect(objects[0]["timeZoneOffset"] as? String == "7200")
        #expect(objects[0]["type"] as? String == "public.jpeg")
        #expect(objects[1]["creationDate"] as? String == "2020-01-31T12:34:56.000Z")
        #expect((objects[1]["sources"] as? String)?.contains("name") == true)
    }

    @Test func `a file that says nothing has its own date`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let file = try fixture.write("plain.jpg", TestJPEG().data())
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        let outcome = try await fixture.run("facts", file.path)
        #expect(
            outcome.lines.contains("  creationDate          2001-09-09 01:46:40 +00:00  [file]")
        )
    }

    @Test func `what gives no facts is named with its reason, and the others are read`()
        async throws
    {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let good = try fixture.write("a.jpg", TestJPEG().data())
        let bad = try fixture.write("b.jpg", Array("a letter".utf8))
        let outcome = try await fixture.run("facts", bad.path, good.path, "/nowhere/c.jpg")
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("public.jpeg"))
        #expect(outcome.complaints.contains("\(bad.path): This is not a picture or movie"))
        #expect(outcome.complaints.contains("/nowhere/c.jpg: The file could not be opened"))
    }

    @Test func `the table is printed alone`() async throws {
        let fixture = try await ProgramFixture(makingLibrary: false)
        let outcome = try await fixture.run("facts", "--table")
        #expect(outcome.code == 0)
        #expect(outcome.output == FactsTable.markdown)
        #expect(try await fixture.run("facts").code == 2)
        #expect(try await fixture.run("facts", "--table", "a.jpg").code == 2)
    }
}
