import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Pictures as the program writes them, by looking at their pixels.
@Suite(.permit) struct PictureCommandTests {
    private static let red = RasterImage.Color(red: 220, green: 30, blue: 30)
    private static let blue = RasterImage.Color(red: 30, green: 30, blue: 220)

    /// A library with a wide red picture and a tall blue one.
    private func fixture(_ options: String...) async throws -> ProgramFixture {
        let fixture = try await ProgramFixture()
        let wide = RasterImage(width: 400, height: 200) { _, _ in Self.red }
        let tall = RasterImage(width: 200, height: 400) { _, _ in Self.blue }
        try fixture.write("wide.jpg", JPEGEncoder().encode(wide))
        try fixture.write("tall.jpg", JPEGEncoder().encode(tall))
        let outcome = try await fixture.run(["import", fixture.source.path] + options)
        try #require(outcome.code == 0, "\(outcome)")
        return fixture
    }

    private func identifier(_ name: String, _ fixture: ProgramFixture) async throws -> String {
        let assets = try await fixture.run("ls", "--json").objects()
        let asset = try #require(assets.first { $0["filename"] as? String == name })
        return try #require(asset["identifier"] as? String)
    }

    private func pixels(of file: URL) throws -> Picture {
        let handle = try FileHandle(forReadingFrom: file)
        let request = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
        let pictures = try TestWorker.client().pictures(of: handle.fileDescriptor, request)
        return try #require(pictures.first)
    }

    private func color(_ picture: Picture, _ column: Int, _ row: Int) -> RasterImage.Color {
        let start = picture.bytes.startIndex + (row * picture.width + column) * 4
        return RasterImage.Color(
            red: picture.bytes[start],
            green: picture.bytes[start + 1],
            blue: picture.bytes[start + 2]
        )
    }

    private func isNear(_ one: RasterImage.Color, _ other: RasterImage.Color) -> Bool {
        func near(_ one: UInt8, _ other: UInt8) -> Bool { abs(Int(one) - Int(other)) <= 12 }
        return near(one.red, other.red) && near(one.green, other.green)
            && near(one.blue, other.blue)
    }

    @Test func `thumb writes whole pictures and squares, and overwrites nothing`() async throws {
        let fixture = try await fixture()
        let wide = try await identifier("wide.jpg", fixture)
        let folder = fixture.folder.appendingPathComponent("thumbs")
        let whole = try await fixture.run(
            "thumb",
            wide,
            "--size",
            "100",
            "--to",
            folder.path,
            "--json"
        ).objects()
        #expect(whole.first?["pixelWidth"] as? String == "100")
        #expect(whole.first?["pixelHeight"] as? String == "50")
        let square = try await fixture.run(
            "thumb",
            wide,
            "--size",
            "64",
            "--square",
            "--to",
            folder.path,
            "--json"
        ).objects()
        #expect(square.first?["path"] as? String == folder.path + "/wide (2).jpg")
        let picture = try pixels(of: folder.appendingPathComponent("wide (2).jpg"))
        #expect([picture.width, picture.height].allSatisfy { $0 == 64 })
        #expect(isNear(color(picture, 32, 32), Self.red))
    }

    @Test func `a contact sheet has each picture whole in its field`() async throws {
        let fixture = try await fixture()
        let sheet = fixture.folder.appendingPathComponent("sheet.png")
        let outcome = try await fixture.run(
            "contact-sheet",
            "--to",
            sheet.path,
            "--columns",
            "2",
            "--size",
            "100",
            "--sort",
            "pixelWidth:desc"
        )
        try #require(outcome.code == 0, "\(outcome)")
        let picture = try pixels(of: sheet)
        #expect(picture.width == 224)
        #expect(picture.height == 116)
        // The wide one lies in the left field, 50 pixels high; the tall one stands in the right, 50 wide.
        #expect(isNear(color(picture, 12, 58), Self.red))
        #expect(isNear(color(picture, 166, 12), Self.blue))
        let white = RasterImage.Color(red: 255, green: 255, blue: 255)
        for (column, row) in [(58, 12), (58, 105), (120, 58), (212, 58), (2, 2)] {
            #expect(color(picture, column, row) == white)
        }
    }

    @Test func `what does not fit a page goes to further ones`() async throws {
        let fixture = try await fixture()
        let sheet = fixture.folder.appendingPathComponent("sheet.jpg")
        let outcome = try await fixture.run(
            "contact-sheet",
            "--to",
            sheet.path,
            "--columns",
            "1",
            "--rows",
            "1"
        )
        #expect(outcome.lines.count == 2)
        let second = fixture.folder.appendingPathComponent("sheet-2.jpg")
        #expect(try pixels(of: second).width == 216)
    }

    @Test func `a picture that cannot be decoded is named, and the others come`() async throws {
        let fixture = try await fixture("--no-previews")
        let wide = try await identifier("wide.jpg", fixture)
        let originals = fixture.library.appendingPathComponent("originals")
        for path in try FileManager.default.subpathsOfDirectory(atPath: originals.path) {
            let file = originals.appendingPathComponent(path)
            guard let data = try? Data(contentsOf: file), data.range(of: Self.wideSize) != nil
            else { continue }
            try FileManager.default.removeItem(at: file)
        }
        let sheet = fixture.folder.appendingPathComponent("sheet.png")
        let outcome = try await fixture.run("contact-sheet", "--to", sheet.path)
        #expect(outcome.code == 1)
        #expect(outcome.complaints.contains(wide.prefix(8)))
        #expect(try pixels(of: sheet).width > 0)
    }

    /// The frame header of a JPEG of 400 by 200 pixels: height first.
    private static let wideSize = Data([0x00, 0xC8, 0x01, 0x90])

    @Test func `show writes a preview in the format of the name`() async throws {
        let fixture = try await fixture()
        let tall = try await identifier("tall.jpg", fixture)
        let file = fixture.folder.appendingPathComponent("look.png")
        let outcome = try await fixture.run("show", tall, "--preview", file.path)
        #expect(outcome.code == 0)
        #expect(try isNear(color(pixels(of: file), 10, 10), Self.blue))
        let wrong = try await fixture.run("show", tall, "--preview", "look.gif")
        #expect(wrong.code == 2)
        #expect(wrong.complaints.contains(".jpg or .png"))
    }

    @Test func `previews are made at import, deleted, and made again`() async throws {
        let fixture = try await fixture()
        func counts(_ words: String...) async throws -> [String?] {
            let object = try await fixture.run(["previews", "--json"] + words).objects().first
            return [object?["grid"] as? String, object?["screen"] as? String]
        }
        #expect(try await counts() == ["2", "2"])
        #expect(try await counts("--delete") == ["0", "0"])
        #expect(try await counts("--make") == ["2", "2"])
    }

    @Test func `an import that goes on without a worker says so to programs, once`() async throws {
        let fixture = try await ProgramFixture()
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write(picture: "2.jpg", seed: 2)
        let outcome = try await fixture.run(
            ["import", fixture.source.path, "--json", "--without-facts"],
            worker: ""
        )
        #expect(outcome.code == 0)
        let events = try outcome.objects().compactMap { $0["event"] as? String }
        #expect(events == ["found", "withoutFacts", "imported", "imported", "finished"])
    }
}
